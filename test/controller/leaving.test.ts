// Who leaves a cluster that has too many members or a volume that goes, in which order, and when nobody may.
import type { Observed } from '../../controller/observed.ts'
import { all, claim, latch, look, member, mute, pod, settled } from './model/look.ts'
import { runs, wants } from './model/roll.ts'
import { planned, type Row } from './model/row.ts'

type Change = (seen: Observed) => Observed

const [five, three] = [settled(5, 'claims'), settled(3, 'emptyDir')]
const threeOfFive = { ...five, size: 3 }
const oneOfThree = { ...three, size: 1 }

const leads = (name: string) => all(member('a', { isLeader: false }), member(name, { isLeader: true }))
const silent = (name: string) => member(name, { health: mute })
const learns = (name: string) => member(name, { isLearner: true })
const going = (name: string) => claim(name, { deleting: true })

const first: Readonly<Record<string, readonly [name: string, ...changes: readonly Change[]]>> = {
	'the youngest, where all are well': ['e'],
	'the youngest of the others, where the youngest leads': ['d', leads('e')],
	'who is silent': ['b', silent('b')],
	'who is silent and youngest, of two': ['d', silent('b'), silent('d')],
	'whose pod is being deleted': ['b', pod('b', { deleting: true })],
	'through whom nothing can be confirmed': [
		'b',
		member('b', { health: { answers: true, confirmed: false, status: undefined, because: 'x' } }),
	],
	'a learner': ['b', learns('b')],
	'who is silent, before a learner': ['c', learns('b'), silent('c')],
	'whose volume goes': ['b', going('b')],
	'whose volume is lost': ['b', claim('b', { lost: true })],
	'whose claim is another than it was': ['b', claim('b', { uid: '9' })],
	'a learner, before one whose volume goes': ['d', going('b'), learns('d')],
	'who is silent, before one whose volume goes': ['d', going('b'), silent('d')],
	'nobody’s leader, though it is silent': ['e', silent('a')],
	'nobody’s leader, though its volume goes': ['e', going('a')],
}

const order = Object.entries(first).map(([who, [name, ...changes]]): Row => ({
	what: `first leaves ${who}`,
	from: look(threeOfFive, ...changes),
	is: { rule: 'tooManyMembers', do: 'removeMember', name },
}))

/** One that somebody has made by hand. */
const stranger = (name: string, change: Parameters<typeof member>[1] = {}) =>
	all(
		...(change === 'gone' ? [] : [member(name, { ours: false, ...change })]),
		pod(name, 'gone'),
		latch(name, 'gone'),
	)

const few: readonly Row[] = [
	{
		what: 'one of two leaves, and the leader stays',
		from: look(oneOfThree, member('c', 'gone'), pod('c', 'gone'), latch('c', 'gone')),
		is: { rule: 'tooManyMembers', do: 'removeMember', name: 'b' },
	},
	{
		what: 'nobody leaves whom a majority of the others would miss',
		from: look({ ...three, size: 2 }, silent('a')),
		is: { rule: 'tooManyMembers', do: 'wait' },
		says: /c leaves, but not yet: of the 2 that would stay 1 answer, and 2 are needed$/,
	},
	{
		what: 'who was not made by us is not counted, and does not leave',
		from: look({ ...three, size: 2 }, stranger('c')),
		is: { rule: 'none', do: 'rest' },
	},
	{
		what: 'who was not made by us stays where others leave',
		from: look(oneOfThree, stranger('c')),
		is: { rule: 'tooManyMembers', do: 'removeMember', name: 'b' },
	},
]

/** Four, of which the last has come for one whose volume goes. */
const successor = all(member('e', 'gone'), pod('e', 'gone'), claim('e', 'gone'), latch('e', 'gone'))
const fourOfThree = (...changes: readonly Change[]) => look(threeOfFive, successor, ...changes)

const volumes: readonly Row[] = [
	{
		what: 'who stands on a volume that goes stays until there is a successor',
		from: look(settled(3, 'claims'), going('b')),
		is: { rule: 'tooFewMembers', do: 'nameMember' },
	},
	{
		what: 'who stands on a volume that goes stays until its successor votes',
		from: fourOfThree(going('b'), learns('d')),
		is: { rule: 'learnerJoining', do: 'promote', name: 'd' },
	},
	...[going('b'), claim('b', { lost: true }), claim('b', 'gone'), claim('b', { uid: '9' })].map(
		(change, index): Row => ({
			what: `who stands on a volume that is ${['going', 'lost', 'gone', 'another'][index]} leaves after that`,
			from: fourOfThree(change),
			is: { rule: 'succeeded', do: 'removeMember', name: 'b' },
		}),
	),
	{
		what: 'of two on volumes that go neither leaves before the second successor votes',
		from: look(threeOfFive, going('b'), going('c'), learns('e')),
		is: { rule: 'learnerJoining', do: 'promote', name: 'e' },
	},
	{
		what: 'while another is silent, who stands on a volume that goes stays if it must',
		from: fourOfThree(going('b'), silent('c'), silent('d'), leads('b')),
		is: { rule: 'succeeded', do: 'wait' },
		says: /b leaves, .* but not yet: of the 3 that would stay 1 answer, and 2 are needed$/,
	},
	{
		what: 'a pod that goes already is not waited for a successor of',
		from: look(settled(3, 'claims'), going('b'), pod('b', { deleting: true })),
		is: { rule: 'notSettled', do: 'wait' },
		says: /b does not answer for sure: its pod is being deleted$/,
	},
]

const notReady = (...names: readonly string[]) => all(...names.map((name) => pod(name, { ready: false })))

const heirs: Readonly<Record<string, readonly [name: string, ...changes: readonly Change[]]>> = {
	'the first that is well': ['b'],
	'one that is ready, if any is': ['c', notReady('b')],
	'one that is not ready, if none is': ['b', notReady('b', 'c', 'd')],
	'nobody who is silent': ['c', silent('b')],
	'nobody whose pod is being deleted': ['c', pod('b', { deleting: true })],
	'nobody whose volume goes, too': ['c', going('b')],
}

const four = ['a', 'b', 'c', 'd']
const early = all(
	wants({ target: '3.2.13', targetMinor: '3.2' }),
	...four.flatMap((name) => [runs(name, '3.2.13'), claim(name, { version: '3.2.13' })]),
)

const leaders: readonly Row[] = [
	...Object.entries(heirs).map(([who, [toName, ...changes]]): Row => ({
		what: `before the leader leaves, leads ${who}`,
		from: fourOfThree(going('a'), ...changes),
		is: { rule: 'succeeded', do: 'moveLeader', toName },
		says: new RegExp(`^${toName} leads before a leaves$`),
	})),
	{
		what: 'the leader stays where nobody else can lead',
		from: fourOfThree(...['a', 'b', 'c', 'd'].map(going)),
		is: { rule: 'succeeded', do: 'wait' },
		says: /nobody else can lead$/,
	},
	{
		what: 'who once led leaves',
		from: fourOfThree(going('a'), leads('b')),
		is: { rule: 'succeeded', do: 'removeMember', name: 'a' },
	},
	{
		what: 'of 3.2 the leader leaves as it is, since nothing can hand leadership over',
		from: look({ ...settled(5, 'claims', '3.2'), size: 3 }, successor, going('a'), early),
		is: { rule: 'succeeded', do: 'removeMember', name: 'a' },
	},
]

const strangers: readonly Row[] = [
	...([1, 3, 5] as const).map((size): Row => ({
		what: `nobody leaves or joins of ${size} while one that somebody made does not answer`,
		from: look({ ...three, size }, stranger('c', { health: mute })),
		is: { rule: 'strangerSilent', do: 'wait' },
		says: /was not made by us and does not answer: start it, or etcdctl member remove c1$/,
	})),
	{
		what: 'it is not removed however long it is silent',
		from: look(three, stranger('c', { health: mute, silentMs: 600_000 })),
		is: { rule: 'strangerSilent', do: 'wait' },
	},
	{
		what: 'one that answers without a quorum does not count as well',
		from: look(
			oneOfThree,
			stranger('c', { health: { answers: true, confirmed: false, status: undefined, because: 'x' } }),
		),
		is: { rule: 'strangerSilent', do: 'wait' },
	},
	{
		what: 'a learner that somebody made holds nothing back',
		from: look(oneOfThree, stranger('c', { isLearner: true, health: mute })),
		is: { rule: 'tooManyMembers', do: 'removeMember', name: 'b' },
	},
]

planned(...order, ...few, ...volumes, ...leaders, ...strangers)
