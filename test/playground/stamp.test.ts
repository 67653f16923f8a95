import { mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { judge, writeStamp } from '../../playground/programs/stamp.ts'

async function stamped(t: ExecutionContext): Promise<string> {
	const dir = await mkdtemp(join(tmpdir(), 'kubectl-etcd-test-'))
	t.teardown(async () => await rm(dir, { recursive: true }))
	const path = join(dir, 'program')
	await writeFile(path, 'program')
	await writeStamp(path)
	return path
}

test('a stamped file is sound', async (t) => {
	t.is(await judge(await stamped(t)), 'sound')
})

test('a touched file is sound, since its content is the same', async (t) => {
	const path = await stamped(t)
	await utimes(path, 1, 1)
	t.is(await judge(path), 'sound')
})

test('a shortened file is corrupt', async (t) => {
	const path = await stamped(t)
	await truncate(path, 3)
	t.is(await judge(path), 'corrupt')
})

test('a file of the same length with another content is corrupt', async (t) => {
	const path = await stamped(t)
	await writeFile(path, 'pr0gram')
	await utimes(path, 1, 1)
	t.is(await judge(path), 'corrupt')
})

test('a file without a stamp counts as absent: its writer may have been stopped', async (t) => {
	const path = await stamped(t)
	await rm(`${path}.stamp.json`)
	t.is(await judge(path), 'absent')
})

test('an empty stamp, as a power cut leaves it, counts as none', async (t) => {
	const path = await stamped(t)
	await truncate(`${path}.stamp.json`, 0)
	t.is(await judge(path), 'absent')
})
