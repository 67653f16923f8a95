// Processes anew, one by one.
import { altering, consenting, waiting } from '../change/options.ts'
import type { Command } from '../command.ts'

export const restart: Command = {
	name: 'restart',
	group: 'change',
	describe: 'Restarts all members one by one, the leader last, or a single one',
	args: '[CLUSTER]',
	argNames: ['clusters'],
	options: [
		{ name: 'member', value: 'NAME', describe: 'this one alone', names: 'members' },
		...altering,
		...consenting,
		...waiting('it is healthy again'),
	],
	examples: [
		['restart orders --wait', 'all of them, as kubectl rollout restart asks for it'],
		['restart orders --member orders-abc', 'one, if the disruption budget permits it'],
	],
	rights: [
		{ resource: 'etcdclusters', verbs: ['get', 'patch'] },
		{
			resource: 'etcdclusters',
			verbs: ['list', 'watch'],
			optional: 'to find the only cluster, and for --wait',
		},
		{ resource: 'pods', verbs: ['get'], optional: 'for --member' },
		{ resource: 'pods/eviction', verbs: ['create'], optional: 'for --member' },
	],
	load: async () => await import('../commands/restart.ts'),
}
