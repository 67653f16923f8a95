// What Kubernetes and the cluster's object tell, as entries on one axis.
import test from 'ava'
import type { Cluster } from '../../../plugin/target.ts'
import { counted, type Entry } from '../../../plugin/timeline/entry.ts'
import { entriesOfCluster } from '../../../plugin/timeline/from-cluster.ts'
import { entryOfEvent, isAbout, type KubeEvent } from '../../../plugin/timeline/from-events.ts'
import { entriesOfPod } from '../../../plugin/timeline/from-pods.ts'

const iso = (at: number | undefined): string =>
	at === undefined ? '' : new Date(at).toISOString().slice(11, 19)
const day = '2026-11-19T'

const event = (more: Partial<KubeEvent>): KubeEvent => ({ metadata: { name: 'e' }, ...more })

test('whose events are the cluster’s', (t) => {
	const rows: readonly (readonly [string, string, boolean])[] = [
		['EtcdCluster', 'orders', true],
		['EtcdCluster', 'orders-2', false],
		['Pod', 'orders-x3k9q2m7ab', true],
		['PersistentVolumeClaim', 'orders-x3k9q2m7ab', true],
		['Pod', 'orders-api-x3k9q2m7ab', false],
		['Pod', 'orders-x3k9q2m7abc', false],
		['Pod', 'orders-1', false],
		['Pod', 'orders-by-hand', true],
		['Service', 'orders-client', true],
		['Service', 'orders', true],
		['Certificate', 'orders-peer-tls', true],
		['Deployment', 'orders', false],
		['Pod', 'ordersxx3k9q2m7ab', false],
	]
	for (const [kind, name, wanted] of rows)
		t.is(
			isAbout(event({ involvedObject: { kind, name } }), 'orders', new Set(['orders-by-hand'])),
			wanted,
			`${kind} ${name}`,
		)
	t.false(isAbout(event({}), 'orders', new Set()))
	t.false(isAbout(event({ involvedObject: { kind: 'Pod', name: 'axb-x3k9q2m7ab' } }), 'a.b', new Set()))
})

test('the time of an event is its last, and its kind is by its reason', (t) => {
	const rows: readonly (readonly [Partial<KubeEvent>, string, string, number, string])[] = [
		[
			{ firstTimestamp: `${day}01:00:00Z`, lastTimestamp: `${day}02:00:00Z`, count: 5 },
			'02:00:00',
			'01:00:00',
			5,
			'event',
		],
		[
			{
				eventTime: `${day}03:00:00.5Z`,
				series: { count: 7, lastObservedTime: `${day}04:00:00Z` },
				lastTimestamp: null,
			},
			'04:00:00',
			'03:00:00',
			7,
			'event',
		],
		[{ eventTime: `${day}03:00:00Z` }, '03:00:00', '03:00:00', 1, 'event'],
		[{ lastTimestamp: `${day}03:00:00Z`, reason: 'Leader Moved' }, '03:00:00', '03:00:00', 1, 'leader'],
		[
			{ lastTimestamp: `${day}03:00:00Z`, reason: 'Member Upgraded', type: 'Normal' },
			'03:00:00',
			'03:00:00',
			1,
			'upgrade',
		],
		[
			{ lastTimestamp: `${day}03:00:00Z`, reason: 'Upgrading', type: 'Warning' },
			'03:00:00',
			'03:00:00',
			1,
			'warning',
		],
	]
	for (const [given, at, first, count, sort] of rows) {
		const entry = entryOfEvent(event(given))
		t.deepEqual([iso(entry?.at), iso(entry?.first), entry?.count, entry?.sort], [at, first, count, sort])
	}
	t.is(entryOfEvent(event({ message: 'never' })), undefined)
})

test('what is said in several events is one entry, in the order of time', (t) => {
	const one: Entry = {
		at: 5,
		first: 5,
		count: 1,
		sort: 'warning',
		kind: 'Pod',
		name: 'a',
		reason: 'r',
		text: 't',
	}
	const all = counted([{ ...one, at: 9, first: 8, count: 3 }, { ...one, text: 'other', at: 7 }, one])
	t.deepEqual(
		all.map(({ at, first, count, text }) => [at, first, count, text]),
		[
			[7, 5, 1, 'other'],
			[9, 5, 4, 't'],
		],
	)
})

const cluster = {
	metadata: {
		name: 'orders',
		namespace: 'team-a',
		creationTimestamp: `${day}00:00:00Z`,
		managedFields: [
			{
				manager: 'kubectl-client-side-apply',
				operation: 'Update',
				time: `${day}06:00:00Z`,
				fieldsV1: {
					'f:metadata': {
						'f:annotations': {
							'.': {},
							'f:kubectl.kubernetes.io/last-applied-configuration': {},
							'f:note': {},
						},
					},
					'f:spec': { '.': {}, 'f:size': {}, 'f:version': {} },
				},
			},
			{
				manager: 'kubectl-etcd',
				operation: 'Update',
				subresource: 'status',
				time: `${day}07:00:00Z`,
				fieldsV1: { 'f:status': { 'f:size': {} } },
			},
			{
				manager: 'argocd',
				operation: 'Apply',
				time: `${day}08:00:00Z`,
				fieldsV1: { 'f:spec': Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`f:f${at}`, {}])) },
			},
			{
				manager: 'nothing',
				operation: 'Update',
				time: `${day}08:00:00Z`,
				fieldsV1: { 'f:metadata': { 'f:finalizers': {} } },
			},
		],
	},
	status: {
		conditions: [
			{
				type: 'Available',
				status: 'True',
				reason: 'Cluster available',
				message: '',
				lastTransitionTime: `${day}01:00:00Z`,
			},
			{
				type: 'Degraded',
				status: 'True',
				reason: 'MemberSilent',
				message: 'orders-a does not answer',
				lastTransitionTime: `${day}02:00:00Z`,
			},
			{ type: 'Scaling', status: 'False', reason: 'Settled', lastTransitionTime: '' },
		],
		lastBackup: { name: 'nightly', time: `${day}03:00:00Z`, revision: '12', location: 's3://b/k' },
	},
} as unknown as Cluster

test('the cluster tells of its birth, its conditions, its backup and its writers', (t) => {
	t.deepEqual(
		entriesOfCluster(cluster).map(({ at, sort, text, who }) => [iso(at), sort, text, who]),
		[
			['00:00:00', 'born', 'made', undefined],
			['01:00:00', 'condition', 'Available is True (Cluster available)', undefined],
			['02:00:00', 'warning', 'Degraded is True (MemberSilent): orders-a does not answer', undefined],
			['03:00:00', 'snapshot', 'nightly was verified, revision 12, s3://b/k', undefined],
			['06:00:00', 'edit', 'wrote spec.size, spec.version, annotation note', 'kubectl-client-side-apply'],
			['08:00:00', 'edit', 'wrote spec.f0, spec.f1, spec.f2, spec.f3, spec.f4, spec.f5 and 2 more', 'argocd'],
		],
	)
	t.deepEqual(entriesOfCluster({ metadata: { name: 'bare' } }), [])
})

test('a pod tells when it was made and how its processes ended', (t) => {
	const ended = (reason: string, exitCode: number, finishedAt: string) => ({
		terminated: { reason, exitCode, finishedAt: `${day}${finishedAt}Z` },
	})
	const pod = {
		metadata: { name: 'orders-a', creationTimestamp: `${day}00:00:00Z` },
		spec: { nodeName: 'node1', containers: [] },
		status: {
			containerStatuses: [
				{
					name: 'etcd',
					restartCount: 2,
					lastState: ended('OOMKilled', 137, '01:00:00'),
					state: ended('Error', 1, '02:00:00'),
				},
			],
		},
	}
	t.deepEqual(
		entriesOfPod(pod).map(({ at, sort, text }) => [iso(at), sort, text]),
		[
			['00:00:00', 'member', 'pod made, on node1'],
			['01:00:00', 'restart', 'etcd ended: OOMKilled (exit code 137); restarted 2 times in all'],
			['02:00:00', 'restart', 'etcd ended: Error (exit code 1)'],
		],
	)
})
