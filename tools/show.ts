// npm run show -- NAME: demonstrations that take too long for every test run.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

interface Show {
	show(): Promise<void>
}

const dir = join(import.meta.dirname, 'shows')
const known = (await readdir(dir)).map((file) => file.replace(/\.ts$/, ''))
const [name = ''] = process.argv.slice(2)
if (known.includes(name)) {
	const chosen = (await import(join(dir, `${name}.ts`))) as Show
	await chosen.show()
} else {
	console.error(`"${name}" is no demonstration: use npm run show -- NAME with one of ${known.join(', ')}.`)
	process.exitCode = 2
}
