// Each name that is read, against what the binary of every minor tells, beside what it says when it is asked otherwise.
import type { ExecutionContext } from 'ava'
import type { Minor } from '../../../api/releases.ts'
import { askHttp, askMetrics } from '../../../etcd/ask-http.ts'
import type { EtcdError } from '../../../etcd/errors.ts'
import { countOf, quantile, since } from '../../../etcd/histogram.ts'
import { names, type Metrics, type Told } from '../../../etcd/metrics.ts'
import { dialer } from '../wire/dialer.ts'
import { everyMinor } from './binaries.ts'
import { born, joins, three } from './cluster.ts'
import { until, type MemberProcess } from './process.ts'

const endpointOf = ({ host, ports }: MemberProcess, listener: 'client' | 'metrics') => ({
	host: 'member.invalid',
	port: ports[listener],
	dial: dialer(ports[listener], host).dial,
})

const look = async (member: MemberProcess, listener: 'client' | 'metrics' = 'client'): Promise<Metrics> =>
	await askMetrics(endpointOf(member, listener), 5000)

/** What a minor does not tell yet. */
const missing: Readonly<Record<Minor, readonly Told[]>> = {
	'3.2': ['isLeader', 'isLearner', 'dbSizeInUse', 'quota', 'slowApplies', 'slowReads', 'heartbeatFailures'],
	'3.3': ['isLearner'],
	'3.4': [],
	'3.5': [],
	'3.6': [],
	'3.7': [],
}

everyMinor('tells all that its minor is known to tell, by those names', async (t, etcd) => {
	const seed = await born(t, etcd)
	const { text } = await askHttp(endpointOf(seed, 'client'), '/metrics', 5000)
	const untold = Object.entries(names)
		.filter(([, each]) => !each.some((name) => new RegExp(`^${name} `, 'm').test(text)))
		.map(([told]) => told)
	t.deepEqual(untold.toSorted(), [...missing[etcd.minor]].toSorted())
})

/** What it says both ways at the same time: its file goes on growing in batches for a while, and each is asked at another moment. */
const both = async (member: MemberProcess) =>
	await until('it says the same both ways', async () => {
		const [told, status] = [await look(member), await member.client.status()]
		const isSettled = member.etcd.minor === '3.2' || told.clusterVersion === member.etcd.minor
		// Before there were learners only the metrics told how much of it is in use, and before that nothing did.
		const inUse = member.etcd.dialect.learners ? status.dbSizeInUse : told.dbSizeInUse
		return told.dbSize === status.dbSize && told.dbSizeInUse === inUse && isSettled && { told, status }
	})

async function tells(t: ExecutionContext, member: MemberProcess): Promise<Metrics> {
	const { etcd } = member
	const { told, status } = await both(member)
	const isEarliest = etcd.minor === '3.2'
	t.like(told, {
		memberId: isEarliest ? undefined : status.memberId,
		isLeader: isEarliest ? undefined : status.leader === status.memberId,
		hasLeader: true,
		isLearner: false,
		clusterVersion: isEarliest ? undefined : etcd.minor,
		serverVersion: isEarliest ? undefined : etcd.version,
		pending: 0,
		snapshots: 0,
	})
	t.is(told.dbSizeInUse === undefined, isEarliest)
	if (status.quota > 0n) t.is(told.quota, status.quota)
	t.is(told.quota === undefined, isEarliest)
	t.true((told.appliedIndex ?? 0n) > 20n && (told.appliedIndex ?? 0n) <= status.appliedIndex)
	t.true((told.committedIndex ?? 0n) >= (told.appliedIndex ?? 0n))
	t.true((told.leaderChanges ?? 0) >= 1)
	const age = Date.now() - (told.startedAt ?? 0)
	t.true(age > 0 && age < 120_000, `${age} ms old`)
	for (const histogram of [told.fsync, told.commit]) {
		const p99 = histogram && quantile(histogram, 0.99)
		t.true(p99 !== undefined && p99.seconds > 0 && p99.seconds < 9)
	}
	return told
}

everyMinor('says the same in its metrics as when it is asked', async (t, etcd) => {
	const members = await three(t, etcd)
	const [first] = members
	for (let index = 0; index < 20; index++) await first.put(`key-${index}`, 'x'.repeat(1000))
	const { revision = 0n } = await first.client.confirm()
	await until('all have it', async () => {
		const each = await Promise.all(members.map(async ({ client }) => await client.status()))
		return each.every((status) => status.revision === revision)
	})
	const ids = await Promise.all(members.map(async ({ client }) => (await client.status()).memberId))
	for (const [index, member] of members.entries()) {
		const told = await tells(t, member)
		const others = ids.filter((_, at) => at !== index)
		t.deepEqual(
			told.activePeers && [...told.activePeers].toSorted(),
			etcd.dialect.learners ? others.toSorted() : undefined,
		)
		if (etcd.dialect.metricsListener)
			t.like(await look(member, 'metrics'), { startedAt: told.startedAt, memberId: told.memberId })
	}

	const before = await look(first)
	for (let index = 0; index < 10; index++) await first.put(`more-${index}`)
	const after = await look(first)
	const [later, earlier] = [after.fsync, before.fsync]
	if (!later || !earlier) return t.fail()
	const between = since(later, earlier)
	t.true(between !== undefined && countOf(between) >= 5 && countOf(between) < countOf(later))
	t.true((after.appliedIndex ?? 0n) >= (before.appliedIndex ?? 0n) + 10n)

	// Measured each thirty seconds.
	for (const [index, member] of members.entries()) {
		const { roundTrips } = await until(
			'the way there and back was measured',
			async () => {
				const told = await look(member)
				return told.roundTrips.size === 2 && told
			},
			60_000,
		)
		t.deepEqual([...roundTrips.keys()].toSorted(), ids.filter((_, at) => at !== index).toSorted())
		for (const histogram of roundTrips.values()) t.true((quantile(histogram, 0.99)?.seconds ?? 9) < 1)
	}
	await members[2].kill()
	if (etcd.dialect.learners)
		await until(
			'the dead one is missed',
			async () => (await look(first)).activePeers?.has(ids[2] ?? '') === false,
		)
	await members[1].kill()
	// One after the other: for a moment it says that it leads and that nobody does.
	await until('it knows of no leader, and does not lead', async () => {
		const { hasLeader, isLeader } = await look(first)
		return hasLeader === false && isLeader !== true
	})
	t.is((await look(first)).hasLeader, false)
})

everyMinor(
	'a learner says that it is one',
	async (t, etcd) => {
		const seed = await born(t, etcd)
		const { member } = await joins(t, seed)
		t.true((await look(member)).isLearner)
		t.false((await look(seed)).isLearner)
	},
	({ learners }) => learners,
)

everyMinor('what is no listener of metrics is told from one', async (t, etcd) => {
	const seed = await born(t, etcd)
	const error = async (asked: Promise<unknown>): Promise<EtcdError> => await t.throwsAsync<EtcdError>(asked)
	const peer = { host: 'member.invalid', port: 2380, dial: dialer(seed.ports.peer, seed.host).dial }
	t.regex((await error(askMetrics(peer, 3000))).message, /^port 2380 answers \/metrics with 404/)
	const { host, ports } = seed
	await seed.kill()
	t.is((await error(askMetrics(endpointOf(seed, 'client'), 3000))).code, 'refused')
	const never = { host, port: ports.client, dial: async () => await new Promise<never>(() => {}) }
	t.like(await error(askMetrics(never, 300)), { code: 'unreachable', message: 'no answer within 300 ms' })
})
