// Clusters as they may be seen, for tables of verdicts and screens.
import type { Pod } from '../../../kube/pod.ts'
import type { MemberReport, MemberSight, MemberState, Sight } from '../../../plugin/sight/sight.ts'
import type { Cluster } from '../../../plugin/target.ts'

export const at = Date.parse('2026-03-01T14:02:11Z')

const report = (id: string, more: Partial<MemberReport> = {}): MemberReport => ({
	id,
	leads: false,
	hasLeader: true,
	isLearner: false,
	version: '3.6.16',
	storageVersion: '3.6.0',
	term: 7n,
	applied: 8_812_034n,
	committed: 8_812_034n,
	revision: 1_204_551n,
	dbSize: 412 * 2 ** 20,
	dbInUse: 388 * 2 ** 20,
	quota: 2 ** 31,
	fsyncP99: 0.0031,
	leaderChanges: 1,
	roundTripMs: 1,
	confirmed: true,
	alarms: [],
	...more,
})

export const podOf = (name: string, node: string, isReady = true): Pod => ({
	metadata: { name, namespace: 'team-a', creationTimestamp: '2026-01-19T14:02:11Z' },
	spec: { nodeName: node, containers: [] },
	status: {
		phase: 'Running',
		podIP: '10.0.1.14',
		conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False' }],
		containerStatuses: [{ name: 'etcd', restartCount: 0, state: { running: {} } }],
	},
})

const names = ['orders-a', 'orders-b', 'orders-c', 'orders-d', 'orders-e'] as const
const node = (index: number): string => `node-${'abc'[index % 3] ?? ''}`

export const well = (index: number, more: Partial<MemberReport> = {}): MemberSight => {
	const name = names[index] ?? ''
	return {
		name,
		pod: podOf(name, node(index)),
		claim: undefined,
		state: {
			name,
			id: `${index + 1}`,
			role: index === 0 ? 'Leader' : 'Voter',
			version: '3.6.16',
			ready: true,
		},
		report: report(`${index + 1}`, { leads: index === 0, ...more }),
		silence: undefined,
	}
}

export const down = (index: number, what = 'nobody listens on port 2379'): MemberSight => {
	const name = names[index] ?? ''
	return {
		...well(index),
		pod: podOf(name, node(index), false),
		report: undefined,
		silence: { kind: 'down', what },
	}
}

export const unseen = (index: number): MemberSight => ({
	...well(index),
	report: undefined,
	silence: { kind: 'unseen', what: 'no answer within 2.5s' },
})

export const cluster = (more: Partial<Cluster['status']> = {}, spec: Cluster['spec'] = {}): Cluster => ({
	metadata: { name: 'orders', namespace: 'team-a', generation: 12 },
	spec: { size: 3, version: '3.6.16', ...spec },
	status: {
		clusterID: '9a1f',
		health: 'Healthy',
		observedGeneration: 12,
		currentVersion: '3.6.16',
		memberStates: [] as MemberState[],
		...more,
	},
})

export const sight = (members: readonly MemberSight[], more: Partial<Sight> = {}): Sight => ({
	at,
	tookMs: 412,
	depth: 3,
	cluster: cluster(),
	members,
	listed: undefined,
	pods: members.flatMap(({ pod }) => pod ?? []),
	claims: members.flatMap(({ claim }) => claim ?? []),
	nodes: undefined,
	budget: { metadata: { name: 'orders' }, status: { disruptionsAllowed: 1 } },
	notes: [],
	...more,
})
