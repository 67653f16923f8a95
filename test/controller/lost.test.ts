// When a voter is lost for good and when it may come back, whose labels are put right, and which names nobody needs.
import type { Observed } from '../../controller/observed.ts'
import { all, claim, latch, look, member, mute, pod, settled, silent } from './model/look.ts'
import { planned, type Row } from './model/row.ts'

type Change = (seen: Observed) => Observed

const [three, onClaims, five] = [settled(3, 'emptyDir'), settled(3, 'claims'), settled(5, 'emptyDir')]
const quiet = (name: string, silentMs = 600_000) =>
	all(member(name, { health: mute, silentMs }), pod(name, { ready: false }))
const gone = (name: string) => all(quiet(name, 0), pod(name, 'gone'))

const lost: Readonly<Record<string, readonly [because: string, from: Observed]>> = {
	'its pod is gone': ['its pod is gone, and its data with it', look(three, gone('b'))],
	'its pod has ended': [
		'its pod has ended, and its data',
		look(three, quiet('b', 0), pod('b', { ended: true })),
	],
	'its pod found nothing': [
		'its data directory is empty',
		look(three, quiet('b', 0), pod('b', { refusedEmpty: true })),
	],
	'its volume was found empty': [
		'its data directory is empty',
		look(onClaims, quiet('b', 0), pod('b', { refusedEmpty: true })),
	],
	'its pod and claim are gone': ['its volume is gone', look(onClaims, gone('b'), claim('b', 'gone'))],
	'its volume is lost, and its pod gone': [
		'its volume is gone',
		look(onClaims, gone('b'), claim('b', { lost: true })),
	],
	'its claim is going, and its pod gone': [
		'its volume is gone',
		look(onClaims, gone('b'), claim('b', { deleting: true })),
	],
	'its claim is another, and its pod gone': [
		'its volume is gone',
		look(onClaims, gone('b'), claim('b', { uid: '9' })),
	],
	'it is silent for long': ['nobody has heard of it for 300 s', look(three, quiet('b', 300_000))],
	'it is silent for long on its volume': ['nobody has heard of it for 300 s', look(onClaims, quiet('b'))],
	'the leader does not see it either': [
		'nobody has heard of it for 300 s',
		look(three, quiet('b'), member('b', { seenByOthers: false })),
	],
}

const stays: Readonly<Record<string, readonly [is: Row['is'], from: Observed]>> = {
	'its pod is gone, and its volume is there': [
		{ rule: 'memberWithoutPod', do: 'startMember', name: 'b', from: 'itsVolume' },
		look(onClaims, gone('b')),
	],
	'its pod has ended, and its volume is there': [
		{ rule: 'memberWithoutPod', do: 'deletePod', name: 'b' },
		look(onClaims, quiet('b'), pod('b', { ended: true })),
	],
	'it is not yet silent for long': [{ rule: 'notSettled', do: 'wait' }, look(three, quiet('b', 299_999))],
	'its pod is ready, and only we do not hear it': [
		{ rule: 'notSettled', do: 'wait' },
		look(three, quiet('b'), pod('b', { ready: true })),
	],
	'the leader hears it': [
		{ rule: 'notSettled', do: 'wait' },
		look(three, quiet('b'), member('b', { seenByOthers: true })),
	],
	'nobody answers': [{ rule: 'unheard', do: 'wait' }, look(three, silent, pod('b', 'gone'))],
	'those that would stay are no majority': [
		{ rule: 'memberLost', do: 'wait' },
		look(three, quiet('b'), quiet('c', 0)),
	],
	'of those that would stay one is on its way out': [
		{ rule: 'memberLost', do: 'wait' },
		look(three, gone('b'), pod('c', { deleting: true })),
	],
}

const learns = (name: string) => member(name, { isLearner: true })

const voters: readonly Row[] = [
	...Object.entries(lost).map(([what, [because, from]]): Row => ({
		what: `a voter is removed: ${what}`,
		from,
		is: { rule: 'memberLost', do: 'removeMember', name: 'b' },
		says: new RegExp(`^b is lost: ${because}`),
	})),
	...Object.entries(stays).map(([what, [is, from]]): Row => ({ what: `a voter stays: ${what}`, from, is })),
	{
		what: 'a learner goes before a voter',
		from: look(five, gone('b'), gone('d'), learns('d')),
		is: { rule: 'memberLost', do: 'removeMember', name: 'd' },
	},
	{
		what: 'a learner goes even where no voter may',
		from: look(five, quiet('b'), quiet('c'), learns('d'), quiet('d'), quiet('e', 0)),
		is: { rule: 'memberLost', do: 'removeMember', name: 'd' },
	},
	{
		what: 'of two one goes, and the other is looked at anew',
		from: look(five, gone('b'), gone('d')),
		is: { rule: 'memberLost', do: 'removeMember', name: 'b' },
	},
	{
		what: 'a voter goes although it leads',
		from: look(three, gone('b'), member('a', { isLeader: false }), member('b', { isLeader: true })),
		is: { rule: 'memberLost', do: 'removeMember', name: 'b' },
	},
]

const unlabelled = { labelled: false } as const

const labels: readonly Row[] = [
	{
		what: 'a pod gets its labels back',
		from: look(onClaims, pod('b', unlabelled)),
		is: { rule: 'labelsLost', do: 'relabel', name: 'b' },
	},
	{
		what: 'a claim gets its labels back',
		from: look(onClaims, claim('c', unlabelled)),
		is: { rule: 'labelsLost', do: 'relabel', name: 'c' },
	},
	{
		what: 'who comes back on its volume comes first',
		from: look(onClaims, pod('b', unlabelled), gone('c')),
		is: { rule: 'memberWithoutPod', do: 'startMember', name: 'c', from: 'itsVolume' },
	},
	{
		what: 'what goes needs no labels',
		from: look(
			onClaims,
			pod('b', { ...unlabelled, deleting: true }),
			claim('c', { ...unlabelled, deleting: true }),
		),
		is: { rule: 'notSettled', do: 'wait' },
	},
]

const named =
	(name: string): Change =>
	({ status, ...seen }) => ({
		...seen,
		status: { ...status, memberStates: [...(status.memberStates ?? []), { name, role: 'Joining' }] },
	})

const names: readonly Row[] = [
	{
		what: 'a name is forgotten where the size went down before etcd was asked',
		from: look(three, named('f')),
		is: { rule: 'nameUnused', do: 'forgetName', name: 'f' },
	},
	{
		what: 'a name is kept while members are too few',
		from: look({ ...three, size: 5 }, named('f')),
		is: { rule: 'tooFewMembers', do: 'addMember', name: 'f' },
	},
	{
		what: 'a name is kept while a volume goes that it is to replace',
		from: look(onClaims, claim('b', { deleting: true }), named('f')),
		is: { rule: 'tooFewMembers', do: 'addMember', name: 'f' },
	},
	{
		what: 'the name of one that etcd lists is not unused',
		from: look(three, latch('c', { role: 'Joining' })),
		is: { rule: 'none', do: 'rest' },
	},
	{
		what: 'too many leave before a name is forgotten',
		from: look({ ...three, size: 1 }, named('f')),
		is: { rule: 'tooManyMembers', do: 'removeMember', name: 'c' },
	},
]

planned(...voters, ...labels, ...names)
