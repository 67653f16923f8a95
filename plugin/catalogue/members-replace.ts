// A fresh member in the place of another.
import { consenting, sending, waiting } from '../change/options.ts'
import type { Command } from '../command.ts'

export const membersReplace: Command = {
	name: 'members replace',
	group: 'repair',
	describe: 'Has a fresh member take the place of another, whose volume is deleted',
	args: 'CLUSTER MEMBER',
	argNames: ['clusters', 'members'],
	options: [
		{ name: 'plan', describe: 'say what would be done, and change nothing' },
		...sending.filter(({ name }) => name !== 'field-manager'),
		...consenting,
		...waiting('it is healthy again'),
	],
	examples: [
		['members replace orders orders-abc --plan', 'what happens then'],
		[
			'members replace orders orders-abc --confirm=orders-abc --wait',
			'a fresh disk; data is copied from the others',
		],
	],
	rights: [
		{ resource: 'etcdclusters', verbs: ['get'] },
		{ resource: 'persistentvolumeclaims', verbs: ['get', 'delete'] },
		{ resource: 'etcdclusters', verbs: ['list', 'watch'], optional: 'for --wait' },
	],
	load: async () => await import('../commands/members-replace.ts'),
}
