// Which rights commands need, as roles.
import type { Command } from '../command.ts'

export const rbac: Command = {
	name: 'rbac',
	group: 'setUp',
	describe: 'Prints the least roles that commands need, or says what you may do',
	args: '[CLUSTER]',
	argNames: ['clusters'],
	options: [
		{ name: 'for', value: 'COMMAND', many: true, describe: 'for this command; all of them when missing' },
		{ name: 'minimal', describe: 'leave out what a command can do without' },
		{ name: 'all-namespaces', short: 'A', describe: 'one role for all namespaces' },
		{ name: 'check', describe: 'ask the API server what you may do of it' },
		{ name: 'output', short: 'o', value: 'FORMAT', choices: ['yaml', 'json'], describe: 'yaml or json' },
	],
	examples: [
		['rbac --for scale -n team-a', 'what somebody needs who scales clusters of team-a'],
		['rbac orders --for status --for members-replace', 'with the secret of this cluster by its name'],
		['rbac --for wait -n team-a | kubectl apply -f -', 'the line that binds it stands in the first comment'],
		['rbac --check', 'what you may do yourself'],
	],
	rights: [{ resource: 'etcdclusters', verbs: ['get'], optional: 'to name the secret of a cluster' }],
	load: async () => await import('../commands/rbac.ts'),
}
