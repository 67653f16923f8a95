import { setTimeout as sleep } from 'node:timers/promises'
import type { EtcdError } from '../../../etcd/errors.ts'
import { everyMinor } from './binaries.ts'
import { add, born, joins, pair } from './cluster.ts'
import { memberProcess, until } from './process.ts'

const nowhere = 'http://127.0.0.1:1'

everyMinor('any voter takes a change and hands it to the leader', async (t, etcd) => {
	const { second, secondId } = await pair(t, etcd)
	const third = await memberProcess(t, etcd, 'c')
	const added = await until('the pause is over', async () => await add(second, third.peerUrl))
	t.not(added.id, secondId)
	t.is((await second.client.members()).members.length, 3)
})

everyMinor('a second voter is refused a third for a while, and a stranger is unknown', async (t, etcd) => {
	const { first, second, secondId } = await pair(t, etcd)
	const codeOf = async (asking: Promise<unknown>) => (await t.throwsAsync<EtcdError>(asking)).code
	t.is(await codeOf(first.client.addVoter(nowhere)), 'unhealthy')
	if (etcd.dialect.learners) t.is(await codeOf(first.client.addLearner(nowhere)), 'unhealthy')
	t.is(await codeOf(first.client.removeMember('1')), 'memberNotFound')
	if (etcd.dialect.learners) t.is(await codeOf(first.client.promote('1')), 'memberNotFound')
	// Once the pause is over the next answer is about the address itself.
	const added = await until('a third is accepted', async () => {
		const code = await codeOf(first.client.addVoter(second.peerUrl))
		return code === 'unhealthy' ? undefined : code
	})
	t.is(added, 'peerUrlExists')
	await first.client.removeMember(secondId)
	t.is(await codeOf(first.client.removeMember(secondId)), 'memberNotFound')
	t.is((await second.ended()).code, 0)
	t.is((await first.client.members()).members.length, 1)
})

everyMinor('leadership moves at a wish, or does not', async (t, etcd) => {
	const { first, second, secondId } = await pair(t, etcd)
	const firstId = (await first.client.status()).memberId
	const moving = first.client.moveLeader(secondId)
	if (!etcd.dialect.movesLeader) {
		const error = await t.throwsAsync<EtcdError>(moving)
		t.is(error.code, 'other')
		t.regex(error.message, /unknown method MoveLeader/)
		return
	}
	await moving
	await until('both follow', async () => {
		const [one, other] = await Promise.all([first.client.status(), second.client.status()])
		return one.leader === secondId && other.leader === secondId
	})
	t.is((await t.throwsAsync<EtcdError>(first.client.moveLeader(firstId))).code, 'notLeader')
	// 3.3 waits eight seconds for a stranger to take over; the others know that it is none of them.
	if (etcd.dialect.learners)
		t.is((await t.throwsAsync<EtcdError>(second.client.moveLeader('1'))).code, 'badTransferee')
})

everyMinor('a member that never ran can be removed, and its address be used again', async (t, etcd) => {
	const seed = await born(t, etcd)
	const { learners } = etcd.dialect
	const added = await add(seed, nowhere)
	t.like(added, { name: '', started: false, peerUrl: nowhere, isLearner: learners })
	t.regex(added.id, /^[1-9a-f][0-9a-f]{0,15}$/)
	const again = await t.throwsAsync<EtcdError>(seed.client.addVoter(nowhere))
	if (!learners) {
		// It is a voter that has taken the quorum away, and that is said first.
		t.is(again.code, 'notEnoughStarted')
		t.true(['unreachable', 'timedOut'].includes((await t.throwsAsync<EtcdError>(seed.client.confirm())).code))
		return
	}
	// Ids are made of the address and the second, so within one second it is the id that exists, and then the address.
	t.is(again.code, 'peerUrlExists')
	await sleep(1100)
	t.is((await t.throwsAsync<EtcdError>(seed.client.addVoter(nowhere))).code, 'peerUrlExists')
	await seed.client.removeMember(added.id)
	const { id } = await add(seed, nowhere)
	t.not(id, added.id)
	// For the same reason whoever goes within the second of its coming cannot come back within it.
	await seed.client.removeMember(id)
	const back = await until('the second is over', async () => await add(seed, nowhere))
	t.not(back.id, id)
})

everyMinor(
	'a learner never leads',
	async (t, etcd) => {
		const seed = await born(t, etcd)
		const { id } = await joins(t, seed)
		t.is((await t.throwsAsync<EtcdError>(seed.client.moveLeader(id))).code, 'badTransferee')
	},
	({ learners }) => learners,
)

everyMinor('the last voter stays', async (t, etcd) => {
	const seed = await born(t, etcd)
	const { memberId } = await seed.client.status()
	const error = await t.throwsAsync<EtcdError>(seed.client.removeMember(memberId))
	t.is(error.code, 'notEnoughStarted')
})
