// What a cluster has besides its members: who finds whom, and how many may be evicted.
import test from 'ava'
import type { ClusterSpec } from '../../../api/schema/cluster.ts'
import { ownerReference } from '../../../controller/place.ts'
import { holds, protectedSize, sharedObjects } from '../../../controller/objects/shared.ts'
import { look, member, settled, silent } from '../model/look.ts'
import { owner } from './made.ts'

const labels = { app: 'etcd', etcd_cluster: 'c' }
const serving = { ...labels, 'etcd.database.coreos.com/serving': 'true' }
const template = 'etcd.database.coreos.com/template'
const port = (name: string, number: number) => ({ name, port: number, targetPort: number, protocol: 'TCP' })

const all = (spec: ClusterSpec = {}, size = 3) =>
	sharedObjects(owner, spec, size).map(({ kind, object }) => ({
		what: `${kind.kind} ${object.metadata.name}`,
		...object,
	}))
const named = (what: string, spec?: ClusterSpec, size?: number) =>
	all(spec, size).find((one) => one.what === what)

const sets: readonly (readonly [string, ClusterSpec, readonly string[]])[] = [
	['nothing said', {}, ['Service c', 'Service c-client', 'PodDisruptionBudget c']],
	[
		'another name for clients',
		{ service: { name: 'db' } },
		['Service c', 'Service db', 'PodDisruptionBudget c'],
	],
	['no budget', { podDisruptionBudget: false }, ['Service c', 'Service c-client']],
	[
		'a network policy',
		{ networkPolicy: true, podDisruptionBudget: true },
		['Service c', 'Service c-client', 'PodDisruptionBudget c', 'NetworkPolicy c'],
	],
]

for (const [what, spec, names] of sets)
	test(`shared objects: ${what}`, (t) => {
		t.deepEqual(
			all(spec).map((one) => one.what),
			names,
		)
		for (const { metadata } of all(spec)) {
			t.like(metadata, { namespace: 'shop', labels })
			t.deepEqual(metadata.ownerReferences, [ownerReference(owner)])
		}
	})

test('members find each other before they are ready, whatever is said of the Service for clients', (t) => {
	const service = {
		name: 'db',
		type: 'LoadBalancer',
		selector: { disk: 'ssd' },
		annotations: { a: 'b' },
	} as const
	for (const spec of [{}, { service }]) {
		const { metadata, spec: found } = named('Service c', spec) ?? {}
		t.deepEqual(found, {
			clusterIP: 'None',
			selector: labels,
			publishNotReadyAddresses: true,
			ports: [port('client', 2379), port('peer', 2380)],
		})
		t.deepEqual(Object.keys(metadata?.annotations ?? {}), [template])
	}
})

test('clients come only to who serves, and what is said of their Service never widens that', (t) => {
	const ports = [port('client', 2379)]
	t.deepEqual(named('Service c-client')?.spec, { type: 'ClusterIP', selector: serving, ports })
	const selector = { disk: 'ssd', app: 'other', etcd_cluster: 'other' }
	const said = named('Service c-client', {
		service: { type: 'NodePort', selector, annotations: { a: 'b' } },
	})
	t.deepEqual(said?.spec, { type: 'NodePort', selector: { disk: 'ssd', ...serving }, ports })
	const { [template]: hash, ...theirs } = said?.metadata.annotations ?? {}
	t.deepEqual(theirs, { a: 'b' })
	t.regex(hash ?? '', /^[0-9a-f]{16}$/)
})

for (const [size, minAvailable] of [
	[0, 1],
	[1, 1],
	[2, 2],
	[3, 2],
	[4, 3],
	[5, 3],
	[7, 4],
] as const)
	test(`evictions leave ${minAvailable} of ${size} voters`, (t) => {
		t.deepEqual(named('PodDisruptionBudget c', {}, size)?.spec, {
			minAvailable,
			selector: { matchLabels: serving },
			unhealthyPodEvictionPolicy: 'IfHealthyBudget',
		})
	})

test('a budget protects the voters there are, or those wanted while there are fewer', (t) => {
	const seen = look(settled(3, 'emptyDir'))
	const wanted = (size: number) => seen.wanted && { ...seen.wanted, size }
	const asLearner = look(settled(3, 'emptyDir'), member('c', { isLearner: true }))
	const quiet = look(settled(3, 'emptyDir'), silent)
	t.is(protectedSize(seen.members, 7, wanted(1)), 3, 'three vote still')
	t.is(protectedSize(seen.members, 7, wanted(5)), 5, 'five will')
	t.is(protectedSize(asLearner.members, 7, wanted(1)), 2, 'a learner has no vote')
	t.is(protectedSize(quiet.members, 3, wanted(1)), 3, 'three did when somebody was heard last')
	t.is(protectedSize(quiet.members, undefined, undefined), 1, 'nothing is known')
})

test('only members reach the peer port, everyone that of clients and of metrics', (t) => {
	const tcp = (number: number) => ({ protocol: 'TCP', port: number })
	t.deepEqual(named('NetworkPolicy c', { networkPolicy: true })?.spec, {
		podSelector: { matchLabels: labels },
		policyTypes: ['Ingress'],
		ingress: [
			{ from: [{ podSelector: { matchLabels: labels } }], ports: [tcp(2380)] },
			{ ports: [tcp(2379), tcp(2381)] },
		],
	})
})

const compared: readonly (readonly [string, unknown, unknown, boolean])[] = [
	['the same', { a: [1, { b: 'c' }] }, { a: [1, { b: 'c' }] }, true],
	['with what others added', { a: { b: 1 } }, { a: { b: 1, theirs: 2 }, status: {} }, true],
	['with what others added to a list', { a: [1] }, { a: [1, 2] }, false],
	['in another order', { a: [1, 2] }, { a: [2, 1] }, false],
	['without a field', { a: { b: 1 } }, { a: {} }, false],
	['without the object that holds it', { a: { b: 1 } }, {}, false],
	['of another value', { a: 1 }, { a: '1' }, false],
	['a list where none is', { a: [] }, { a: null }, false],
	['nothing wanted', {}, { a: 1 }, true],
]

for (const [what, wanted, found, held] of compared)
	test(`what is wanted is ${held ? '' : 'not '}there: ${what}`, (t) => {
		t.is(holds(wanted, found), held)
	})
