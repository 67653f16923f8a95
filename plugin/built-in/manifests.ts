// What config/ holds, by path, for whoever installs the operator. Files of this folder run when the executable is made; in it stand the
// values that they had then.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const config = join(import.meta.dirname, '../../config')

const isShipped = (path: string): boolean => path.endsWith('.yaml') && !path.startsWith('samples/')

/** "crd/etcdclusters.yaml" to its text; the kustomizations among them say what belongs together. */
export const manifests: Readonly<Record<string, string>> = Object.fromEntries(
	readdirSync(config, { recursive: true, encoding: 'utf8' })
		.map((path) => path.replaceAll('\\', '/'))
		.filter(isShipped)
		.toSorted()
		.map((path) => [path, readFileSync(join(config, path), 'utf8')]),
)
