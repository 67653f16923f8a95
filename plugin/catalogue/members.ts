// Who is a member, by name.
import type { Command } from '../command.ts'
import { askingMembers, timeout } from './asking.ts'

export const members: Command = {
	name: 'members',
	aliases: ['member'],
	group: 'look',
	describe: 'Lists members by name, and marks those that etcd and Kubernetes do not both know',
	args: '[CLUSTER]',
	argNames: ['clusters'],
	options: [
		{
			name: 'output',
			short: 'o',
			value: 'FORMAT',
			choices: ['wide', 'json', 'yaml'],
			describe: 'wide adds columns; json and yaml are for programs',
		},
		timeout,
	],
	examples: [
		['members orders', 'who is a member, what it is, and where it keeps its data'],
		['members orders -o json', 'for programs; ids are texts'],
	],
	rights: [
		...askingMembers,
		{ resource: 'persistentvolumeclaims', verbs: ['list'], optional: 'to see volumes' },
	],
	load: async () => await import('../commands/members.ts'),
}
