// Whom a change of the members is asked of, and when somebody else may be asked after the leader.
import test from 'ava'
import type { EtcdClient } from '../../etcd/client.ts'
import { EtcdError, type EtcdCode } from '../../etcd/errors.ts'
import { booksAreWrongMs, changeMembers } from '../../controller/act/members.ts'
import { createMemory } from '../../controller/memory.ts'
import { look, member, mute, settled } from './model/look.ts'

/** Only who they are matters: nobody asks them but the change, which is given. */
const clients = new Map(['a', 'b', 'c'].map((name) => [name, { name } as unknown as EtcdClient]))
const nameOf = (client: EtcdClient): string => (client as unknown as { name: string }).name

function asked(answers: Readonly<Record<string, EtcdCode | 'done'>>, seen = look(settled(3, 'emptyDir'))) {
	const clock = { ms: 0 }
	const memory = createMemory(() => clock.ms)
	const change = async (): Promise<{ asked: string; outcome: string }> => {
		const names: string[] = []
		const outcome = await changeMembers({ seen, clients }, memory, 'n/c', async (client) => {
			names.push(nameOf(client))
			const answer = answers[nameOf(client)] ?? 'done'
			await Promise.resolve()
			if (answer !== 'done') throw new EtcdError(answer, answer)
		}).then(
			() => 'done',
			(reason: unknown) => (reason as EtcdError).code ?? String(reason),
		)
		return { asked: names.join(' '), outcome }
	}
	return { clock, change }
}

const leader = look(settled(3, 'emptyDir'))
const leads = leader.members.fresh ? leader.members.all.find(({ isLeader }) => isLeader)?.name : undefined

test('the leader is asked, and nobody else', async (t) => {
	t.is(leads, 'a')
	t.deepEqual(await asked({}).change(), { asked: 'a', outcome: 'done' })
})

test('a leader that asks for patience is given it, and then the others are asked in its place', async (t) => {
	const { clock, change } = asked({ a: 'unhealthy', b: 'unhealthy' })
	t.deepEqual(await change(), { asked: 'a', outcome: 'unhealthy' })
	clock.ms = booksAreWrongMs - 1
	t.deepEqual(await change(), { asked: 'a', outcome: 'unhealthy' })
	clock.ms = booksAreWrongMs
	t.deepEqual(await change(), { asked: 'a b c', outcome: 'done' })
	t.deepEqual(await change(), { asked: 'a', outcome: 'unhealthy' }, 'patience begins anew')
})

test('refusals of long ago are no reason', async (t) => {
	const { clock, change } = asked({ a: 'unhealthy' })
	await change()
	clock.ms = 3_600_000
	t.deepEqual(await change(), { asked: 'a', outcome: 'unhealthy' })
})

test('all refuse', async (t) => {
	const { clock, change } = asked({ a: 'unhealthy', b: 'unhealthy', c: 'unhealthy' })
	await change()
	clock.ms = booksAreWrongMs
	t.deepEqual(await change(), { asked: 'a b c', outcome: 'unhealthy' })
})

for (const code of ['timedOut', 'unreachable', 'leaderChanged', 'other'] as const)
	test(`after ${code} nobody else is asked: it may have been done`, async (t) => {
		const { clock, change } = asked({ a: 'unhealthy', b: code })
		await change()
		clock.ms = booksAreWrongMs
		t.deepEqual(await change(), { asked: 'a b', outcome: code })
		t.deepEqual(await asked({ a: code }).change(), { asked: 'a', outcome: code })
	})

test('only voters through which a read was confirmed are asked', async (t) => {
	const seen = look(settled(3, 'emptyDir'), member('a', { health: mute }), member('b', { isLearner: true }))
	t.deepEqual(await asked({}, seen).change(), { asked: 'c', outcome: 'done' })
})
