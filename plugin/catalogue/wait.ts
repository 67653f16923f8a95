// A gate for scripts and pipelines.
import type { Command } from '../command.ts'

export const wait: Command = {
	name: 'wait',
	group: 'look',
	describe: 'Waits until a cluster is as it should be, and says what it still waits for',
	args: '[CLUSTER]',
	argNames: ['clusters'],
	options: [
		{
			name: 'for',
			value: 'WHAT',
			default: 'healthy',
			describe: 'healthy, quorum, upgraded, generation, deleted or condition=TYPE',
		},
		{ name: 'timeout', value: 'TIME', default: '5m', describe: 'how long at most; 0 looks once' },
	],
	examples: [
		['wait orders --for=healthy', 'until all members are well and as the spec says'],
		['wait orders --for=quorum --timeout=15m', 'while nodes come back'],
		['wait orders --for=upgraded --timeout=0', 'is it there already? 0 or 124'],
		['wait orders --for=condition=Available', 'any condition of the status'],
	],
	rights: [{ resource: 'etcdclusters', verbs: ['get', 'list', 'watch'] }],
	load: async () => await import('../commands/wait.ts'),
}
