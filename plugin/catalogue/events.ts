// What happened to a cluster, on one axis of time.
import type { Command } from '../command.ts'
import { documentFormats } from '../output.ts'

export const events: Command = {
	name: 'events',
	aliases: ['timeline'],
	group: 'look',
	describe: 'Shows what happened to a cluster, whoever tells it, on one line of time',
	args: '[CLUSTER]',
	argNames: ['clusters'],
	options: [
		{ name: 'watch', short: 'w', describe: 'go on with what happens from now on' },
		{ name: 'since', value: 'TIME', describe: 'only what is newer than this; 24h when missing' },
		{ name: 'output', short: 'o', value: 'FORMAT', choices: documentFormats, describe: 'json or yaml' },
	],
	examples: [
		['events orders', 'the last day'],
		['events orders --since 30m -w', 'the last half hour, and what comes'],
		['events orders -o json', 'for a program'],
	],
	rights: [
		{ resource: 'etcdclusters', verbs: ['get'] },
		{
			resource: 'etcdclusters',
			verbs: ['list', 'watch'],
			optional: 'to find the only cluster, and for --watch',
		},
		{ resource: 'events', verbs: ['list', 'watch'], optional: 'to see what was told' },
		{ resource: 'pods', verbs: ['list', 'watch'], optional: 'to see processes that started anew' },
	],
	load: async () => await import('../commands/events.ts'),
}
