// A drill as its pod carries it out, but for the pod: a backup of a real member, the tasks and etcd's own tool and process of the target's minor.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { restoreFiles, type Fetched, type Said } from '../../../api/task.ts'
import { failureOf } from '../../../backup/failure.ts'
import { sourcesAmong } from '../../../backup/sources.ts'
import { take } from '../../../backup/take.ts'
import { run as drill } from '../../../backup/task/drill.ts'
import { restoreArguments } from '../../../etcd/restore.ts'
import { scratchArguments, scratchMember, scratchUrl } from '../../../etcd/scratch.ts'
import { run } from '../../../playground/run.ts'
import { fileStore } from '../../../store/file.ts'
import { binaryOf, everyMinor, type Etcd } from '../../etcd/real/binaries.ts'
import { born } from '../../etcd/real/cluster.ts'
import type { MemberProcess } from '../../etcd/real/process.ts'
import { fetched, place, type Place } from './place.ts'

/** Of this file alone: an address for each process, and ports for each drill. */
const host = `127.78.${(process.pid >> 8) & 255}.${process.pid & 255}`
let client = 20_000

async function saved(t: ExecutionContext, member: MemberProcess, minor: string): Promise<Place> {
	const there = await place(t, { minor })
	await take(await sourcesAmong([{ name: member.name, client: member.client }]), fileStore(there.store), {
		backup: { namespace: 'team-a', name: 'nightly', uid: 'b5b9' },
		nameOf: () => 'orders',
		signal: AbortSignal.timeout(60_000),
		tell: () => {},
	})
	const { dataDir: _, ...task } = there.task
	t.true((await fetched(task)).ok)
	return there
}

/** What etcd made of it is asked, as long as `meanwhile` takes. */
async function asked(t: ExecutionContext, etcd: Etcd, { task: { into } }: Place): Promise<Said> {
	const scratch = { host, client: (client += 2), peer: client + 1, dataDir: join(into, restoreFiles.made) }
	const made = {
		into: scratch.dataDir,
		snapshot: join(into, restoreFiles.snapshot),
		...scratchMember(scratch),
	}
	await run(etcd.etcdutl ?? '', restoreArguments({ ...made, bump: undefined }))
	const child = spawn(etcd.path, scratchArguments(scratch), { stdio: 'ignore' })
	const ended = once(child, 'exit')
	t.teardown(async () => {
		child.kill('SIGKILL')
		await ended
	})
	const task = { endpoint: scratchUrl(scratch), into }
	return await drill(task, AbortSignal.timeout(60_000)).catch((reason: unknown) => failureOf(reason))
}

async function spoiled(there: Place, change: (held: NonNullable<Fetched['held']>) => object): Promise<void> {
	const path = join(there.task.into, restoreFiles.fetched)
	const said = JSON.parse(await readFile(path, 'utf8')) as Fetched
	if (said.held === undefined) throw new Error('its manifest does not say what its member held')
	await writeFile(path, JSON.stringify({ ...said, held: { ...said.held, ...change(said.held) } }))
}

/** Where a snapshot of a minor is tried: in its own, or in the first whose tool is known. */
const targetOf = (etcd: Etcd): Etcd => {
	const target = etcd.etcdutl === undefined ? binaryOf('3.5') : etcd
	if (target === undefined) throw new Error('there is no etcd 3.5 here')
	return target
}

async function filled(t: ExecutionContext, etcd: Etcd): Promise<MemberProcess> {
	const member = await born(t, etcd)
	for (let index = 0; index < 60; index++) await member.put(`key-${index % 20}`, String(index))
	await member.client.compact(30n)
	return member
}

const since34 = (_: unknown, minor: string): boolean => !['3.2', '3.3'].includes(minor)

everyMinor(
	'a snapshot becomes an etcd that holds what its member held, to the hash and to the key',
	async (t, etcd) => {
		const target = targetOf(etcd)
		const said = await asked(t, target, await saved(t, await filled(t, etcd), target.minor))
		t.like(said, {
			ok: true,
			drilled: { object: 'orders', proved: true, keys: '20', etcdVersion: target.version },
		})
	},
	since34,
)

everyMinor(
	'what it should hold and does not is told, and so is what cannot be compared',
	async (t, etcd) => {
		const member = await filled(t, etcd)
		const rows: readonly (readonly [Parameters<typeof spoiled>[1], object])[] = [
			[({ hash }) => ({ hash: hash + 1 }), { ok: false, code: 'differs', lasting: true }],
			[() => ({ keys: '21' }), { ok: false, code: 'differs', lasting: true }],
			[({ revision }) => ({ revision: `${revision}0` }), { ok: false, code: 'differs', lasting: true }],
			[() => ({ compacted: '29' }), { ok: true, drilled: { object: 'orders', proved: false } }],
			[() => ({ revision: '12' }), { ok: true, drilled: { object: 'orders', proved: false } }],
		]
		for (const [change, wanted] of rows) {
			const there = await saved(t, member, etcd.minor)
			await spoiled(there, change)
			const said = await asked(t, etcd, there)
			t.like(said, wanted, JSON.stringify(said))
		}
	},
	(_, minor) => minor === '3.6',
)
