// Alarms of etcd.
import type { Command } from '../command.ts'
import { askingMembers, forPrograms, timeout } from './asking.ts'

export const alarmLs: Command = {
	name: 'alarm ls',
	aliases: ['alarm list'],
	group: 'repair',
	describe: 'Lists the alarms that etcd has raised',
	args: '[CLUSTER]',
	argNames: ['clusters'],
	options: [forPrograms, timeout],
	examples: [['alarm ls orders', 'which alarms there are, and for whom']],
	rights: askingMembers,
	load: async () => await import('../commands/alarm-ls.ts'),
}

export const alarmDisarm: Command = {
	name: 'alarm disarm',
	group: 'repair',
	describe: 'Takes back alarms of etcd once what they are about is over',
	args: '[CLUSTER]',
	argNames: ['clusters'],
	options: [
		{
			name: 'type',
			value: 'TYPE',
			choices: ['NOSPACE', 'CORRUPT'],
			describe: 'only those; all when missing',
		},
		{ name: 'error-unchanged', describe: 'end with 3 when there is nothing to change' },
		timeout,
		{ name: 'yes', short: 'y', describe: 'do not ask' },
	],
	examples: [['alarm disarm orders --type NOSPACE', 'refused while a member has no room']],
	rights: askingMembers,
	load: async () => await import('../commands/alarm-disarm.ts'),
}
