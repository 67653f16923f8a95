// The operator: what installs it, whether it is at work, and how it goes.
import type { Command } from '../command.ts'
import { waiting } from '../change/options.ts'

export const install: Command = {
	name: 'install',
	group: 'setUp',
	describe: 'Prints what installs the operator; it applies nothing itself',
	options: [
		{
			name: 'output',
			short: 'o',
			value: 'FORMAT',
			choices: ['yaml', 'json'],
			describe: 'yaml with comments, or json',
		},
		{
			name: 'certificates',
			value: 'FROM',
			choices: ['cert-manager', 'self-signed'],
			default: 'cert-manager',
			describe: 'who certifies the webhook',
		},
		{ name: 'image', value: 'NAME:TAG', describe: 'the operator’s image, where it is mirrored' },
	],
	examples: [
		['install -o yaml | kubectl apply -f -', 'with cert-manager, which must be there'],
		['install -o yaml --certificates=self-signed > operator.yaml', 'without it'],
		['install check --wait', 'until it is at work'],
	],
	rights: [],
	offline: true,
	load: async () => await import('../commands/install.ts'),
}

export const installCheck: Command = {
	name: 'install check',
	group: 'setUp',
	describe: 'Says whether the operator is installed and at work, and whether admission judges',
	options: [
		...waiting('all of it is well'),
		{ name: 'output', short: 'o', value: 'FORMAT', choices: ['json', 'yaml'], describe: 'json or yaml' },
	],
	examples: [
		['install check', 'what is there and what is not'],
		['install check --wait --timeout 3m', 'a gate after kubectl apply'],
	],
	rights: [
		{ resource: 'deployments', verbs: ['get'], at: 'operator' },
		{ resource: 'etcdclusters', verbs: ['create'] },
	],
	load: async () => await import('../commands/install-check.ts'),
}

export const uninstall: Command = {
	name: 'uninstall',
	group: 'setUp',
	describe: 'Says how the operator is taken away, and what becomes of clusters then; deletes nothing',
	options: [{ name: 'plan', describe: 'the only thing it does' }],
	examples: [['uninstall --plan', 'what to delete, in which order']],
	rights: [
		{
			resource: 'etcdclusters',
			verbs: ['list'],
			optional: 'in all namespaces, to name the clusters there are',
		},
	],
	load: async () => await import('../commands/uninstall.ts'),
}
