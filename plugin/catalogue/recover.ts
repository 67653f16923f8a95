// What to do about a quorum that is lost.
import { sending } from '../change/options.ts'
import type { Command } from '../command.ts'

export const recover: Command = {
	name: 'recover',
	group: 'repair',
	describe: 'Goes on from one member once the quorum is lost for good, and says first what it loses',
	args: '[CLUSTER]',
	argNames: ['clusters'],
	options: [
		{ name: 'plan', describe: 'say what would be done, and change nothing' },
		{ name: 'from-member', value: 'MEMBER', describe: 'go on from this one', names: 'members' },
		{
			name: 'discard',
			value: 'MEMBERS',
			describe: 'who might come back and is given up all the same, with commas',
		},
		{ name: 'confirm', value: 'NAME', describe: 'the name of the cluster again' },
		...sending.filter(({ name }) => name !== 'output'),
		{
			name: 'output',
			short: 'o',
			value: 'FORMAT',
			choices: ['name', 'json', 'yaml'],
			describe: 'json and yaml are for programs',
		},
		{ name: 'force-conflicts', describe: 'change the field even where another manager keeps it' },
		{ name: 'wait', describe: 'wait until as many vote as before; so it is where somebody looks on' },
		{
			name: 'wait-timeout',
			value: 'TIME',
			default: '15m',
			describe: 'how long at most; 124 is the answer then',
		},
		{ name: 'timeout', value: 'TIME', describe: 'how long members may take to answer', default: '5s' },
	],
	examples: [
		['recover orders --plan', 'from whom it could go on, why, and which writes would be lost'],
		['recover orders --from-member orders-a --confirm=orders', 'as the plan says, until it is done'],
		[
			'recover orders --from-member orders-a --discard orders-b --confirm=orders',
			'though orders-b might come back',
		],
	],
	rights: [
		{ resource: 'etcdclusters', verbs: ['get', 'list'] },
		{ resource: 'etcdclusters', verbs: ['patch', 'watch'], optional: 'to carry a plan out' },
		{ resource: 'pods', verbs: ['list'] },
		{ resource: 'persistentvolumeclaims', verbs: ['list'] },
		{ resource: 'nodes', verbs: ['list', 'get'] },
		{ resource: 'pods/portforward', verbs: ['create', 'get'] },
		{ resource: 'secrets', verbs: ['get'], named: 'client secret', optional: 'where clients speak TLS' },
	],
	load: async () => await import('../commands/recover.ts'),
}
