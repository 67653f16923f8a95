import { connect } from 'node:net'
import { once } from 'node:events'
import { checksOf, type Check } from '../../../etcd/dialect.ts'
import { everyMinor } from './binaries.ts'
import { born, joins, pair } from './cluster.ts'
import type { MemberProcess } from './process.ts'

/** Longer than etcd's own seven seconds, so that a no is etcd's and not our impatience. */
const patience = 20_000

async function passes(member: MemberProcess, { listener, path }: Check): Promise<boolean> {
	if (path !== undefined) return (await member.http(listener, path, patience)) === 200
	const socket = connect(member.ports[listener], member.host)
	try {
		await once(socket, 'connect')
		return true
	} catch {
		return false
	} finally {
		socket.destroy()
	}
}

everyMinor('without a quorum it lives and is not ready', async (t, etcd) => {
	const { live, ready } = checksOf(etcd.minor, etcd.version)
	const { first, second } = await pair(t, etcd)
	t.true(await passes(first, live))
	t.true(await passes(first, ready))
	await second.kill()
	const asked = passes(first, ready)
	const began = performance.now()
	t.true(await passes(first, live))
	t.true(performance.now() - began < 1500, 'nobody who asks whether it lives waits for a quorum')
	t.false(await asked)
	t.true(await passes(first, live))
	await first.kill()
	t.false(await passes(first, live))
})

everyMinor('has /livez, or does not', async (t, etcd) => {
	const seed = await born(t, etcd)
	const { live } = checksOf(etcd.minor, etcd.version)
	t.is(await seed.http('client', '/livez'), live.path === undefined ? 404 : 200)
})

everyMinor(
	'a learner lives',
	async (t, etcd) => {
		const { live, ready } = checksOf(etcd.minor, etcd.version)
		const { member } = await joins(t, await born(t, etcd))
		t.true(await passes(member, live))
		// Where /readyz is, it is for those who vote.
		t.is(await passes(member, ready), ready.path === '/health')
	},
	({ learners }) => learners,
)
