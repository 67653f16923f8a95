// What a cluster is called by what was seen of it, and the exit code that goes with it.
import test from 'ava'
import { exits, type Exit } from '../../../plugin/exit.ts'
import type { Sight } from '../../../plugin/sight/sight.ts'
import { verdictOf, type Health } from '../../../plugin/status/verdict.ts'
import { cluster, down, sight, unseen, well } from './seen.ts'

interface Row {
	readonly what: string
	readonly seen: Sight
	readonly is: Health
	readonly exit: Exit
	readonly problems?: readonly string[]
}

const condition = (type: string, reason: string, message = '') => [{ type, status: 'True', reason, message }]
const leaderless = { leads: false, hasLeader: false, confirmed: false }
const upgrading = cluster({
	conditions: condition('Upgrading', 'Cluster upgrading', 'members go to 3.6.17: 1 of 3 are there'),
})

const rows: readonly Row[] = [
	{
		what: 'all answer',
		seen: sight([well(0), well(1), well(2)]),
		is: 'Healthy',
		exit: exits.done,
		problems: [],
	},
	{ what: 'one of one answers', seen: sight([well(0)]), is: 'Healthy', exit: exits.done },
	{
		what: 'one of three is down',
		seen: sight([well(0), well(1), down(2)]),
		is: 'Degraded',
		exit: exits.degraded,
		problems: ['memberSilent'],
	},
	{
		what: 'one of three could not be asked',
		seen: sight([well(0), well(1), unseen(2)]),
		is: 'Degraded',
		exit: exits.degraded,
	},
	{
		what: 'one of three answers, and is cut off from the others',
		seen: sight([well(0), well(1), well(2, leaderless)]),
		is: 'Degraded',
		exit: exits.degraded,
		problems: ['memberAlone'],
	},
	{
		what: 'one of three is on its way back while members are upgraded',
		seen: sight([well(0), well(1), well(2, leaderless)], { cluster: upgrading }),
		is: 'Upgrading',
		exit: exits.done,
	},
	{
		what: 'two of three are down',
		seen: sight([well(0, leaderless), down(1), down(2)]),
		is: 'QuorumLost',
		exit: exits.noQuorum,
	},
	{
		what: 'one knows no leader, and nobody else answers',
		seen: sight([well(0, leaderless), unseen(1), unseen(2)]),
		is: 'QuorumLost',
		exit: exits.noQuorum,
	},
	{
		what: 'one knows a leader, and the others could not be asked',
		seen: sight([well(1), unseen(0), unseen(2)]),
		is: 'Unknown',
		exit: exits.blind,
	},
	{
		what: 'nobody could be asked, whatever the operator says',
		seen: sight([unseen(0), unseen(1), unseen(2)], { depth: 1 }),
		is: 'Unknown',
		exit: exits.blind,
	},
	{ what: 'all are down', seen: sight([down(0), down(1), down(2)]), is: 'QuorumLost', exit: exits.noQuorum },
	{
		what: 'one of three answers and no quorum confirms a read through it',
		seen: sight([well(0, { confirmed: false }), down(1), down(2)]),
		is: 'QuorumLost',
		exit: exits.noQuorum,
	},
	{
		what: 'three of five are enough',
		seen: sight([well(0), well(1), well(2), down(3), down(4)]),
		is: 'Degraded',
		exit: exits.degraded,
		problems: ['memberSilent', 'memberSilent'],
	},
	{
		what: 'a learner that is down takes no vote with it',
		seen: sight([well(0), { ...well(1, { isLearner: true }) }]),
		is: 'Healthy',
		exit: exits.done,
		problems: ['learnerWaits'],
	},
	{
		what: 'etcd has raised an alarm',
		seen: sight([well(0, { alarms: [{ memberId: '1', kind: 'NOSPACE' }] }), well(1), well(2)]),
		is: 'Degraded',
		exit: exits.degraded,
		problems: ['alarmRaised'],
	},
	{
		what: 'the database is at 95 percent',
		seen: sight([well(0, { dbSize: 0.95 * 2 ** 31 }), well(1), well(2)]),
		is: 'Degraded',
		exit: exits.degraded,
		problems: ['nearlyFull'],
	},
	{
		what: 'the database is at 80 percent, which is a warning',
		seen: sight([well(0, { dbSize: 0.8 * 2 ** 31 }), well(1), well(2)]),
		is: 'Healthy',
		exit: exits.done,
		problems: ['nearlyFull'],
	},
	{
		what: 'two say that they lead in one term',
		seen: sight([well(0), well(1, { leads: true }), well(2)]),
		is: 'Degraded',
		exit: exits.degraded,
		problems: ['leadersDiffer'],
	},
	{
		what: 'two say that they lead in two terms, as after an election',
		seen: sight([well(0), well(1, { leads: true, term: 8n }), well(2)]),
		is: 'Healthy',
		exit: exits.done,
		problems: [],
	},
	{
		what: 'etcd lists somebody without a pod',
		seen: sight([well(0), well(1), well(2)], {
			listed: {
				clusterId: '9a1f',
				askedOf: '1',
				members: ['1', '2', '3', '4'].map((id) => ({
					id,
					name: `m${id}`,
					peerUrl: 'http://x:2380',
					started: true,
					isLearner: false,
				})),
			},
		}),
		is: 'Degraded',
		exit: exits.degraded,
		problems: ['strangerListed'],
	},
	{
		what: 'it is being upgraded',
		seen: sight([well(0), well(1), well(2)], { cluster: upgrading }),
		is: 'Upgrading',
		exit: exits.done,
	},
	{
		what: 'it is being upgraded, and one is out just now',
		seen: sight([well(0), well(1), down(2)], { cluster: upgrading }),
		is: 'Upgrading',
		exit: exits.done,
	},
	{
		what: 'it is being upgraded, and two are out',
		seen: sight([well(0), well(1), well(2), down(3), down(4)], { cluster: upgrading }),
		is: 'Degraded',
		exit: exits.degraded,
	},
	{
		what: 'an upgrade takes too long',
		seen: sight([well(0), well(1), well(2)], {
			cluster: cluster({
				conditions: [
					...condition('Upgrading', 'ProgressDeadlineExceeded', 'late'),
					...condition('Degraded', 'ProgressDeadlineExceeded', 'late'),
				],
			}),
		}),
		is: 'Degraded',
		exit: exits.degraded,
		problems: ['operatorStopped'],
	},
	{
		what: 'it is paused',
		seen: sight([well(0), well(1), well(2)], { cluster: cluster({}, { paused: true }) }),
		is: 'Paused',
		exit: exits.done,
	},
	{
		what: 'it is paused, and one is down',
		seen: sight([well(0), well(1), down(2)], { cluster: cluster({}, { paused: true }) }),
		is: 'Degraded',
		exit: exits.degraded,
	},
	{
		what: 'the spec cannot be used',
		seen: sight([well(0), well(1), well(2)], {
			cluster: cluster({ conditions: condition('Invalid', 'sizeIsEven') }),
		}),
		is: 'Degraded',
		exit: exits.degraded,
		problems: ['specRefused'],
	},
	{
		what: 'nothing was made yet',
		seen: sight([], { cluster: { metadata: { name: 'orders', namespace: 'team-a' }, spec: { size: 3 } } }),
		is: 'Creating',
		exit: exits.degraded,
	},
]

for (const { what, seen, is, exit, problems } of rows)
	test(`${what}: ${is}`, (t) => {
		const verdict = verdictOf(seen)
		t.is(verdict.health, is)
		t.is(verdict.exit, exit)
		if (problems)
			t.deepEqual(
				verdict.problems.map(({ id }) => id),
				problems,
			)
	})

test('whatever is not seen, nothing is called well', (t) => {
	const members = [well, down, unseen].flatMap((first) =>
		[well, down, unseen].flatMap((second) => [down, unseen].map((third) => [first(0), second(1), third(2)])),
	)
	for (const seen of members) t.not(verdictOf(sight(seen)).exit, exits.done)
})
