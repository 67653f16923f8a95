// Named checks of a cluster and of what it stands on.
import type { Command } from '../command.ts'
import { askingMembers } from './asking.ts'

export const doctor: Command = {
	name: 'doctor',
	group: 'repair',
	describe: 'Examines a cluster by named checks, and says what is wrong, why, and what to do',
	args: '[CLUSTER]',
	argNames: ['clusters'],
	options: [
		{ name: 'all-namespaces', short: 'A', describe: 'every cluster' },
		{ name: 'only', value: 'CHECKS', describe: 'these alone, by number or word, as in D07,backup' },
		{ name: 'skip', value: 'CHECKS', describe: 'all but these' },
		{ name: 'deep', describe: 'also compare what members hold; each reads all of it' },
		{
			name: 'output',
			short: 'o',
			value: 'FORMAT',
			choices: ['json', 'yaml', 'junit'],
			describe: 'json and yaml for programs, junit for CI',
		},
		{ name: 'timeout', value: 'TIME', default: '5s', describe: 'how long members may take to answer' },
	],
	examples: [
		['doctor orders', 'what is wrong, why, and what to do'],
		['doctor -A -o junit', 'every cluster, for CI'],
	],
	rights: [
		...askingMembers,
		{ resource: 'persistentvolumeclaims', verbs: ['list'], optional: 'to judge volumes' },
		{ resource: 'nodes', verbs: ['list'], optional: 'to judge how members are spread, and clocks' },
		{ resource: 'poddisruptionbudgets', verbs: ['list'], optional: 'to judge evictions' },
		{ resource: 'networkpolicies', verbs: ['list'], optional: 'to judge what stands between members' },
		{ resource: 'etcdbackups', verbs: ['list'], optional: 'to judge backups' },
		{ resource: 'customresourcedefinitions', verbs: ['get'], optional: 'to judge the operator’s age' },
		{ resource: 'etcdclusters', verbs: ['create'], optional: 'to try the webhook, by a dry run' },
		{ resource: 'deployments', verbs: ['get'], at: 'operator', optional: 'to see the operator' },
	],
	load: async () => await import('../commands/doctor.ts'),
}
