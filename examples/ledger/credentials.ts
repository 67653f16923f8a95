// What the application shows and trusts, as a mounted secret has it.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Credentials {
	readonly rootCertificate: Buffer
	readonly privateKey: Buffer
	readonly certChain: Buffer
}

/** Nothing without TLS. */
export async function credentialsIn(dir: string | undefined): Promise<Credentials | undefined> {
	if (!dir) return undefined
	const [rootCertificate, privateKey, certChain] = await Promise.all(
		['ca.crt', 'tls.key', 'tls.crt'].map(async (name) => await readFile(join(dir, name))),
	)
	if (!rootCertificate || !privateKey || !certChain) throw new Error(`${dir} holds no credentials`)
	return { rootCertificate, privateKey, certChain }
}
