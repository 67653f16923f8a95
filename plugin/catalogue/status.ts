// How a cluster is, and what is to be done.
import type { Command } from '../command.ts'

export const status: Command = {
	name: 'status',
	group: 'look',
	describe: 'Says how a cluster is, and what is to be done',
	args: '[CLUSTER]',
	argNames: ['clusters'],
	options: [
		{ name: 'all-namespaces', short: 'A', describe: 'every cluster: the table of get, and what is wrong' },
		{
			name: 'watch',
			short: 'w',
			describe: 'go on looking: a live screen on a terminal, else a line a change',
		},
		{ name: 'interval', value: 'TIME', describe: 'how often to look while watching', default: '2s' },
		{
			name: 'output',
			short: 'o',
			value: 'FORMAT',
			choices: ['wide', 'json', 'yaml'],
			describe: 'wide adds columns; json and yaml are for programs',
		},
		{
			name: 'depth',
			value: 'DEPTH',
			choices: ['0', '1', '2', '3'],
			default: '3',
			describe: '0 its object, 1 pods and volumes, 2 metrics, 3 as a client',
		},
		{ name: 'timeout', value: 'TIME', describe: 'how long members may take to answer', default: '2s' },
		{ name: 'exit-zero', describe: 'end with 0 whatever was seen' },
	],
	examples: [
		['status orders', 'is it well, and what is to be done?'],
		['status orders -w', 'a live screen'],
		['status -A', 'all clusters, and what is wrong with them'],
		['status orders -o json', 'for programs'],
	],
	rights: [
		{ resource: 'etcdclusters', verbs: ['get', 'list'] },
		{ resource: 'pods', verbs: ['list'], optional: 'to see processes and where they run' },
		{ resource: 'persistentvolumeclaims', verbs: ['list'], optional: 'to see volumes' },
		{ resource: 'nodes', verbs: ['list', 'get'], optional: 'to see whether a node is the reason' },
		{ resource: 'poddisruptionbudgets', verbs: ['list'], optional: 'to see what evictions may do' },
		{ resource: 'pods/portforward', verbs: ['create', 'get'], optional: 'to ask members' },
		{
			resource: 'secrets',
			verbs: ['get'],
			named: 'client secret',
			optional: 'to ask members with TLS',
		},
	],
	load: async () => await import('../commands/status.ts'),
}
