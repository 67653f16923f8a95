// The secrets that a Job was given, as files.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mounts } from '../api/task.ts'
import { readKeys, type Pair } from '../api/tls-keys.ts'
import { Refused } from './failure.ts'
import { keyIn } from './sealing.ts'

/** Below another folder than that of a container's, where a test or a bench is the kubelet. */
const root = process.env['MOUNTS'] ?? '/'

async function filesIn(folder: string): Promise<Readonly<Record<string, Buffer>>> {
	// What a kubelet puts there besides begins with two dots.
	const names = (await readdir(folder)).filter((name) => !name.startsWith('..'))
	return Object.fromEntries(
		await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)),
	)
}

export async function storeSecret(
	folder: string = join(root, mounts.store),
): Promise<Readonly<Record<string, string>>> {
	const files = await filesIn(folder)
	return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, bytes.toString()]))
}

interface Given {
	readonly has: readonly (keyof typeof mounts)[]
	readonly secrets: { readonly store?: string }
}

/** Nothing where the surroundings give credentials; one that is missing is mounted as an empty folder. */
export async function secretOf({
	secrets,
	has,
}: Given): Promise<Readonly<Record<string, string>> | undefined> {
	if (!has.includes('store')) return undefined
	const secret = await storeSecret()
	if (Object.keys(secret).length > 0) return secret
	throw new Refused(
		'secret',
		`secret ${secrets.store} does not exist or is empty: create it with the credentials of the store`,
	)
}

export async function clientPair(folder: string = join(root, mounts.client)): Promise<Pair> {
	const files = await filesIn(folder)
	const data = Object.fromEntries(
		Object.entries(files).map(([name, bytes]) => [name, bytes.toString('base64')]),
	)
	const read = readKeys('client', data)
	if (typeof read === 'string') throw new Refused('client', `the secret of the client ${read}`)
	return read.texts
}

export async function sealingKey(folder: string = join(root, mounts.key)): Promise<Buffer> {
	const { key } = await filesIn(folder)
	if (key === undefined)
		throw new Refused('key', 'the secret with the key has no key called key: write 32 bytes there')
	return keyIn(key)
}
