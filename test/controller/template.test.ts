// A template is another exactly where a pod would be. Every field of the schema is in one of the tables.
import test from 'ava'
import { cluster, type ClusterSpec } from '../../api/schema/cluster.ts'
import { canonical, templateOf } from '../../controller/template.ts'
import { made } from './objects/made.ts'

type Pod = NonNullable<ClusterSpec['pod']>

const selector = { matchLabels: { app: 'other' } }
const apart = {
	requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector: selector, topologyKey: 'rack' }],
}

/** What makes another pod of it. */
const shaping = {
	labels: { team: 'a' },
	annotations: { note: 'x' },
	nodeSelector: { disk: 'ssd' },
	affinity: { podAntiAffinity: apart },
	antiAffinity: true,
	tolerations: [{ key: 'etcd', operator: 'Exists' }],
	topologySpreadConstraints: [{ maxSkew: 2, topologyKey: 'rack', whenUnsatisfiable: 'ScheduleAnyway' }],
	resources: { requests: { cpu: '1' } },
	etcdEnv: [{ name: 'ETCD_HEARTBEAT_INTERVAL', value: '200' }],
	tmpfs: true,
	priorityClassName: 'high',
	imagePullSecrets: [{ name: 'registry' }],
	securityContext: { fsGroup: 7 },
	terminationGracePeriodSeconds: 60,
	ClusterDomain: '.cluster.local',
} as const satisfies Pod

/** What is its member's for good, or read and not used. */
const not = {
	persistentVolumeClaimSpec: { resources: { requests: { storage: '1Gi' } } },
	busyboxImage: 'busybox:1',
	DNSTimeoutInSecond: 5,
} as const satisfies Pod

const beside = {
	size: 5,
	version: '3.6.15',
	repository: 'registry.example/other', // changes while the pod stays
	paused: true,
	recovery: { keep: 'orders-a' },
	TLS: {}, // turned neither on nor off; what members are given changes while they run
	service: { type: 'LoadBalancer' },
	podDisruptionBudget: false,
	networkPolicy: true,
	defrag: { schedule: '30 3 * * 0' },
	bootstrap: { snapshot: {} },
} as const satisfies ClusterSpec

const shapingBeside = {
	topologySpread: 'Required',
	quotaBackendBytes: '8Gi',
	autoCompaction: { retention: '8h' },
} as const satisfies ClusterSpec

const plain: ClusterSpec = { size: 3 }
const of = (spec: ClusterSpec): string => templateOf({ ...plain, ...spec })
const rendered = (spec: ClusterSpec): string => JSON.stringify(made({ spec: { ...plain, ...spec } }).spec)
const labelled = (spec: ClusterSpec): string => JSON.stringify(made({ spec: { ...plain, ...spec } }).metadata)

const one = <T extends object>(fields: T): readonly (readonly [string, Partial<T>])[] =>
	Object.entries(fields).map(([name, value]) => [name, { [name]: value } as Partial<T>])

for (const [name, pod] of one(shaping))
	test(`another spec.pod.${name} makes another pod, and another template`, (t) => {
		t.not(rendered({ pod }) + labelled({ pod }), rendered({}) + labelled({}))
		t.not(of({ pod }), of({}))
	})

for (const [name, spec] of one(shapingBeside))
	test(`another spec.${name} makes another template`, (t) => {
		t.not(of(spec), of({}))
	})

for (const [name, pod] of one(not))
	test(`another spec.pod.${name} makes neither`, (t) => {
		t.is(rendered({ pod }), rendered({}))
		t.is(of({ pod }), of({}))
	})

for (const [name, spec] of one(beside))
	test(`another spec.${name} makes neither`, (t) => {
		t.is(rendered(spec), rendered({}))
		t.is(of(spec), of({}))
	})

test('other names of secrets make neither: members are given what we keep', (t) => {
	const from = (secret: string) => ({
		TLS: { static: { member: { peerSecret: secret, serverSecret: secret }, operatorSecret: secret } },
	})
	t.is(rendered(from('one')), rendered(from('other')))
	t.is(of(from('one')), of(from('other')))
})

test('every field of the spec is in one of these tables, and no two make the same template', (t) => {
	const { pod: inPod, ...others } = cluster.spec.node.properties ?? {}
	t.deepEqual(Object.keys({ ...shaping, ...not }).toSorted(), Object.keys(inPod?.properties ?? {}).toSorted())
	t.deepEqual(Object.keys({ ...shapingBeside, ...beside }).toSorted(), Object.keys(others).toSorted())
	const all = [
		...one(shaping).map(([, pod]) => of({ pod })),
		...one(shapingBeside).map(([, spec]) => of(spec)),
		of({}),
	]
	t.is(new Set(all).size, all.length)
})

const reversed = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(reversed)
	if (typeof value !== 'object' || value === null) return value
	return Object.fromEntries(
		Object.entries(value)
			.toReversed()
			.map(([key, field]) => [key, reversed(field)]),
	)
}

test('the order of keys is nothing, and that of a list is', (t) => {
	const spec: ClusterSpec = { ...plain, ...shapingBeside, pod: { ...shaping, ...not } }
	t.not(JSON.stringify(reversed(spec)), JSON.stringify(spec))
	t.is(of(reversed(spec) as ClusterSpec), of(spec))
	const etcdEnv = ['A', 'B'].map((name) => ({ name, value: '1' }))
	t.not(of({ pod: { etcdEnv } }), of({ pod: { etcdEnv: etcdEnv.toReversed() } }))
})

test('what is missing and what is undefined are the same, an empty pod and none, too', (t) => {
	const nothing = { pod: { labels: undefined }, quotaBackendBytes: undefined } as unknown as ClusterSpec
	t.is(of(nothing), of({}))
	t.is(of({ pod: {} }), of({}))
	t.is(of({ pod: not }), of({}))
})

// Written on pods that run: where it changed without the spec, whoever compares would take them for outdated.
test('a template is in a later version what it was', (t) => {
	t.is(of({}), '1e1778ee0155e39a')
	t.is(of({ ...shapingBeside, pod: shaping }), '0df03efb11a6a646')
})

for (const [value, text] of [
	[null, 'null'],
	[undefined, 'null'],
	['a"b', '"a\\"b"'],
	[{ b: 1, a: [true, { d: 'x', c: undefined }] }, '{"a":[true,{"d":"x"}],"b":1}'],
	[{ 'a,b': 1 }, '{"a,b":1}'],
] as const)
	test(`${typeof value} as a text: ${text}`, (t) => {
		t.is(canonical(value), text)
	})
