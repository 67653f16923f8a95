// Leadership to another member.
import type { Command } from '../command.ts'
import { askingMembers, timeout } from './asking.ts'

export const moveLeader: Command = {
	name: 'move-leader',
	group: 'repair',
	describe: 'Hands leadership to another member, at once and without an election',
	args: '[CLUSTER]',
	argNames: ['clusters'],
	options: [
		{
			name: 'to',
			value: 'MEMBER',
			describe: 'who shall lead; whoever is in step when missing',
			names: 'members',
		},
		{
			name: 'away-from',
			value: 'NODE',
			describe: 'only if the leader is on that node, and to no member there',
		},
		{ name: 'error-unchanged', describe: 'end with 3 when there is nothing to change' },
		timeout,
	],
	examples: [
		['move-leader orders', 'to whoever is in step'],
		['move-leader orders --away-from node-c', 'before node-c is drained'],
	],
	rights: [...askingMembers, { resource: 'nodes', verbs: ['list'], optional: 'to prefer another zone' }],
	load: async () => await import('../commands/move-leader.ts'),
}
