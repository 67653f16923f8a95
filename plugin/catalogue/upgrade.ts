// Another version of etcd.
import { altering, consenting, waiting } from '../change/options.ts'
import type { Command } from '../command.ts'

export const upgrade: Command = {
	name: 'upgrade',
	group: 'change',
	describe: 'Moves a cluster to another version of etcd, one minor at a time',
	args: '[CLUSTER]',
	argNames: ['clusters'],
	options: [
		{ name: 'to', value: 'VERSION', describe: 'the version to go to', names: 'versions' },
		{ name: 'plan', describe: 'say what would be done, and what cannot be taken back; change nothing' },
		{ name: 'allow-downgrade', describe: 'permit one minor down, by its annotation' },
		...altering,
		...consenting,
		...waiting('every member runs it'),
	],
	examples: [
		['upgrade orders --to 3.6.16 --plan', 'every step on the way, and the point of no return'],
		['upgrade orders --to 3.6.16 --wait', 'a line for each member while it goes'],
		['upgrade orders --to 3.6.16 --dry-run=server', 'what admission says of it'],
		['upgrade orders --to 3.6.16 --allow-downgrade', 'down from 3.7'],
	],
	rights: [
		{ resource: 'etcdclusters', verbs: ['get', 'patch'] },
		{
			resource: 'etcdclusters',
			verbs: ['list', 'watch'],
			optional: 'to find the only cluster, and for --wait',
		},
	],
	load: async () => await import('../commands/upgrade.ts'),
}
