// Which words of a download are a snapshot and which a place, and what a file is called without one.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { whereFor, wordsIn } from '../../../plugin/snapshot/downloading.ts'
import { snapshotsIn } from '../../../plugin/snapshot/stored.ts'

const name = 'orders_v9_2018-03-04-05:06:07'
const snapshots = snapshotsIn({ place: 'here', objects: [{ name: `team-a/${name}`, bytes: 1, at: 0 }] })

let dir: string
test.before(async () => {
	dir = await mkdtemp(join(tmpdir(), 'kubectl-etcd-words-'))
	await mkdir(join(dir, 'there'))
})
test.after.always(async () => await rm(dir, { recursive: true, force: true }))

const rows: readonly (readonly [
	what: string,
	words: readonly (string | undefined)[],
	name: string | undefined,
	place: string | undefined,
])[] = [
	['nothing: the newest, here', [], undefined, undefined],
	['a snapshot', [name], name, undefined],
	['with all that its name has in the store', [`team-a/${name}`], `team-a/${name}`, undefined],
	['a snapshot and a place', [name, 'it.db'], name, 'it.db'],
	['a file, which can be no name', ['./it.db'], undefined, './it.db'],
	['from the root', ['/backups/it.db'], undefined, '/backups/it.db'],
	['on Windows', ['C:\\it.db'], undefined, 'C:\\it.db'],
	['this folder', ['.'], undefined, '.'],
	[
		'a name that is wrong is no file',
		['orders_v8_2018-03-04-05:06:07'],
		'orders_v8_2018-03-04-05:06:07',
		undefined,
	],
	['and neither is a file without its folder', ['it.db'], 'it.db', undefined],
	['two words are what they are', ['it.db', 'other.db'], 'it.db', 'other.db'],
]

for (const [what, words, wanted, place] of rows)
	test(what, async (t) => t.deepEqual(await wordsIn(words, snapshots), { name: wanted, place }))

test('a folder that is there is a place', async (t) => {
	const there = join(dir, 'there')
	t.deepEqual(await wordsIn([there], snapshots), { name: undefined, place: there })
})

test('without a name it is called as in the store, as every system permits it', async (t) => {
	const [snapshot] = snapshots
	if (snapshot === undefined) return t.fail()
	t.deepEqual(await whereFor(dir, snapshot), { folder: dir, name: 'orders_v9_2018-03-04-05-06-07.db' })
	t.deepEqual(await whereFor(join(dir, 'it.db'), snapshot), { folder: dir, name: 'it.db' })
	await t.throwsAsync(whereFor('-', snapshot), { message: /"-" is none$/ })
	await t.throwsAsync(whereFor(join(dir, 'not/there.db'), snapshot), { message: /not is no folder$/ })
})
