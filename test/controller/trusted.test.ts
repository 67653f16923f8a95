// What is believed before something is done: whose objects there are, whose volume it is, who has proved that it runs, and whose kubelet
// would start it without its data.
import type { Observed } from '../../controller/observed.ts'
import { peerUrl } from '../../etcd/arguments.ts'
import { memberHost } from '../../api/names.ts'
import { all, but, etcd, latch, look, member, mute, pod, settled, silent } from './model/look.ts'
import { planned } from './model/row.ts'
import { adopted, unborn } from './model/scenes.ts'

type Change = (seen: Observed) => Observed

const [one, three] = [settled(1, 'emptyDir'), settled(3, 'emptyDir')]
const [oneOnClaims, old] = [settled(1, 'claims'), settled(3, 'emptyDir', '3.3')]
const nobody = unborn({ volumes: false, minor: '3.6', sizes: [] }, 3, 4)
const urlsOf = (...names: readonly string[]): readonly string[] =>
	names.map((name) => peerUrl('http', memberHost(name, { cluster: 'c', namespace: 'n' })))

const crash = {
	running: false,
	ready: false,
	trouble: { reason: 'CrashLoopBackOff', message: '' },
	template: 'of another spec',
} as const
const forming = but({ status: { birth: { attempt: 1, seed: 'a', token: '1', state: 'forming' } } })

planned(
	{
		what: 'a pod that somebody let go',
		from: look(nobody, but({ strangers: ['c-x'] })),
		is: { rule: 'namesakes', do: 'halt' },
		says: /^pod c-x is labelled as this cluster's and is not: delete it/,
	},
	{
		what: 'a claim that nobody owns',
		from: look(nobody, but({ unowned: ['c-x'] })),
		is: { rule: 'namesakes', do: 'halt' },
		says: /^claim c-x is labelled/,
	},
	{
		what: 'a pod of an earlier cluster that is ending',
		from: look(nobody, but({ ending: ['c-x'] })),
		is: { rule: 'namesakes', do: 'wait' },
	},
	{
		what: 'a cluster that lives goes on beside a stranger',
		from: look(three, but({ strangers: ['x'], unowned: ['y'], ending: ['z'] })),
		is: { rule: 'none', do: 'rest' },
	},
	{
		what: 'whatever is on its volume is no newborn',
		from: look(oneOnClaims, forming, member('a', { ours: false })),
		is: { rule: 'seedAnswered', do: 'halt' },
		says: /^the volume of a holds another cluster/,
	},
	{
		what: 'a cluster of many is no newborn',
		from: look(three, forming),
		is: { rule: 'seedAnswered', do: 'halt' },
		says: /holds another cluster/,
	},
	{
		what: 'members of another place are not taken over',
		from: look(
			adopted({ volumes: false, minor: '3.6', sizes: [] }, 3, 6),
			etcd(({ all: members }) => ({ all: members.map((listed) => ({ ...listed, ours: false })) })),
		),
		is: { rule: 'recordLost', do: 'halt' },
		says: /whose members have peer URLs of another place/,
	},
)

planned(
	...[
		['an undeclared seed', look(one, silent, forming, pod('a', crash)), 'a'],
		['a member on its volume', look(oneOnClaims, silent, pod('a', crash)), 'a'],
	].map(([what, from, name]) => ({
		what: `${what as string} that crashes is made anew from a mended spec`,
		from: from as Observed,
		is: { rule: 'crashesAsItWas', do: 'deletePod', name: name as string } as const,
	})),
	{
		what: 'one without a volume is not: its data would go',
		from: look(one, silent, pod('a', crash)),
		is: { rule: 'quorumLost', do: 'wait' },
	},
	{
		what: 'one that is made as wanted is not: it would crash again',
		from: look(oneOnClaims, silent, pod('a', { ...crash, template: '0' })),
		is: { rule: 'quorumLost', do: 'wait' },
	},
	{
		what: 'one of another operator’s making is not',
		from: look(oneOnClaims, silent, pod('a', { ...crash, template: '' })),
		is: { rule: 'quorumLost', do: 'wait' },
	},
)

/** As at a birth, before any client. */
const unserved: Change = ({ status, pods, ...seen }) => ({
	...seen,
	pods: pods.map((known) => ({ ...known, serving: false })),
	status: { ...status, birth: { ...status.birth, served: false } },
})

const waiting = {
	everRan: false,
	running: false,
	ready: false,
	sealed: false,
	serving: false,
	node: undefined,
} as const
const joining = (told: readonly string[]) =>
	all(
		member('c', { isLearner: true, started: false, caughtUp: false, health: mute }),
		latch('c', { role: 'Joining' }),
		pod('c', { ...waiting, told }),
	)

planned(
	{
		what: 'told another list than there is, it would be refused',
		from: look(three, joining(urlsOf('a', 'b', 'c', 'd'))),
		is: { rule: 'neverRanAsWanted', do: 'deletePod', name: 'c' },
		says: /whom it may join has changed$/,
	},
	{
		what: 'told the list that there is, it is waited for',
		from: look(three, joining(urlsOf('a', 'b', 'c'))),
		is: { rule: 'learnerJoining', do: 'wait' },
	},
)

const proving = (change: Parameters<typeof pod>[1]) =>
	look(
		old,
		member('c', 'gone'),
		latch('c', { role: 'Joining' }),
		pod('c', {
			sealed: false,
			told: urlsOf('a', 'b', 'c'),
			running: false,
			ready: false,
			...(change as object),
		}),
	)
const refused = {
	everRan: true,
	unlisted: true,
	trouble: { reason: 'CrashLoopBackOff', message: '' },
} as const

planned(
	{
		what: 'a third voter proves first that it runs, too',
		from: look(old, member('c', 'gone'), latch('c', { role: 'Joining' }), pod('c', 'gone')),
		is: { rule: 'tooFewMembers', do: 'startMember', name: 'c', from: 'members' },
	},
	{
		what: 'one that crashes for another reason has proved nothing',
		from: proving({ ...refused, unlisted: false }),
		is: { rule: 'tooFewMembers', do: 'wait' },
	},
	{
		what: 'one that reached the others and heard that it is none of them has',
		from: proving(refused),
		is: { rule: 'tooFewMembers', do: 'addMember', name: 'c' },
	},
	{
		what: 'one that is on its way out has not',
		from: proving({ ...refused, deleting: true }),
		is: { rule: 'tooFewMembers', do: 'wait' },
	},
	{
		what: 'one that waits with an old list is made anew',
		from: proving({ ...refused, told: urlsOf('a', 'b', 'c', 'd') }),
		is: { rule: 'tooFewMembers', do: 'deletePod', name: 'c' },
	},
)

const caughtUp = (firm: boolean) =>
	all(member('c', { isLearner: true }), pod('c', { firm, serving: false, ready: false }))

planned(
	{
		what: 'who has caught up votes once its kubelet knows of its seal',
		from: look(three, caughtUp(true)),
		is: { rule: 'learnerJoining', do: 'promote', name: 'c' },
	},
	{
		what: 'a kubelet that could still start it without its data is waited for',
		from: look(three, caughtUp(false)),
		is: { rule: 'learnerJoining', do: 'wait' },
	},
	{
		what: 'but not before any client was let in',
		from: look({ ...three, size: 2 }, caughtUp(false), member('b', 'gone'), pod('b', 'gone'), unserved),
		is: { rule: 'learnerJoining', do: 'promote', name: 'c' },
	},
	{
		what: 'no client is let in while a kubelet could start a voter without its data',
		from: look(three, unserved, pod('b', { firm: false })),
		is: { rule: 'none', do: 'rest' },
	},
	{
		what: 'clients are let in once all kubelets know',
		from: look(three, unserved),
		is: { rule: 'majorityVotes', do: 'serve' },
	},
)
