// Tab after kubectl etcd.
import type { Command } from '../command.ts'

export const completion: Command = {
	name: 'completion',
	group: 'setUp',
	describe: 'Completes words: for kubectl, or for a shell',
	args: '[kubectl|bash|zsh|fish|powershell]',
	options: [
		{ name: 'install', describe: 'write kubectl_complete-etcd beside the plugin, where kubectl finds it' },
	],
	examples: [
		['completion --install', 'tab completes after "kubectl etcd"; kubectl’s own completion must be on'],
		['completion bash', 'a script for bash, for who calls kubectl-etcd itself'],
	],
	rights: [],
	offline: true,
	load: async () => await import('../commands/completion.ts'),
}
