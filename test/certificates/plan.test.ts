import test from 'ava'
import { nextStep, type Pair, type Seen } from '../../certificates/plan.ts'
import { decodeData, encodeData, issue, pairOf } from '../../certificates/pairs.ts'
import { authoritiesIn } from '../../runtime/pki/authorities.ts'

const pace = { publishMs: 60, spreadMs: 600 }
const pair = (name: string, notBefore = 0): Pair => ({
	ca: `${name} authority`,
	cert: `${name} certificate`,
	key: `${name} key`,
	notBefore,
	notAfter: notBefore + 9000,
})
const old = pair('old')
const young = pair('young', 6500)
const bothTrusted = {
	trusted: [
		[old.ca, young.ca],
		[old.ca, young.ca],
	],
}
const seen = (more: Partial<Seen>): Seen => ({
	now: 1000,
	serving: old,
	servingSince: 0,
	next: undefined,
	nextPublishedSince: undefined,
	trusted: [[old.ca], [old.ca]],
	...more,
})

for (const [title, given, expected] of [
	['nothing is there', seen({ serving: undefined, trusted: [[], []] }), { do: 'issue', into: 'serving' }],
	['it has ended', seen({ now: 9001 }), { do: 'issue', into: 'serving' }],
	['nobody trusts it yet', seen({ trusted: [[], []] }), { do: 'trust', authorities: [old.ca] }],
	[
		'one configuration lost it',
		seen({ trusted: [[old.ca], ['other']] }),
		{ do: 'trust', authorities: [old.ca] },
	],
	['it is young', seen({}), { do: 'wait', milliseconds: 5000 }],
	['two thirds are over', seen({ now: 6001 }), { do: 'issue', into: 'next' }],
	[
		'the next authority is unknown',
		seen({ now: 6600, next: young }),
		{ do: 'trust', authorities: [old.ca, young.ca] },
	],
	[
		'the next authority is published, which is not noted',
		seen({
			now: 6600,
			next: young,
			...bothTrusted,
		}),
		{ do: 'notePublished' },
	],
	[
		'API servers are hearing of it',
		seen({
			now: 6650,
			next: young,
			nextPublishedSince: 6600,
			...bothTrusted,
		}),
		{ do: 'wait', milliseconds: 100 },
	],
	[
		'API servers have heard of it',
		seen({
			now: 6661,
			next: young,
			nextPublishedSince: 6600,
			...bothTrusted,
		}),
		{ do: 'switch' },
	],
	[
		'somebody took the next authority away in between',
		seen({ now: 6661, next: young, nextPublishedSince: 6600, trusted: [[old.ca], [old.ca, young.ca]] }),
		{ do: 'trust', authorities: [old.ca, young.ca] },
	],
	[
		'pods are taking the new certificate',
		seen({
			now: 7000,
			serving: young,
			servingSince: 6700,
			next: young,
			...bothTrusted,
		}),
		{ do: 'wait', milliseconds: 300 },
	],
	[
		'every pod has it',
		seen({
			now: 7301,
			serving: young,
			servingSince: 6700,
			next: young,
			...bothTrusted,
		}),
		{ do: 'trust', authorities: [young.ca] },
	],
	[
		'the old authority is gone',
		seen({ now: 7301, serving: young, servingSince: 6700, next: young, trusted: [[young.ca], [young.ca]] }),
		{ do: 'forgetNext' },
	],
	[
		'it was broken and issued anew: pods still show the one before, which stays trusted',
		seen({ now: 6600, serving: young, servingSince: 6500 }),
		{ do: 'trust', authorities: [young.ca, old.ca] },
	],
	[
		'it was issued anew, and pods have it',
		seen({ now: 7200, serving: young, servingSince: 6500, ...bothTrusted }),
		{ do: 'trust', authorities: [young.ca] },
	],
	[
		'what was to come has ended while nobody looked',
		seen({ now: 17000, serving: pair('later', 16900), next: young, ...bothTrusted }),
		{ do: 'forgetNext' },
	],
	[
		'all is done',
		seen({ now: 7301, serving: young, servingSince: 6700, trusted: [[young.ca], [young.ca]] }),
		{ do: 'wait' },
	],
] as const)
	test(`next step: ${title}`, (t) => {
		const { why, ...step } = nextStep(given, pace)
		t.like(step, expected)
		t.true(why.length > 10)
	})

test('whatever pods show while it is being replaced is trusted, wherever it is interrupted', (t) => {
	let world = seen({ serving: undefined, trusted: [[], []] })
	const issued: Pair[] = []
	const shown = new Set<string>()
	for (let turn = 0; turn < 400; turn++) {
		const step = nextStep(world, pace)
		const { now } = world
		if (step.do === 'issue') {
			const fresh = pair(`number ${issued.length}`, now)
			issued.push(fresh)
			world =
				step.into === 'serving' ? { ...world, serving: fresh, servingSince: now } : { ...world, next: fresh }
		} else if (step.do === 'trust') world = { ...world, trusted: world.trusted.map(() => step.authorities) }
		else if (step.do === 'notePublished') world = { ...world, nextPublishedSince: now }
		else if (step.do === 'switch') {
			// Pods take it at any time from now on, and until then show the one before.
			shown.add(world.serving?.ca ?? '').add(world.next?.ca ?? '')
			world = { ...world, serving: world.next, servingSince: now }
		} else if (step.do === 'forgetNext') {
			shown.clear()
			world = { ...world, next: undefined, nextPublishedSince: undefined }
		} else world = { ...world, now: now + step.milliseconds }
		if (step.do === 'trust' && step.authorities.length === 1) shown.delete(issued.at(-2)?.ca ?? '')
		for (const ca of shown)
			for (const trusted of world.trusted) t.true(trusted.includes(ca), `${turn}: ${ca}`)
	}
	t.true(issued.length > 5)
})

test('what is issued can be read back, and only under its names', (t) => {
	const hosts = ['webhook.here.svc', 'webhook.here.svc.cluster.local']
	const data = issue(hosts, 60_000)
	const read = pairOf(decodeData(encodeData(data)), hosts)
	t.is(read?.cert, data['tls.crt'])
	t.true((read?.notAfter ?? 0) - Date.now() < 61_000)
	t.is(pairOf(data, ['other.svc']), undefined)
	t.is(pairOf({ ...data, 'ca.crt': issue(hosts, 60_000)['ca.crt'] ?? '' }, hosts), undefined)
	t.is(pairOf({ ...data, 'tls.key': issue(hosts, 60_000)['tls.key'] ?? '' }, hosts), undefined)
	t.is(pairOf({}, hosts), undefined)
	t.deepEqual(authoritiesIn(`${data['ca.crt']}${data['tls.crt']}`), [data['ca.crt'], data['tls.crt']])
	t.deepEqual(authoritiesIn('nothing'), [])
})
