// The package with which `npx kubectl-etcd` runs the bundle where there is Node and no executable of ours. It depends on nothing, unlike the
// checkout, whose package.json stays private.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Entry } from '../../playground/images/tar.ts'
import { writeTarGz, type Archive } from './archive.ts'

const root = join(import.meta.dirname, '../..')

interface Told {
	readonly name: string
	readonly description: string
	readonly license: string
}

export async function nodePackage(
	version: string,
	bundle: Uint8Array,
	texts: readonly Entry[],
	output: string,
): Promise<Archive & { readonly file: string }> {
	const { name, description, license } = JSON.parse(
		await readFile(join(root, 'package.json'), 'utf8'),
	) as Told
	const told = {
		name,
		version,
		description,
		license,
		bin: { [name]: 'kubectl-etcd.cjs' },
		engines: { node: '>=22' },
	}
	const files: Entry[] = [
		{ path: 'package.json', mode: 0o644, text: `${JSON.stringify(told, undefined, '\t')}\n` },
		{ path: 'kubectl-etcd.cjs', mode: 0o755, text: Buffer.from(bundle) },
		...texts,
	]
	const file = `${name}-${version}.tgz`
	const inside = files.map((entry) => ({ ...entry, path: `package/${entry.path}` }))
	return { file, ...(await writeTarGz(inside, join(output, file))) }
}
