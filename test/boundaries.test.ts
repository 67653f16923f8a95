// The import table of ARCHITECTURE.md, enforced: the table that people read is the one that is tested.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import test from 'ava'

const root = join(import.meta.dirname, '..')
const source = /^(?!node_modules|\.git|\.ci).*\.ts$/

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
	.filter((file) => source.test(file))
	.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** From the rows that begin with a folder's name: folder to the folders it may import. */
function parseTable(markdown: string): Map<string, Set<string>> {
	const rows = markdown.matchAll(/^\| `(\w+)\/` \| ([^|]+) \|/gm)
	return new Map(
		[...rows].map(([, folder = '', allowed = '']) => [
			folder,
			new Set([...allowed.matchAll(/`(\w+)\/`/g)].map(([, name = '']) => name)),
		]),
	)
}

const [, section = ''] = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').split('## Which may know which')
const table = parseTable(section)

interface Import {
	readonly from: string
	readonly typeOnly: boolean
}

const importsOf = (text: string): Import[] =>
	[
		...text.matchAll(
			/^(?:import|export)\s+(type\s)?[^'"]*?from '([^']+)'|^import '([^']+)'|import\('([^']+)'\)/gm,
		),
	].map(([, type, from, bare, dynamic]) => ({
		from: from ?? bare ?? dynamic ?? '',
		typeOnly: type !== undefined,
	}))

const folderOf = (path: string): string => path.split('/')[0] ?? ''

const ours = (path: string, { from }: Import): string | undefined =>
	from.startsWith('.') ? normalize(join(dirname(path), from)) : undefined

const isPure = (text: string): boolean => /\bPure\b[.:]/.test(/^(\/\/.*\n)+/.exec(text)?.[0] ?? '')

test('every folder with code has a row in the table', (t) => {
	const folders = new Set(files.filter(({ path }) => path.includes('/')).map(({ path }) => folderOf(path)))
	folders.delete('test') // may import anything
	t.deepEqual(
		[...folders].filter((folder) => !table.has(folder)),
		[],
	)
})

test('no folder imports one that its row does not name', (t) => {
	const wrong = files
		.filter(({ path }) => table.has(folderOf(path)))
		.flatMap(({ path, text }) =>
			importsOf(text)
				.map((one) => ours(path, one))
				.filter((target) => target !== undefined)
				.filter((target) => {
					const folder = folderOf(target)
					return folder !== folderOf(path) && table.get(folderOf(path))?.has(folder) !== true
				})
				.map((target) => `${path} imports ${target}`),
		)
	t.deepEqual(wrong, [])
})

test('only kube/ imports the Kubernetes client, only store/ a cloud SDK', (t) => {
	const reserved = [
		{ library: /^@kubernetes\/client-node/, folder: 'kube' },
		{ library: /^(@aws-sdk|@google-cloud|@azure|aws4fetch)/, folder: 'store' },
	]
	const wrong = files.flatMap(({ path, text }) =>
		importsOf(text)
			.filter(({ from }) =>
				reserved.some(({ library, folder }) => library.test(from) && folderOf(path) !== folder),
			)
			.map(({ from }) => `${path} imports ${from}`),
	)
	t.deepEqual(wrong, [])
})

test('a file that says it is pure has no clock, no chance, no environment and no input or output', (t) => {
	const impure = /\b(Date\.now|new Date\(\)|Math\.random|process\.|fetch\(|setTimeout|console\.)/
	const pure = files.filter(({ text }) => isPure(text))
	t.true(pure.length > 3)
	const wrong = pure.flatMap(({ path, text }) => [
		...(impure.test(text) ? [`${path} uses ${impure.exec(text)?.[0]}`] : []),
		...importsOf(text)
			.filter(({ typeOnly }) => !typeOnly)
			.filter((one) => {
				const target = ours(path, one)
				return target === undefined || !isPure(files.find((file) => file.path === target)?.text ?? '')
			})
			.map(({ from }) => `${path} imports ${from}, which is not pure`),
	])
	t.deepEqual(wrong, [])
})

test('files are small: median at most 100 lines, none over 300', (t) => {
	const lengths = files.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
	const sorted = lengths.toSorted((one, other) => one.lines - other.lines)
	t.true((sorted[sorted.length >> 1]?.lines ?? 0) <= 100)
	t.deepEqual(
		sorted.filter(({ lines }) => lines > 300),
		[],
	)
})

test('no drawers: nothing is called utils, helpers, common, constants or index', (t) => {
	t.deepEqual(
		files
			.filter(({ path }) => /\/(utils|helpers|common|constants|index)\.ts$/.test(path))
			.map(({ path }) => path),
		[],
	)
})
