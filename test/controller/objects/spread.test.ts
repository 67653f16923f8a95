import test from 'ava'
import { spread } from '../../../controller/objects/spread.ts'
import type { ClusterSpec } from '../../../api/schema/cluster.ts'

const labelSelector = { matchLabels: { app: 'etcd', etcd_cluster: 'c' } }
const over = (topologyKey: string, whenUnsatisfiable: string) => ({
	maxSkew: 1,
	topologyKey,
	whenUnsatisfiable,
	labelSelector,
})
const [node, zone] = ['kubernetes.io/hostname', 'topology.kubernetes.io/zone']
const better = [over(node, 'ScheduleAnyway'), over(zone, 'ScheduleAnyway')]
const apart = {
	podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector, topologyKey: node }] },
}
const affinity = { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: zone }] } }
const theirs = [{ maxSkew: 2, topologyKey: 'rack', whenUnsatisfiable: 'DoNotSchedule' }]

const rows: Readonly<Record<string, readonly [ClusterSpec, object]>> = {
	'nothing said': [{}, { topologySpreadConstraints: better }],
	Preferred: [{ topologySpread: 'Preferred' }, { topologySpreadConstraints: better }],
	Required: [
		{ topologySpread: 'Required' },
		{ topologySpreadConstraints: [over(node, 'DoNotSchedule'), over(zone, 'ScheduleAnyway')] },
	],
	None: [{ topologySpread: 'None' }, {}],
	'coreos’ antiAffinity': [
		{ pod: { antiAffinity: true } },
		{ affinity: apart, topologySpreadConstraints: better },
	],
	'coreos’ antiAffinity, and None': [
		{ topologySpread: 'None', pod: { antiAffinity: true } },
		{ affinity: apart },
	],
	'coreos’ antiAffinity, refused': [{ topologySpread: 'None', pod: { antiAffinity: false } }, {}],
	'an affinity replaces antiAffinity': [
		{ pod: { antiAffinity: true, affinity } },
		{ affinity, topologySpreadConstraints: better },
	],
	'constraints of their own replace ours': [
		{ topologySpread: 'Required', pod: { topologySpreadConstraints: theirs } },
		{ topologySpreadConstraints: theirs },
	],
	'no constraints, and that said': [{ pod: { topologySpreadConstraints: [] } }, {}],
}

for (const [what, [spec, expected]] of Object.entries(rows))
	test(`spread over nodes and zones: ${what}`, (t) => {
		t.deepEqual<object, object>(spread('c', spec), expected)
	})
