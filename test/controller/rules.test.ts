// What the plan is for what was seen: a row for each thing that a rule does, and for each that it must leave alone. What was seen is
// a settled cluster of the model, but for what the row is about. Rules of which something is said are in status.test.ts.
import { all, but, claim, etcd, latch, look, member, mute, pod, settled, silent } from './model/look.ts'
import { planned, type Row } from './model/row.ts'
import { adopted } from './model/scenes.ts'
import { simulate } from './model/simulate.ts'

const [one, three] = [settled(1, 'emptyDir'), settled(3, 'emptyDir')]
const [oneOnClaims, threeOnClaims] = [settled(1, 'claims'), settled(3, 'claims')]
const [old, oldOnClaims] = [settled(3, 'emptyDir', '3.3'), settled(3, 'claims', '3.3')]
const oneOfThree = { ...one, size: 3 }
const found = adopted({ volumes: false, minor: '3.6', sizes: [] }, 3, 6)
const remembered = simulate(found, { moves: 40 }).world

/** On claims, something to do that nearly nothing forbids. */
const bMayReturn = pod('b', 'gone')
const pending = { everRan: false, running: false, ready: false, node: undefined } as const
const unschedulable = { node: undefined, trouble: { reason: 'Unschedulable', message: '' } } as const
const noImage = { trouble: { reason: 'ImagePullBackOff', message: '' } } as const
const stale = { everRan: false, template: 'of another spec' } as const

const seed = (change: Parameters<typeof pod>[1]) =>
	all(
		silent,
		but({ status: { birth: { attempt: 1, seed: 'a', token: '1', state: 'forming' } } }),
		pod('a', change),
	)

/** It never ran, and nobody has heard of it for longer than a member may be silent. */
const learner = (change: Exclude<Parameters<typeof pod>[1], 'gone'> = {}) =>
	all(
		member('c', { isLearner: true, started: false, caughtUp: false, health: mute, silentMs: 600_000 }),
		latch('c', { role: 'Joining' }),
		pod('c', { ...pending, node: 'node', sealed: false, serving: false, ...change }),
	)

/** A voter whose pod is gone before it said its name. */
const nameless = (role: string, claimUID: string) =>
	all(member('c', { started: false, health: mute }), latch('c', { role, claimUID }), pod('c', 'gone'))

const hold: readonly Row[] = [
	{
		what: 'being deleted, it is left alone',
		from: look(threeOnClaims, bMayReturn, but({ deleting: true })),
		is: { rule: 'beingDeleted', do: 'rest' },
	},
	{
		what: 'held, nothing is done',
		from: look(threeOnClaims, bMayReturn, but({ heldBecause: { reason: 'Unsupported', message: 'TLS' } })),
		is: { rule: 'held', do: 'halt', reason: 'Unsupported' },
		says: /^TLS$/,
	},
	{
		what: 'paused, nothing is done',
		from: look(threeOnClaims, bMayReturn, but({ paused: true })),
		is: { rule: 'paused', do: 'rest' },
	},
	{
		what: 'a spec that never was good starts nobody',
		from: look(
			threeOnClaims,
			bMayReturn,
			but({
				wanted: undefined,
				findings: [{ rule: 'sizeIsEven', field: 'spec.size', message: '4 is even' }],
			}),
		),
		is: { rule: 'neverGood', do: 'halt', reason: 'Invalid' },
		says: /^spec.size: 4 is even$/,
	},
	{
		what: 'another cluster answers',
		from: look(
			threeOnClaims,
			bMayReturn,
			etcd(() => ({ clusterId: 'z9' })),
		),
		is: { rule: 'strangeCluster', do: 'halt', reason: 'AnotherCluster' },
		says: /cluster z9, and this one is a1$/,
	},
	...(['corrupt', 'tooFewMembers'] as const).map((rule): Row => {
		const kind = rule === 'corrupt' ? 'CORRUPT' : 'NOSPACE'
		return {
			what: `size is to grow while etcd has raised ${kind}`,
			from: look(
				oneOfThree,
				etcd(() => ({ alarms: [{ kind, memberId: 'a1' }] })),
			),
			is: { rule, do: rule === 'corrupt' ? 'halt' : 'nameMember' },
		}
	}),
]

const birth: readonly Row[] = [
	...(['gone', { deleting: true }, { lost: true }] as const).map((change): Row => ({
		what: `the seed was never scheduled, and its claim is ${change === 'gone' ? change : Object.keys(change).join()}`,
		from: look(oneOnClaims, seed(pending), claim('a', change)),
		is: { rule: 'seedLost', do: 'abandonBirth' },
	})),
	{
		what: 'the seed has no pod yet, and its claim is going',
		from: look(oneOnClaims, seed('gone'), claim('a', { deleting: true })),
		is: { rule: 'seedLost', do: 'abandonBirth' },
	},
	{
		what: 'the seed has found its directory empty',
		from: look(one, seed({ refusedEmpty: true })),
		is: { rule: 'seedLost', do: 'abandonBirth' },
	},
	{
		what: 'the seed has a node, so that it may have begun unheard',
		from: look(oneOnClaims, seed({ ...pending, node: 'node' }), claim('a', 'gone')),
		is: { rule: 'seedAnswered', do: 'wait' },
	},
	{
		what: 'the seed waits for a node, and its claim is there',
		from: look(oneOnClaims, seed(pending)),
		is: { rule: 'seedAnswered', do: 'wait' },
	},
]

const objects: readonly Row[] = [
	{
		what: 'an adopted cluster that is not remembered yet keeps its Service as it is',
		from: look(found, but({ drifted: ['Service c'] })),
		is: { rule: 'recordLost', do: 'sealMember' },
	},
	{
		what: 'adopted voters are labelled before the Service asks for the label',
		from: look(
			remembered,
			but({ drifted: ['Service c'] }),
			...['a', 'b', 'c'].map((name) => pod(name, { serving: false })),
		),
		is: { rule: 'majorityVotes', do: 'serve', names: ['a', 'b', 'c'] },
	},
	{
		what: 'adopted, and labelled, its Service is changed',
		from: look(remembered, but({ drifted: ['Service c'] })),
		is: { rule: 'objectsDrifted', do: 'applyObjects', names: ['Service c'] },
	},
]

const neverRan: readonly Row[] = [
	{
		what: 'sealed on emptyDir it is left alone though nobody can be asked',
		from: look(three, silent, pod('c', { ...stale, sealed: true })),
		is: { rule: 'unheard', do: 'wait' },
	},
	{
		what: 'started on emptyDir it is left alone though it is silent',
		from: look(three, member('c', { health: mute }), pod('c', { ...stale, sealed: false })),
		is: { rule: 'unsealed', do: 'sealMember', name: 'c' },
	},
	{
		what: 'answering on a claim it is rolled like any other',
		from: look(threeOnClaims, pod('c', stale)),
		is: { rule: 'rolls', do: 'withdraw', name: 'c' },
	},
	{
		what: 'silent on a claim it is made anew, whatever its member did before',
		from: look(threeOnClaims, member('c', { health: mute }), pod('c', stale)),
		is: { rule: 'neverRanAsWanted', do: 'deletePod', name: 'c' },
	},
	{
		what: 'a learner that was scheduled on emptyDir is forgotten first',
		from: look(three, learner(stale)),
		is: { rule: 'neverRanAsWanted', do: 'forgetName', name: 'c' },
	},
	{
		what: 'a learner that was scheduled on emptyDir leaves the list',
		from: look(three, learner(stale), latch('c', 'gone')),
		is: { rule: 'neverRanAsWanted', do: 'removeMember', name: 'c' },
	},
	{
		what: 'a learner on emptyDir that no node has stays in the list',
		from: look(three, learner({ ...stale, node: undefined })),
		is: { rule: 'neverRanAsWanted', do: 'deletePod', name: 'c' },
	},
	{
		what: 'a learner that was scheduled on a claim stays in the list',
		from: look(threeOnClaims, learner(stale)),
		is: { rule: 'neverRanAsWanted', do: 'deletePod', name: 'c' },
	},
	{
		what: 'its controller died before it said whom it may join',
		from: look(three, learner({ gated: true, node: undefined })),
		is: { rule: 'neverTold', do: 'deletePod', name: 'c' },
	},
]

const lost = {
	'its pod has ended': look(three, learner({ ended: true }), member('c', { silentMs: 0 })),
	'its pod is being deleted': look(three, learner({ deleting: true })),
	'its claim is gone': look(threeOnClaims, learner(), claim('c', 'gone')),
	'its claim has a node, and its pod finds none': look(threeOnClaims, learner(unschedulable)),
}
const waits = {
	'for a node': look(three, learner(unschedulable)),
	'for a node and a volume': look(threeOnClaims, learner(unschedulable), claim('c', { bound: false })),
	'for an image': look(three, learner(noImage)),
	'for an image, on a volume': look(threeOnClaims, learner(noImage)),
	'since a moment ago': look(three, learner({ deleting: true }), member('c', { silentMs: 1000 })),
}

const heal: readonly Row[] = [
	{
		what: 'a voter that does not serve clients yet is waited for',
		from: look(
			three,
			member('b', { health: { answers: true, confirmed: true, status: undefined, because: '' } }),
		),
		is: { rule: 'notServing', do: 'wait' },
	},
	...Object.entries(lost).map(([because, from]): Row => ({
		what: `a learner is lost: ${because}`,
		from,
		is: { rule: 'memberLost', do: 'forgetName', name: 'c' },
		says: /^c is lost: /,
	})),
	...Object.entries(waits).map(([why, from]): Row => ({
		what: `a learner waits ${why}`,
		from,
		is: { rule: 'learnerJoining', do: 'wait' },
	})),
	{
		what: 'what a claim says of its member counts more than that it was to join',
		from: look(threeOnClaims, silent, latch('c', { role: 'Joining' }), pod('c', 'gone')),
		is: { rule: 'memberWithoutPod', do: 'startMember', name: 'c', from: 'itsVolume' },
	},
	...[{ memberId: undefined }, { clusterId: 'z9' }].map((note): Row => ({
		what: `a member that was to join does not come back on a claim with another ${Object.keys(note).join()}`,
		from: look(threeOnClaims, silent, latch('c', { role: 'Joining' }), pod('c', 'gone'), claim('c', note)),
		is: { rule: 'unheard', do: 'wait' },
	})),
]

const size: readonly Row[] = [
	{
		what: 'what has served before serves again with one of three',
		from: look(oneOfThree, pod('a', { serving: false })),
		is: { rule: 'majorityVotes', do: 'serve', names: ['a'] },
	},
	{
		what: 'what never served does not yet serve with one of three',
		from: look(oneOfThree, pod('a', { serving: false }), ({ status, ...seen }) => ({
			...seen,
			status: { ...status, birth: { ...status.birth, served: false } },
		})),
		is: { rule: 'tooFewMembers', do: 'nameMember' },
	},
	...(['gone', {}] as const).map((change): Row => ({
		what: `a voter that may have begun is not begun again, its claim ${change === 'gone' ? change : 'another'}`,
		from: look(oldOnClaims, nameless('Starting', '9'), claim('c', change)),
		is: { rule: 'memberLost', do: 'forgetName', name: 'c' },
	})),
	{
		what: 'a voter that may have begun begins again on its own claim',
		from: look(oldOnClaims, nameless('Starting', '1')),
		is: { rule: 'notStarted', do: 'startMember', name: 'c', from: 'members' },
	},
	{
		what: 'a voter that was never begun begins, whatever its claim',
		from: look(oldOnClaims, nameless('Joining', '9')),
		is: { rule: 'notStarted', do: 'startMember', name: 'c', from: 'members' },
	},
	{
		what: 'who must prove that it runs has ended',
		from: look(
			old,
			...['b', 'c'].map((name) => member(name, 'gone')),
			all(pod('c', 'gone'), latch('c', 'gone')),
			all(pod('b', { ended: true }), latch('b', { role: 'Joining' })),
		),
		is: { rule: 'tooFewMembers', do: 'deletePod', name: 'b' },
	},
]

planned(...hold, ...birth, ...objects, ...neverRan, ...heal, ...size)
