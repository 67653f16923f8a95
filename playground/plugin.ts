// A folder for PATH in which kubectl finds the plugin as it stands in this checkout.
import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheDir, workName } from './places.ts'

const main = join(import.meta.dirname, '../plugin/main.ts')

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** A checkout has its own: several may be in use at once. */
export async function pluginFolder(): Promise<string> {
	const script = `#!/bin/sh\nexec ${quoted(process.execPath)} ${quoted(main)} "$@"\n`
	const folder = join(cacheDir(), 'on-path', createHash('sha256').update(script).digest('hex').slice(0, 12))
	const file = join(folder, 'kubectl-etcd')
	await mkdir(folder, { recursive: true })
	await writeFile(workName(file), script, { mode: 0o755 })
	await rename(workName(file), file)
	return folder
}
