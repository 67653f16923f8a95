// Free space back to the disk.
import type { Command } from '../command.ts'
import { askingMembers } from './asking.ts'

export const defrag: Command = {
	name: 'defrag',
	group: 'repair',
	describe: 'Has members give free space back to the disk, one by one and the leader last',
	args: '[CLUSTER]',
	argNames: ['clusters'],
	options: [
		{
			name: 'if',
			value: 'CONDITION',
			describe: 'only where it holds: freeRatio, free, dbSize or quotaUsage, as freeRatio>0.3',
		},
		{ name: 'plan', describe: 'say what would be done, and change nothing' },
		{ name: 'pause', value: 'TIME', default: '60s', describe: 'how long between two members' },
		{ name: 'no-move-leader', describe: 'leave leadership where it is while the leader stands still' },
		{ name: 'timeout', value: 'TIME', default: '5s', describe: 'how long members may take to answer' },
		{ name: 'yes', short: 'y', describe: 'do not ask' },
	],
	examples: [
		['defrag orders --plan', 'in which order, and how long each would stand still'],
		["defrag orders --if 'freeRatio>0.3' -y", 'those of whose file a third is free, for a script'],
	],
	rights: askingMembers,
	load: async () => await import('../commands/defrag.ts'),
}
