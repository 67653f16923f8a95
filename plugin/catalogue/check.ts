// Whether members hold the same.
import type { Command } from '../command.ts'
import { askingMembers, forPrograms } from './asking.ts'

export const check: Command = {
	name: 'check',
	group: 'repair',
	describe: 'Compares what members hold, by a sum over all keys and their history at one revision',
	args: '[CLUSTER]',
	argNames: ['clusters'],
	options: [
		{
			name: 'revision',
			value: 'REVISION',
			describe: 'at which one; the last that all voters have when missing',
		},
		forPrograms,
		{ name: 'timeout', value: 'TIME', default: '5s', describe: 'how long members may take to answer' },
	],
	examples: [['check orders', 'does every member hold the same?']],
	rights: askingMembers,
	load: async () => await import('../commands/check.ts'),
}
