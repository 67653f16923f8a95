// A copy of a member's data: whole or not at all, made once, and only where there is room.
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { keepCopy } from '../../recovery/keep-copy.ts'

async function volume(t: { teardown: (end: () => Promise<void>) => void }): Promise<string> {
	const root = await mkdtemp(join(tmpdir(), 'keep-copy-'))
	t.teardown(async () => await rm(root, { recursive: true }))
	await mkdir(join(root, 'data/member/wal'), { recursive: true })
	await mkdir(join(root, 'data/member/snap'))
	await writeFile(join(root, 'data/member/wal/0.wal'), 'entries')
	await writeFile(join(root, 'data/member/snap/db'), Buffer.alloc(3 * 2 ** 20, 7))
	return root
}

test('all of it is copied, and the original stays', async (t) => {
	const root = await volume(t)
	t.regex(await keepCopy(join(root, 'data'), join(root, 'before')), /^4 MiB were copied to /)
	t.deepEqual((await readdir(root)).toSorted(), ['before', 'data'])
	for (const path of ['member/wal/0.wal', 'member/snap/db'])
		t.deepEqual(await readFile(join(root, 'before', path)), await readFile(join(root, 'data', path)))
})

test('what was begun and not ended is made anew', async (t) => {
	const root = await volume(t)
	await mkdir(join(root, 'before.part/member'), { recursive: true })
	await writeFile(join(root, 'before.part/member/half'), 'half')
	await keepCopy(join(root, 'data'), join(root, 'before'))
	t.deepEqual((await readdir(join(root, 'before/member'))).toSorted(), ['snap', 'wal'])
	t.deepEqual((await readdir(root)).toSorted(), ['before', 'data'])
})

test('a copy that is there is never touched again: what is copied may have changed since', async (t) => {
	const root = await volume(t)
	await keepCopy(join(root, 'data'), join(root, 'before'))
	await writeFile(join(root, 'data/member/wal/0.wal'), 'other entries')
	t.regex(await keepCopy(join(root, 'data'), join(root, 'before')), /is there already$/)
	t.is(await readFile(join(root, 'before/member/wal/0.wal'), 'utf8'), 'entries')
})

test('what is no data of a member is not copied', async (t) => {
	const root = await volume(t)
	await rm(join(root, 'data/member/wal'), { recursive: true })
	await t.throwsAsync(keepCopy(join(root, 'data'), join(root, 'before')), {
		message: `${join(root, 'data')} has no data of a member`,
	})
	t.deepEqual(await readdir(root), ['data'])
})

test('without room nothing is begun', async (t) => {
	const root = await volume(t)
	// A file that says that it is larger than any disk, and takes none of it.
	await truncate(join(root, 'data/member/snap/db'), 2 ** 42)
	await t.throwsAsync(keepCopy(join(root, 'data'), join(root, 'before')), {
		message: /^no room for a copy of the data: \d+ MiB are needed on the volume, and \d+ MiB are free/,
	})
	t.deepEqual(await readdir(root), ['data'])
})
