// Whose plugin this is, and which operator it talks to.
import type { Command } from '../command.ts'

export const version: Command = {
	name: 'version',
	group: 'setUp',
	describe: 'Says which plugin this is, which operator runs, and whether they fit',
	options: [
		{ name: 'client', describe: 'ask no cluster' },
		{ name: 'output', short: 'o', value: 'FORMAT', choices: ['json', 'yaml'], describe: 'json or yaml' },
	],
	examples: [
		['version', 'plugin and operator'],
		['version --client', 'the plugin alone'],
	],
	rights: [
		{ resource: 'deployments', verbs: ['get'], at: 'operator', optional: 'to see the operator' },
		{ resource: 'etcdclusters', verbs: ['list'], optional: 'to see which versions of etcd run' },
	],
	load: async () => await import('../commands/version.ts'),
}
