// A new cluster.
import { sending, waiting } from '../change/options.ts'
import type { Command } from '../command.ts'

export const create: Command = {
	name: 'create',
	group: 'change',
	describe: 'Makes a cluster, or prints a manifest with comments to keep',
	args: '[NAME]',
	options: [
		{ name: 'replicas', value: 'COUNT', describe: 'how many members: 1, 3, 5 or 7; 3 when missing' },
		{ name: 'size', value: 'COUNT', describe: 'the same as --replicas' },
		{ name: 'version', value: 'VERSION', describe: 'of etcd; a recent one when missing', names: 'versions' },
		{
			name: 'storage',
			value: 'SIZE',
			describe: 'of each volume, 10Gi when missing; none for data in the pods',
		},
		{ name: 'storage-class', value: 'NAME', describe: 'of the volumes; the default class when missing' },
		{ name: 'memory', value: 'SIZE', describe: 'requested and limited, for each member' },
		{ name: 'cpu', value: 'AMOUNT', describe: 'requested for each member' },
		{ name: 'quota', value: 'SIZE', describe: 'how large the database may become; etcd’s 2Gi when missing' },
		{
			name: 'tls',
			value: 'SOURCE',
			describe: 'cert-manager:ISSUER, secrets (of yours) or none',
		},
		{ name: 'node-selector', value: 'KEY=VALUE', many: true, describe: 'a label that nodes must have' },
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
