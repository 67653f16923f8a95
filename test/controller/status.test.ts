// What is planned and said when something is wrong: Available by what the members say, or their pods for them; Degraded by the worst
// that is known. What was seen is a settled cluster of the model, but for what the row is about.
import test from 'ava'
import type { Observed } from '../../controller/observed.ts'
import { plan, type RuleName } from '../../controller/plan.ts'
import { statusOf } from '../../controller/status.ts'
import type { Step } from '../../controller/step.ts'
import { all, but, denied, latch, look, member, mute, pod, settled, silent, unready } from './model/look.ts'
import { adopted, unborn } from './model/scenes.ts'

interface Row {
	readonly what: string
	readonly from: Observed
	readonly is: {
		readonly rule: RuleName
		readonly do: Step['do']
		readonly name?: string
		readonly soon?: boolean
	}
	/** Of the condition that it has the name of, status and reason. */
	readonly available: string
	readonly degraded?: string
	/** Of what is degraded. */
	readonly says?: RegExp
	readonly phase?: string
}

const three = settled(3, 'emptyDir')
const onClaims = settled(3, 'claims')
const setting = { volumes: false, minor: '3.6', sizes: [] } as const
const forming = {
	...unborn(setting, 3, 6),
	birth: { attempt: 1, seed: 'a', state: 'forming', served: false },
} as const

/** Found as its operator of old has left it. */
const found = all(but({ status: { phase: 'Running' } }))
const held = but({ heldBecause: { reason: 'CoreosOperatorRuns', message: 'it runs' } })
const blocked = but({ blocked: ['Service c is not ours'] })
const refused = but({ drifted: ['Service c'], objectsRefused: 'a quota forbids it' })

const settledTrue = 'True Cluster available'
const healthy = 'False Settled'

const unasked: readonly Row[] = [
	{
		what: 'auth is on, and two of three pods are ready',
		from: look(three, denied, unready('a')),
		is: { rule: 'locked', do: 'wait', soon: false },
		available: 'True AuthEnabled',
		degraded: 'True AuthEnabled',
		says: /etcdctl auth disable$/,
	},
	{
		what: 'auth is on, and one of three pods is ready',
		from: look(three, denied, unready('a', 'b')),
		is: { rule: 'locked', do: 'wait', soon: false },
		available: 'False QuorumLost',
		degraded: 'True AuthEnabled',
	},
	{
		what: 'nobody answers, and two of three pods are ready',
		from: look(three, silent, unready('a')),
		is: { rule: 'unheard', do: 'wait', soon: true },
		available: 'Unknown Unheard',
		degraded: 'True Unheard',
		says: /\(no quorum\), though their pods are ready$/,
	},
	{
		what: 'nobody answers, and one of three pods is ready',
		from: look(three, silent, unready('a', 'b')),
		is: { rule: 'quorumLost', do: 'wait', soon: false },
		available: 'False QuorumLost',
		degraded: 'True QuorumLost',
		says: /none is within reach$/,
	},
	{
		what: 'nobody answers, and of the voters one of two is ready',
		from: look(three, silent, unready('a'), latch('c', { role: 'Learner' })),
		is: { rule: 'quorumLost', do: 'wait' },
		available: 'False QuorumLost',
		degraded: 'True QuorumLost',
	},
	{
		what: 'nobody answers, and who is gone with its data is named',
		from: look(three, silent, pod('a', 'gone'), pod('b', 'gone')),
		is: { rule: 'quorumLost', do: 'wait' },
		available: 'False QuorumLost',
		degraded: 'True QuorumLost',
		says: /gone with their data: a, b$/,
	},
	...Object.entries({
		'auth is on': { change: denied, available: 'True AuthEnabled', degraded: 'True AuthEnabled' },
		'nobody answers': { change: silent, available: 'Unknown Unheard', degraded: 'True Unheard' },
		'nobody answers, nor is a ready': {
			change: all(silent, unready('a')),
			available: 'False QuorumLost',
			degraded: 'True QuorumLost',
		},
	}).map(([what, { change, available, degraded }]): Row => ({
		what: `b comes back on its volume though ${what}`,
		from: look(onClaims, pod('b', 'gone'), change),
		is: { rule: 'memberWithoutPod', do: 'startMember', name: 'b' },
		available,
		degraded,
	})),
]

const objects: readonly Row[] = [
	{
		what: 'nobody is born while its Service is another’s',
		from: look(forming, blocked),
		is: { rule: 'nameTaken', do: 'wait' },
		available: 'False Creating',
		degraded: 'True NameTaken',
	},
	{
		what: 'a declared cluster goes on while its Service is another’s',
		from: look(onClaims, blocked, pod('b', 'gone')),
		is: { rule: 'memberWithoutPod', do: 'startMember' },
		available: settledTrue,
		degraded: 'True NameTaken',
		says: /^Service c is not ours; it is left alone$/,
	},
	{
		what: 'one whose status was lost is remembered all the same',
		from: look(three, blocked, but({ status: {} })),
		is: { rule: 'recordLost', do: 'rememberCluster' },
		available: settledTrue,
		degraded: 'True NameTaken',
	},
	{
		what: 'a stored version that is none says so, and that the members answer',
		from: look(three, but({ wanted: undefined, spec: { size: 3, version: '3.1.8' } })),
		is: { rule: 'neverGood', do: 'halt' },
		available: settledTrue,
		degraded: 'True Invalid',
		says: /^spec.version: "3.1.8" is of no minor that this operator knows/,
	},
	{
		what: 'what is refused is tried again later',
		from: look(three, refused),
		is: { rule: 'objectsRefused', do: 'wait', soon: false },
		available: settledTrue,
		degraded: 'True ObjectsRefused',
		says: /^Service c: a quota forbids it$/,
	},
	{
		what: 'what is refused keeps nobody from healing',
		from: look(onClaims, refused, pod('b', 'gone')),
		is: { rule: 'memberWithoutPod', do: 'startMember' },
		available: settledTrue,
		degraded: 'True ObjectsRefused',
	},
	{
		what: 'what was refused and is as wanted now is not spoken of',
		from: look(three, refused, but({ drifted: [] })),
		is: { rule: 'none', do: 'rest' },
		available: settledTrue,
		degraded: healthy,
	},
]

const adoption: readonly Row[] = [
	{
		what: 'while its own operator still runs',
		from: look(adopted(setting, 3, 6), found, held),
		is: { rule: 'held', do: 'halt' },
		available: settledTrue,
		degraded: 'True CoreosOperatorRuns',
		phase: 'Running',
	},
	{
		what: 'while it is paused',
		from: look(adopted(setting, 3, 6), found, but({ paused: true })),
		is: { rule: 'paused', do: 'rest' },
		available: settledTrue,
		degraded: healthy,
		phase: 'Running',
	},
	{
		what: 'while it is paused, and nobody answers',
		from: look(adopted(setting, 3, 6), found, but({ paused: true }), silent),
		is: { rule: 'paused', do: 'rest' },
		available: 'Unknown Unheard',
		degraded: healthy,
		phase: 'Running',
	},
	{
		what: 'before it was ever spoken of',
		from: look(adopted(setting, 3, 6), held),
		is: { rule: 'held', do: 'halt' },
		available: settledTrue,
		degraded: 'True CoreosOperatorRuns',
		phase: '',
	},
]

for (const { what, from, is, available, degraded, says = /^/, phase } of [
	...unasked,
	...objects,
	...adoption,
])
	test(`${is.rule}: ${what}`, (t) => {
		const step = plan(from)
		t.like(step, is)
		const status = statusOf(from, step, '')
		const condition = (type: string) => status.conditions?.find((one) => one.type === type)
		const said = (type: string) => `${condition(type)?.status} ${condition(type)?.reason}`
		t.is(said('Available'), available)
		if (degraded !== undefined) t.is(said('Degraded'), degraded)
		t.regex(condition('Degraded')?.message ?? '', says)
		if (phase !== undefined) t.is(status.phase, phase)
	})

/** A sentence that counts would be written, and told as an event, with every look. */
test('a lost member that stays for now is said in the same words however long it is silent', (t) => {
	const after = (silentMs: number) => {
		const seen = look(
			three,
			member('b', { health: mute, silentMs }),
			pod('b', { ready: false }),
			pod('c', { deleting: true }),
		)
		const step = plan(seen)
		t.like(step, { rule: 'memberLost', do: 'wait' })
		t.regex(step.why, /^b is lost .* stays for now: of the 2 that would stay 1 answer/)
		return [step, statusOf(seen, step, '')]
	}
	t.deepEqual(after(301_000), after(4_000_000))
})
