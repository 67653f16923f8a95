import { minors } from '../../../api/releases.ts'
import { refusal } from '../../../etcd/arguments.ts'
import { checksOf } from '../../../etcd/dialect.ts'
import { peek, type Peeked } from '../../../etcd/peek.ts'
import { binaryOf, everyMinor } from './binaries.ts'
import { born, joins, pair } from './cluster.ts'
import { until, type MemberProcess } from './process.ts'

const look = async ({ etcd, host, ports }: MemberProcess): Promise<Peeked | undefined> =>
	await peek(host, ports.metrics, checksOf(etcd.minor, etcd.version).ready.path ?? '')

everyMinor('a voter alone', async (t, etcd) => {
	const seed = await born(t, etcd)
	await seed.put('one')
	const { memberId, appliedIndex } = await seed.client.status()
	const seen = await look(seed)
	if (!etcd.dialect.metricsListener) {
		t.is(seen, undefined)
		// Even where its metrics are it does not say who it is.
		t.is(await peek(seed.host, seed.ports.client, '/health'), undefined)
		return
	}
	t.like(seen, { memberId, ready: true, connectedTo: undefined, clusterVersion: etcd.minor })
	// A read for the check of readiness may be applied in between.
	const ahead = (seen?.appliedIndex ?? 0n) - appliedIndex
	t.true(ahead >= 0n && ahead <= 2n, String(ahead))
})

everyMinor(
	'what the members speak is told, and rises with the last that becomes newer',
	async (t, etcd) => {
		const newer = binaryOf(minors[minors.indexOf(etcd.minor) + 1] ?? etcd.minor)
		if (newer === undefined) return t.fail()
		const seed = await born(t, etcd)
		await until('it is told', async () => (await look(seed))?.clusterVersion === etcd.minor)
		await seed.stop()
		seed.start(refusal.initialCluster, refusal.initialState, { etcd: newer })
		await until('it rises', async () => (await look(seed))?.clusterVersion === newer.minor)
		t.is((await seed.client.status()).version, newer.version)
	},
	({ metricsListener }, minor) => metricsListener && minor !== minors.at(-1),
)

everyMinor(
	'two voters see each other until one dies',
	async (t, etcd) => {
		const { first, second, secondId } = await pair(t, etcd)
		const { memberId } = await first.client.status()
		await until('each sees the other', async () => {
			const [one, other] = await Promise.all([look(first), look(second)])
			if (!etcd.dialect.learners) return one?.connectedTo === undefined && other?.ready
			return one?.connectedTo?.has(secondId) && other?.connectedTo?.has(memberId) && other.ready
		})
		await second.kill()
		t.is(await look(second), undefined)
		if (!etcd.dialect.learners) return
		const alone = await until('it is alone', async () => {
			const seen = await look(first)
			return seen?.connectedTo?.size === 0 ? seen : undefined
		})
		t.is(alone.memberId, memberId)
		t.false(alone.ready)
	},
	({ metricsListener }) => metricsListener,
)

everyMinor(
	'a learner says who it is and how far it came',
	async (t, etcd) => {
		const seed = await born(t, etcd)
		for (const key of ['one', 'two', 'three']) await seed.put(key)
		const { member, id } = await joins(t, seed)
		const { memberId, appliedIndex } = await seed.client.status()
		const seen = await until('it caught up', async () => {
			const one = await look(member)
			return one !== undefined && one.appliedIndex >= appliedIndex ? one : undefined
		})
		t.is(seen.memberId, id)
		await until('it sees the voter', async () => (await look(member))?.connectedTo?.has(memberId))
		t.is(seen.ready, checksOf(etcd.minor, etcd.version).ready.path === '/health')
	},
	({ learners }) => learners,
)
