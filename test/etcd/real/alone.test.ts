// What --force-new-cluster does on a member's own data: why it is given once, why nobody else may run, and why their volumes are given up.
import { join } from 'node:path'
import { forceAlone, refusal } from '../../../etcd/arguments.ts'
import { commitLog } from '../../../recovery/commit-log.ts'
import { everyMinor } from './binaries.ts'
import { joins, promoted, three } from './cluster.ts'
import { until, type MemberProcess } from './process.ts'

async function namesAt({ client }: MemberProcess): Promise<readonly string[]> {
	return (await client.members()).members.map(({ name }) => name).toSorted()
}

async function startAlone(member: MemberProcess): Promise<void> {
	member.start(refusal.initialCluster, refusal.initialState, { args: [forceAlone] })
	await until('it serves', async () => await member.client.confirm())
}

everyMinor(
	'of three it becomes the only one, with its ids and all that it had written down',
	async (t, etcd) => {
		const [a, b, c] = await three(t, etcd)
		for (const key of ['one', 'two', 'three']) await a.put(key)
		const before = await until('a has heard of it', async () => await a.client.confirm())
		await Promise.all([a, b, c].map(async (member) => await member.kill()))
		t.log(await commitLog(join(a.dir, 'data')))
		await startAlone(a)
		const after = await a.client.confirm()
		t.is(after.clusterId, before.clusterId)
		t.is(after.memberId, before.memberId)
		t.true((after.revision ?? 0n) >= (before.revision ?? 0n))
		t.deepEqual(await namesAt(a), ['a'])
		// And without the flag it stays what it is.
		await a.kill()
		a.start(refusal.initialCluster, refusal.initialState)
		await until('it serves again', async () => await a.client.confirm())
		t.deepEqual(await namesAt(a), ['a'])
		await a.put('four')
	},
)

everyMinor('given again it throws away who has joined since', async (t, etcd) => {
	const [a, b, c] = await three(t, etcd)
	await Promise.all([a, b, c].map(async (member) => await member.kill()))
	await startAlone(a)
	const { member: d, id } = await joins(t, a, 'd')
	if (etcd.dialect.learners) await promoted(a, id)
	await until('both serve', async () => await Promise.all([a.client.confirm(), d.client.confirm()]))
	t.deepEqual(await namesAt(a), ['a', 'd'])
	await Promise.all([a.kill(), d.kill()])
	await startAlone(a)
	t.deepEqual(await namesAt(a), ['a'])
})

everyMinor(
	'started while it is out, those who were given up go on without it, under the same id',
	async (t, etcd) => {
		const [a, b, c] = await three(t, etcd)
		const { clusterId } = await a.client.confirm()
		await Promise.all([a, b, c].map(async (member) => await member.kill()))
		await startAlone(a)
		await a.put('only here')
		await a.kill()
		for (const member of [b, c]) member.start(refusal.initialCluster, refusal.initialState)
		const other = await until('they serve', async () => await b.client.confirm())
		t.is(other.clusterId, clusterId)
		t.deepEqual(await namesAt(b), ['a', 'b', 'c'])
	},
)
