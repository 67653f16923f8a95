// Whose data goes with its pod has a successor before it leaves; and what is asked and written once members have changed.
import type { PodSeen } from '../../controller/observed.ts'
import { but, latch, look, member, mute, pod, settled } from './model/look.ts'
import { aimed, next, patch, runs, wants } from './model/roll.ts'
import { planned } from './model/row.ts'

const [three, onClaims] = [settled(3, 'emptyDir'), settled(3, 'claims')]

const another = wants({ template: 'another' })
const crashing: Partial<PodSeen> = {
	running: false,
	ready: false,
	serving: false,
	trouble: { reason: 'CrashLoopBackOff', message: '' },
}

planned(
	{
		what: 'whose data goes with its pod has a successor first',
		from: look(three, another),
		is: { rule: 'tooFewMembers', do: 'nameMember' },
		says: /^3 members of 4: /,
	},
	{
		what: 'and leaves once that votes',
		from: look(
			settled(4, 'emptyDir'),
			wants({ size: 3, template: 'another' }),
			pod('d', { template: 'another' }),
		),
		is: { rule: 'succeeded', do: 'removeMember', name: 'c' },
		says: /^c leaves, since it is made from an older spec$/,
	},
	{
		what: 'the leader leaves last, and leads no more',
		from: look(
			settled(4, 'emptyDir'),
			wants({ size: 3, template: 'another' }),
			...['b', 'c', 'd'].map((name) => pod(name, { template: 'another' })),
		),
		is: { rule: 'succeeded', do: 'moveLeader', toName: 'b' },
	},
	{
		what: 'a successor that crashes as it was made leaves once the spec is another',
		from: look(
			settled(4, 'emptyDir'),
			wants({ size: 3, template: 'another' }),
			member('d', { isLearner: true, started: false, health: mute }),
			latch('d', { role: 'Learner' }),
			pod('d', crashing),
		),
		is: { rule: 'crashesAsItWas', do: 'removeMember', name: 'd' },
		says: /^d crashes as it was made, and its spec has changed$/,
	},
	{
		what: 'and stays for as long as it is made as wanted',
		from: look(
			settled(4, 'emptyDir'),
			wants({ size: 3, template: 'another' }),
			member('d', { isLearner: true, started: false, health: mute }),
			pod('d', { ...crashing, template: 'another' }),
		),
		is: { rule: 'learnerJoining', do: 'wait' },
	},
	{
		what: 'where there are no learners it goes before it was ever added',
		from: look(
			settled(4, 'emptyDir', '3.3'),
			wants({ size: 3, template: 'another' }),
			member('d', 'gone'),
			latch('d', { role: 'Joining' }),
			pod('d', crashing),
		),
		is: { rule: 'crashesAsItWas', do: 'deletePod', name: 'd' },
	},
	{
		what: 'not between two minors',
		from: look(three, next, aimed('3.7.3'), runs('b', '3.7.3'), another),
		is: { rule: 'rolls', do: 'withdraw', name: 'c' },
	},
)

planned(
	{
		what: 'a volume is told what its member runs by now',
		from: look(onClaims, patch, aimed('3.6.17'), runs('b', '3.6.17')),
		is: { rule: 'unsealed', do: 'sealMember', name: 'b' },
	},
	{
		what: 'and is left as it is until its member says so',
		from: look(onClaims, patch, aimed('3.6.17'), pod('b', { version: '3.6.17' })),
		is: { rule: 'rolls', do: 'wait' },
	},
	{
		what: 'members that have changed are asked whether they hold the same',
		from: look(three, but({ status: { ...look(three).status, compared: { occasion: 'before' } } })),
		is: { rule: 'compared', do: 'compare' },
	},
	{
		what: 'where they do not, nobody joins or leaves at a wish',
		from: look(
			three,
			wants({ size: 5 }),
			but({
				status: {
					...look(three).status,
					compared: { equal: false, members: 'a1 b1 c1', message: 'they differ' },
				},
			}),
		),
		is: { rule: 'unequal', do: 'halt', reason: 'DataDiffers' },
		says: /^they differ: take snapshots of all of them, then/,
	},
	{
		what: 'until they are others',
		from: look(
			three,
			wants({ size: 5 }),
			but({ status: { ...look(three).status, compared: { equal: false, members: 'a1 b1' } } }),
		),
		is: { rule: 'tooFewMembers', do: 'nameMember' },
	},
)
