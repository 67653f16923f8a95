// Everything about a cluster that may be shown to whoever helps, in one file.
import type { Command } from '../command.ts'

export const report: Command = {
	name: 'report',
	group: 'repair',
	describe: 'Packs what somebody who helps needs to see into one file, without secrets',
	args: '[CLUSTER | --operator | --all]',
	argNames: ['clusters'],
	options: [
		{
			name: 'file',
			short: 'f',
			value: 'FILE',
			names: 'files',
			describe: 'where to; a name with the time in this folder when missing',
		},
		{ name: 'operator', describe: 'the operator alone' },
		{ name: 'all', describe: 'all clusters that may be seen, and the operator' },
		{ name: 'no-logs', describe: 'without logs' },
		{ name: 'since', value: 'TIME', describe: 'how far back logs and the timeline go; 24h when missing' },
		{ name: 'stdout', describe: 'only list what would be in it, and write no file' },
	],
	examples: [
		['report orders', 'one cluster and the operator'],
		['report orders --stdout', 'what would be in it'],
		['report --all --no-logs -f etcd.tar.gz', 'all clusters, without logs'],
	],
	rights: [
		{ resource: 'etcdclusters', verbs: ['get', 'list'] },
		{ resource: 'pods', verbs: ['list'], optional: 'for its part of the report' },
		{ resource: 'persistentvolumeclaims', verbs: ['list'], optional: 'for its part of the report' },
		{ resource: 'services', verbs: ['list'], optional: 'for its part of the report' },
		{ resource: 'events', verbs: ['list'], optional: 'for its part of the report' },
		{ resource: 'poddisruptionbudgets', verbs: ['list'], optional: 'for its part of the report' },
		{ resource: 'networkpolicies', verbs: ['list'], optional: 'for its part of the report' },
		{ resource: 'pods/log', verbs: ['get'], optional: 'for its part of the report' },
		{ resource: 'nodes', verbs: ['get'], optional: 'for its part of the report' },
		{ resource: 'deployments', verbs: ['list'], optional: 'for its part of the report', at: 'operator' },
		{ resource: 'leases', verbs: ['list'], optional: 'for its part of the report', at: 'operator' },
		{ resource: 'customresourcedefinitions', verbs: ['get'], optional: 'for its part of the report' },
	],
	load: async () => await import('../commands/report.ts'),
}
