// A new cluster.
import { sending, waiting } from '../change/options.ts'
import type { Command } from '../command.ts'
import { shaping } from './shaping.ts'

export const create: Command = {
	name: 'create',
	group: 'change',
	describe: 'Makes a cluster, or prints a manifest with comments to keep',
	args: '[NAME]',
	options: [
		...shaping,
		{
			name: 'filename',
			short: 'f',
			value: 'FILE',
			describe: 'make what a file has; - reads it from stdin',
			names: 'files',
		},
		...sending,
		...waiting('it is healthy'),
	],
	examples: [
		['create orders', 'three members, a volume of 10Gi each'],
		['create orders --dry-run=client -o yaml > orders.yaml', 'a manifest with comments, for Git'],
		[
			'create orders --tls=cert-manager:etcd-authority --storage 20Gi --quota 8Gi --wait',
			'encrypted, and larger',
		],
		['create -f orders.yaml --dry-run=server', 'what admission says of a file'],
	],
	rights: [
		{ resource: 'etcdclusters', verbs: ['create'] },
		{ resource: 'etcdbackups', verbs: ['create'], optional: 'for backups in a file' },
		{ resource: 'etcdrestores', verbs: ['create'], optional: 'for restores in a file' },
		{ resource: 'etcdclusters', verbs: ['list', 'watch'], optional: 'for --wait' },
	],
	load: async () => await import('../commands/create.ts'),
}
