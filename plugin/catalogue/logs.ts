// What members and the operator write to their logs.
import type { Command } from '../command.ts'
import { levels } from '../logs/level.ts'

export const logs: Command = {
	name: 'logs',
	group: 'look',
	describe: 'Shows the logs of all members as one, in the order of time',
	args: '[CLUSTER]',
	argNames: ['clusters'],
	options: [
		{ name: 'follow', short: 'f', describe: 'go on, also with pods that come from now on' },
		{ name: 'since', value: 'TIME', describe: 'only what is newer than this, such as 10m' },
		{
			name: 'since-time',
			value: 'DATE',
			describe: 'only what is newer than this, such as 2026-11-19T08:00:00Z',
		},
		{ name: 'tail', value: 'LINES', describe: 'so many lines of each member; all of them when missing' },
		{
			name: 'member',
			value: 'NAME',
			many: true,
			names: 'members',
			describe: 'only this member; may be given more than once',
		},
		{ name: 'previous', short: 'p', describe: 'of the process before the last restart' },
		{ name: 'operator', describe: 'what the operator says of the cluster; of everything when none is named' },
		{
			name: 'level',
			value: 'LEVEL',
			choices: levels,
			default: 'debug',
			describe: 'only what is at least so grave',
		},
		{ name: 'raw', describe: 'lines as they were written, such as for jq' },
		{ name: 'timestamps', describe: 'with the nodes’ times in full' },
	],
	examples: [
		['logs orders --since 10m', 'what all members said in the last ten minutes'],
		['logs orders -f --level warn', 'warnings and errors as they come'],
		['logs orders --member orders-x3k9q2m7ab --previous', 'what a member said before it was restarted'],
		['logs orders --operator', 'what the operator did with it'],
		['logs orders --raw | jq -c "select(.level == \\"error\\")"', 'as etcd wrote it'],
	],
	rights: [
		{ resource: 'etcdclusters', verbs: ['get'] },
		{ resource: 'etcdclusters', verbs: ['list'], optional: 'to find the only cluster' },
		{ resource: 'pods', verbs: ['list'] },
		{ resource: 'pods/log', verbs: ['get'] },
		{ resource: 'pods', verbs: ['watch'], optional: 'for --follow' },
		{ resource: 'pods', verbs: ['list'], optional: 'for --operator', at: 'operator' },
		{ resource: 'pods/log', verbs: ['get'], optional: 'for --operator', at: 'operator' },
	],
	load: async () => await import('../commands/logs.ts'),
}
