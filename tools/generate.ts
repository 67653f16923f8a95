// npm run generate: writes what is made from code into the tree. A test says when that is stale.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generated } from './generated.ts'

const root = join(import.meta.dirname, '..')

for (const [path, text] of await generated()) {
	await mkdir(join(root, path, '..'), { recursive: true })
	await writeFile(join(root, path), text)
	console.log(path)
}
