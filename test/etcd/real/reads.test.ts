import type { EtcdError } from '../../../etcd/errors.ts'
import { alarmsIn } from '../../../etcd/member.ts'
import { everyMinor } from './binaries.ts'
import { born, pair, switchAuthOn } from './cluster.ts'
import { until } from './process.ts'

/** Which of the two comes first, our deadline or the same one that etcd was told, is chance. */
const late = async (asking: Promise<unknown>): Promise<boolean> =>
	await asking.then(
		() => false,
		({ code }: EtcdError) => code === 'unreachable' || code === 'timedOut',
	)

everyMinor('without a quorum it says what it is, and confirms nothing', async (t, etcd) => {
	const { first, second, secondId } = await pair(t, etcd)
	const { members, askedOf, clusterId } = await first.client.members()
	t.deepEqual(members.map(({ name }) => name).toSorted(), ['a', 'b'])
	t.true(members.every(({ started }) => started))
	t.deepEqual(members, (await second.client.members()).members, 'in the same order whoever is asked')
	t.is((await second.client.members()).askedOf, secondId)
	await second.kill()
	// The majority has not been missed yet; this is the moment in which an old leader would be believed.
	const began = performance.now()
	t.deepEqual(await Promise.all([first.client.members(), first.client.confirm()].map(late)), [true, true])
	t.true(performance.now() - began < 4000)
	t.like(await first.client.status(), { memberId: askedOf, clusterId })
	await until('it knows of no leader', async () => (await first.client.status()).leader === undefined)
	t.true(await late(first.client.members()))
	const change = await t.throwsAsync<EtcdError>(first.client.addVoter('http://127.0.0.1:1'))
	t.is(change.code, 'unhealthy')
})

everyMinor('with auth on nothing is confirmed without a quorum', async (t, etcd) => {
	const { first, second } = await pair(t, etcd)
	await switchAuthOn(first)
	await second.kill()
	t.true(await late(first.client.confirm()))
})

everyMinor('says what it is, in hex as etcd prints it', async (t, etcd) => {
	const seed = await born(t, etcd)
	const { memberId, clusterId, ...status } = await seed.client.status()
	t.true(seed.says(new RegExp(`\\b${memberId}\\b`)), 'its log names it so')
	t.true(seed.says(new RegExp(`\\b${clusterId}\\b`)), 'and its cluster')
	t.false(status.isLearner)
	t.deepEqual(status.errors, [])
	t.true(status.term > 1n && status.raftIndex > 0n && status.appliedIndex > 0n && status.dbSize > 0n)
	t.is(status.dbSizeInUse > 0n, etcd.dialect.learners, 'since 3.4')
	const before = await seed.client.confirm()
	await seed.put('one')
	const after = await seed.client.confirm()
	t.is(after.revision, (before.revision ?? 0n) + 1n)
	t.is((await seed.client.status()).revision, after.revision ?? 0n)
	t.like(after, { memberId, clusterId, term: status.term })
})

everyMinor('with auth on a stranger may read who they are, and lately not even that', async (t, etcd) => {
	const seed = await born(t, etcd)
	const before = await seed.client.confirm()
	await switchAuthOn(seed)
	const codeOf = async (asking: Promise<unknown>): Promise<string> =>
		await asking.then(
			() => 'ok',
			({ code }: EtcdError) => code,
		)
	const { client } = seed
	const asked = [client.status(), client.confirm(), client.members(), client.alarms()]
	const codes = await Promise.all(asked.map(codeOf))
	// The last patches of 3.5 to 3.7 ask even for a status who wants to know.
	const open = etcd.dialect.restoreTool === undefined
	t.deepEqual(codes, Array<string>(4).fill(open ? 'ok' : 'denied'))
	if (open) t.deepEqual(await client.confirm(), { ...before, revision: undefined })
	t.is(await codeOf(client.addVoter('http://127.0.0.1:1')), 'denied')
})

everyMinor('tells alarms by their names', async (t, etcd) => {
	const seed = await born(t, etcd)
	const { memberId } = await seed.client.status()
	t.deepEqual(await seed.client.alarms(), [])
	const alarm = { action: 'ACTIVATE', memberID: BigInt(`0x${memberId}`).toString() }
	await seed.gateway('maintenance/alarm', { ...alarm, alarm: 'NOSPACE' })
	t.deepEqual(await seed.client.alarms(), [{ memberId, kind: 'NOSPACE' }])
	// 3.2 knows one kind of alarm.
	if (etcd.minor === '3.2') return
	await seed.gateway('maintenance/alarm', { ...alarm, alarm: 'CORRUPT' })
	const kinds = (await seed.client.alarms()).map(({ kind }) => kind)
	t.deepEqual(kinds.toSorted(), ['CORRUPT', 'NOSPACE'])
	if (!etcd.dialect.learners) return
	await seed.gateway('maintenance/alarm', { action: 'ACTIVATE', memberID: '0', alarm: 'CORRUPT' })
	const told = alarmsIn((await seed.client.status()).errors)
	const texts = told.map((one) => `${one.kind} ${one.memberId}`)
	t.deepEqual(texts.toSorted(), ['CORRUPT 0', `CORRUPT ${memberId}`, `NOSPACE ${memberId}`].toSorted())
})
