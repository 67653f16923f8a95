// Certificates where etcdctl reads them: in a temporary folder of this user's alone, until somebody cleans up.
import { lstat, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientTls } from '../sight/credentials.ts'

const prefixOf = (namespace: string, name: string): string => `kubectl-etcd-env-${namespace}.${name}-`

export interface Written {
	readonly folder: string
	readonly ca: string
	readonly cert: string
	readonly key: string
}

export async function write(
	root: string,
	{ namespace, name }: { readonly namespace: string; readonly name: string },
	tls: ClientTls,
): Promise<Written> {
	// It is made for its owner alone.
	const folder = await mkdtemp(join(root, prefixOf(namespace, name)))
	const file = async (title: string, text: string): Promise<string> => {
		const path = join(folder, title)
		await writeFile(path, text, { mode: 0o600, flag: 'wx' })
		return path
	}
	const [ca, cert, key] = await Promise.all([
		file('ca.crt', tls.ca),
		file('client.crt', tls.cert),
		file('client.key', tls.key),
	])
	return { folder, ca, cert, key }
}

/** Those of this user only, and no links: others may write to the same place. */
export async function clean(
	root: string,
	{ namespace, name }: { readonly namespace: string; readonly name: string },
): Promise<readonly string[]> {
	const prefix = prefixOf(namespace, name)
	const removed: string[] = []
	for (const entry of await readdir(root)) {
		if (!entry.startsWith(prefix) || !/^[A-Za-z0-9]{6}$/.test(entry.slice(prefix.length))) continue
		const path = join(root, entry)
		const found = await lstat(path)
		if (!found.isDirectory() || (process.getuid !== undefined && found.uid !== process.getuid())) continue
		await rm(path, { recursive: true })
		removed.push(path)
	}
	return removed
}
