// The README's two commands are what CI runs and what package.json defines, so they cannot rot.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'

const read = (path: string): string => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

const commands = [...read('README.md').matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) =>
	block
		.split('\n')
		.map((line) => line.replace(/\s*#.*$/, ''))
		.filter(Boolean),
)

test('the README has the two commands', (t) => {
	t.true(commands.includes('npm ci && npm run demo'))
	t.true(commands.includes('npm ci && npm test'))
})

test('CI runs the test command as the README has it', (t) => {
	t.true(read('.ci/run').split('\n').includes('npm ci && npm test'))
})

const docs = readdirSync(join(import.meta.dirname, '../docs'))
	.filter((file) => file.endsWith('.md'))
	.map((file) => `docs/${file}`)

test('every npm script that a document names exists', (t) => {
	const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...docs]
	const named = documents.flatMap((file) =>
		[...read(file).matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name = '']) => name),
	)
	t.deepEqual(
		[...new Set(named)].filter((name) => !(name in scripts)),
		[],
	)
})
