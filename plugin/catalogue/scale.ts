// Another number of members.
import { altering, consenting, waiting } from '../change/options.ts'
import type { Command } from '../command.ts'

export const scale: Command = {
	name: 'scale',
	group: 'change',
	describe: 'Changes how many members a cluster has',
	args: '[CLUSTER]',
	argNames: ['clusters'],
	options: [
		{ name: 'replicas', value: 'COUNT', describe: 'how many members: 1, 3, 5 or 7' },
		{ name: 'current-replicas', value: 'COUNT', describe: 'only if it has so many now' },
		...altering,
		...consenting,
		...waiting('it has so many and is healthy'),
	],
	examples: [
		['scale orders --replicas 5', 'two members more, one after the other'],
		['scale orders --replicas 5 --yes --wait', 'without being asked, until it is done'],
		[
			'scale orders --replicas 1 --confirm=orders',
			'one alone, of which every restart stops reads and writes',
		],
	],
	rights: [
		{ resource: 'etcdclusters', verbs: ['get', 'patch'] },
		{
			resource: 'etcdclusters',
			verbs: ['list', 'watch'],
			optional: 'to find the only cluster, and for --wait',
		},
	],
	load: async () => await import('../commands/scale.ts'),
}
