// The licences of what others wrote and a release contains: whoever passes it on passes these on.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

interface Package {
	readonly name: string
	readonly version: string
	readonly license: string
}

async function licence(folder: string): Promise<string> {
	const dir = join(root, folder)
	const { name, version, license } = JSON.parse(await readFile(join(dir, 'package.json'), 'utf8')) as Package
	const file = (await readdir(dir)).find((one) => /^licen[cs]e(\.\w+)?$/i.test(one))
	const text = file === undefined ? license : await readFile(join(dir, file), 'utf8')
	return `${name} ${version}\n\n${text.trim()}\n`
}

const bun = (version: string): string =>
	`Bun ${version} (in the executables, not in the bundle), unchanged

MIT. The libraries linked into it, among them JavaScriptCore under the LGPL 2, their licences, where their sources are and how to link
Bun with others: https://bun.com/docs/project/license
`

/** Of the packages in these folders, and of the runtime. */
export async function licencesOfOthers(packages: readonly string[], bunVersion: string): Promise<string> {
	const texts = await Promise.all(packages.map(licence))
	return [...texts, bun(bunVersion)].join(`\n${'-'.repeat(80)}\n\n`)
}
