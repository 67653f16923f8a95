// What a healthy cluster shows to the checks, for tables in which something of it is wrong.
import { crd } from '../../../api/crd.ts'
import type { Facts, Install, Meters } from '../../../plugin/doctor/facts.ts'
import type { MemberSight, Node, Sight } from '../../../plugin/sight/sight.ts'
import { at, cluster, well } from '../status/seen.ts'
import { whole } from '../whole.ts'

export const goodMeters: Meters = {
	fsyncs: 100_000,
	fsyncP99: 0.004,
	commitP99: 0.009,
	roundTrip: 0.001,
	pending: 1,
	slowApplies: 3,
	leaderChanges: 2,
	upSeconds: 86_400,
}

export const goodInstall: Install = {
	definition: { value: crd('EtcdCluster') },
	checked: [{ name: 'kinds', is: 'well', what: 'they are served' }],
	skew: { skew: 'fits', sentence: 'plugin and operator fit' },
	heartbeats: {
		value: ['node-a', 'node-b', 'node-c'].map((node, index) => ({ node, at: at - index * 9000 })),
	},
}

export const nodeAt = (name: string, zone?: string): Node => ({
	metadata: { name, ...(zone && { labels: { 'topology.kubernetes.io/zone': zone } }) },
	status: { conditions: [{ type: 'Ready', status: 'True' }] },
})
export const nodesAt = (zones: readonly (string | undefined)[] = []): ReadonlyMap<string, Node> =>
	new Map(['node-a', 'node-b', 'node-c'].map((name, index) => [name, nodeAt(name, zones[index])]))

/** On a volume of its own. */
export const stored = (member: MemberSight): MemberSight => ({
	...member,
	claim: { metadata: { name: member.name }, status: { phase: 'Bound', capacity: { storage: '8Gi' } } },
})

export const onVolumes = { pod: { persistentVolumeClaimSpec: {} } } as const

export const three: readonly MemberSight[] = [0, 1, 2].map((index) => stored(well(index)))

export const seenWell = (members: readonly MemberSight[] = three, more: Partial<Sight> = {}): Sight =>
	whole(members, { cluster: cluster({}, onVolumes), nodes: nodesAt(), ...more })

export const factsOf = (more: Partial<Facts> = {}): Facts => ({
	install: goodInstall,
	sight: seenWell(),
	ref: 'orders -n team-a',
	meters: new Map(['orders-a', 'orders-b', 'orders-c'].map((name) => [name, goodMeters])),
	missing: { value: [] },
	backups: { value: [] },
	policies: { value: [] },
	compared: undefined,
	...more,
})
