// The program of a backup's Job, ended at each of its calls in turn and started again: what was proved stays, and it comes to an end.
import { mkdtemp, readFile, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import type { TakeTask } from '../../../api/task.ts'
import { manifestIn, type Manifest } from '../../../backup/manifest.ts'
import { ofManifest } from '../../../backup/name.ts'
import { proveStored } from '../../../backup/take.ts'
import { fileStore } from '../../../store/file.ts'
import { binaryOf, type Etcd } from '../../etcd/real/binaries.ts'
import { three } from '../../etcd/real/cluster.ts'
import { endedAt, killed, step } from './ending.ts'

const quiet = { signal: new AbortController().signal, tell: () => {} }

const run = async (task: TakeTask, folder: string, exitAt: number) =>
	await endedAt('take', task, { above: join(folder, '..'), exitAt })

/** Those whose snapshot is there, each proved again. */
async function provedIn(folder: string): Promise<readonly Manifest[]> {
	const store = fileStore(folder)
	const files: readonly string[] = await readdir(folder).catch(() => [])
	const found: Manifest[] = []
	for (const file of files) {
		const object = ofManifest(file)
		if (object === undefined || !files.includes(object)) continue
		const manifest = manifestIn(await readFile(join(folder, file), 'utf8'))
		await proveStored(store, manifest, undefined, quiet)
		found.push(manifest)
	}
	return found
}

/** What a process that was killed left begun is swept once it is old. */
async function old(folder: string): Promise<void> {
	for (const file of await readdir(folder)) if (file.endsWith('.part')) await utimes(join(folder, file), 0, 0)
}

for (const timed of [true, false])
	test(`ended at its calls in turn, ${timed ? 'one of many' : 'always under one name'}`, async (t) => {
		t.timeout(900_000)
		const members = await three(t, binaryOf('3.6') as Etcd)
		const [member] = members
		for (let index = 0; index < 20; index++) await member.put(`key-${index}`, 'x'.repeat(10_000))
		const above = await mkdtemp(join(tmpdir(), 'kubectl-etcd-crash-'))
		t.teardown(async () => await rm(above, { recursive: true, force: true }))
		const folder = join(above, 'volume')
		const task: TakeTask = {
			backup: { namespace: 'shop', name: 'orders', uid: 'u1' },
			place: { storageType: 'PVC', path: 'orders', folder },
			endpoints: members.map(({ host, ports }) => `http://${host}:${ports.client}`),
			timed,
			keep: 2,
			timeoutSeconds: 60,
			has: [],
		}
		const first = await run(task, folder, 0)
		t.is(first.code, 0, JSON.stringify(first.said))
		t.log(`${first.calls} calls`)
		let [newest, exits] = ['', 0]
		for (let at = 1; ; at += step) {
			await member.put(`again-${at}`)
			const before = await provedIn(folder)
			t.true(before.length >= 1)
			const ended = await run(task, folder, at)
			if (ended.code === 0) {
				t.log(`${exits} exits, ${ended.calls} calls`)
				t.true(exits * step > first.calls / 2)
				break
			}
			t.is(ended.code, killed)
			exits++
			const left = await provedIn(folder)
			t.true(left.length >= 1, `nothing proved is left after ${at} calls`)
			newest =
				before
					.map(({ takenAt }) => takenAt)
					.toSorted()
					.at(-1) ?? ''
			t.true(
				left.some(({ takenAt }) => takenAt >= newest),
				`the newest is gone after ${at} calls`,
			)
			// As a Job that is tried again.
			await old(folder)
			t.is((await run(task, folder, 0)).code, 0)
			const after = await provedIn(folder)
			t.is(after.length, timed ? 2 : 1)
			// Nothing is left of all that was begun, and no manifest without its snapshot.
			const files = await readdir(folder)
			t.is(files.length, 2 * after.length, files.join(' '))
		}
	})
