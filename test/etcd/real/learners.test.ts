import type { EtcdError } from '../../../etcd/errors.ts'
import { everyMinor } from './binaries.ts'
import { born, joins, promoted } from './cluster.ts'
import { memberProcess, until } from './process.ts'

everyMinor(
	'a learner is promoted once it has caught up, and not before',
	async (t, etcd) => {
		const seed = await born(t, etcd)
		const member = await memberProcess(t, etcd, 'b')
		const added = await seed.client.addLearner(member.peerUrl)
		t.like(added, { name: '', started: false, isLearner: true, peerUrl: member.peerUrl })
		t.is((await t.throwsAsync<EtcdError>(seed.client.promote(added.id))).code, 'learnerBehind')
		member.start(`${seed.listed},${member.listed}`, 'existing')
		await member.answers()
		await promoted(seed, added.id)
		// Until it has the entry that promoted it, etcd says of it that it is behind.
		await until('it is known as no learner', async () => {
			const { code } = await t.throwsAsync<EtcdError>(seed.client.promote(added.id))
			if (code !== 'learnerBehind') t.is(code, 'notLearner')
			return code === 'notLearner'
		})
		const { members } = await seed.client.members()
		t.like(
			members.find(({ id }) => id === added.id),
			{ name: 'b', started: true, isLearner: false },
		)
		await until('it serves as a voter', async () => await member.client.confirm())
		t.false((await member.client.status()).isLearner)
	},
	({ learners }) => learners,
)

everyMinor(
	'a learner says that it is one, and confirms nothing',
	async (t, etcd) => {
		const seed = await born(t, etcd)
		const { member, id } = await joins(t, seed)
		const status = await member.client.status()
		t.true(status.isLearner)
		t.is(status.memberId, id)
		t.is(status.clusterId, (await seed.client.status()).clusterId)
		t.is(status.version, etcd.version)
		for (const asking of [member.client.confirm(), member.client.members(), member.client.alarms()])
			t.regex((await t.throwsAsync<EtcdError>(asking)).message, /rpc not supported for learner/)
		const { members } = await seed.client.members()
		t.true(members.find((one) => one.id === id)?.isLearner)
		await seed.client.removeMember(id)
		t.is((await member.ended()).code, 0)
	},
	({ learners }) => learners,
)

everyMinor(
	'takes as many learners at once as we count on',
	async (t, etcd) => {
		const { firstLearners } = etcd.dialect
		const seed = await born(t, etcd)
		const [b, c, d] = await Promise.all(
			['b', 'c', 'd'].map(async (name) => await memberProcess(t, etcd, name)),
		)
		if (b === undefined || c === undefined || d === undefined) return t.fail()
		const first = await seed.client.addLearner(b.peerUrl)
		if (firstLearners === 1) {
			const refused = await t.throwsAsync<EtcdError>(seed.client.addLearner(c.peerUrl))
			t.is(refused.code, 'tooManyLearners')
			return
		}
		b.start(`${seed.listed},${b.listed}`, 'existing')
		await b.answers()
		const second = await seed.client.addLearner(c.peerUrl)
		const refused = await t.throwsAsync<EtcdError>(seed.client.addLearner(d.peerUrl))
		t.is(refused.code, 'tooManyLearners')
		c.start([seed, b, c].map(({ listed }) => listed).join(), 'existing')
		await c.answers()
		// Neither waits for the other's five seconds.
		const began = performance.now()
		await promoted(seed, first.id)
		await promoted(seed, second.id)
		t.true(performance.now() - began < 4000)
		t.deepEqual(
			(await seed.client.members()).members.map(({ isLearner }) => isLearner),
			[false, false, false],
		)
	},
	({ learners }) => learners,
)

everyMinor(
	'without learners nobody is promoted, and whoever is added votes',
	async (t, etcd) => {
		const seed = await born(t, etcd)
		const { id } = await joins(t, seed)
		t.is((await t.throwsAsync<EtcdError>(seed.client.promote(id))).code, 'other')
		t.regex((await t.throwsAsync<EtcdError>(seed.client.promote(id))).message, /unknown method MemberPromote/)
		const { members } = await until('both serve', async () => await seed.client.members())
		t.true(members.every(({ isLearner }) => !isLearner))
	},
	({ learners }) => !learners,
)
