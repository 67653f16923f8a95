// Snapshots as they lie in the stores of EtcdBackups.
import type { Command, Option, Right } from '../command.ts'
import { forPrograms } from './asking.ts'

const reading = 'to look into a store, through a pod that reads it'

/** It is made beside the EtcdBackup, reached through its port, and deleted. */
const readers = (optional?: string): readonly Right[] =>
	[
		{ resource: 'pods', verbs: ['create', 'list', 'watch', 'delete'] },
		{ resource: 'pods/portforward', verbs: ['create', 'get'] },
	].map((right) => (optional === undefined ? right : { ...right, optional }))

const image: Right = {
	resource: 'deployments',
	verbs: ['get'],
	at: 'operator',
	optional: 'to know the operator’s image; --image names it as well',
}

const readerOptions: readonly Option[] = [
	{
		name: 'image',
		value: 'IMAGE',
		describe: 'what the pod that reads the store runs; the operator’s when missing',
	},
	{
		name: 'timeout',
		value: 'TIME',
		default: '2m',
		describe: 'how long that pod may take to start',
	},
]

export const snapshotLs: Command = {
	name: 'snapshot ls',
	aliases: ['snapshot list'],
	group: 'repair',
	describe: 'Lists what EtcdBackups have saved, or all snapshots in the store of one',
	args: '[BACKUP]',
	argNames: ['backups'],
	options: [
		{ name: 'all-namespaces', short: 'A', describe: 'those of every namespace' },
		{ name: 'of', value: 'CLUSTER', describe: 'those of this etcdcluster', names: 'clusters' },
		{
			name: 'output',
			short: 'o',
			value: 'FORMAT',
			choices: ['wide', 'json', 'yaml', 'name'],
			describe: 'wide, json, yaml or name',
		},
		{ name: 'no-headers', describe: 'without titles and calendar' },
		...readerOptions,
	],
	examples: [
		['snapshot ls', 'the EtcdBackups of this namespace, and which are not fresh'],
		['snapshot ls nightly', 'each snapshot of one in its store, as a calendar and as rows'],
	],
	rights: [{ resource: 'etcdbackups', verbs: ['get', 'list'] }, ...readers(reading), image],
	load: async () => await import('../commands/snapshot-ls.ts'),
}

export const snapshotShow: Command = {
	name: 'snapshot show',
	group: 'repair',
	describe: 'Says all that is known of a snapshot in a store, and what restores it',
	args: 'BACKUP [NAME]',
	argNames: ['backups'],
	options: [forPrograms, ...readerOptions],
	examples: [
		['snapshot show nightly', 'the newest'],
		['snapshot show nightly nightly_v1204551_2026-03-01-14:02:11', 'one that snapshot ls has named'],
	],
	rights: [{ resource: 'etcdbackups', verbs: ['get', 'list'] }, ...readers(), image],
	load: async () => await import('../commands/snapshot-show.ts'),
}

export const snapshotDownload: Command = {
	name: 'snapshot download',
	group: 'repair',
	describe: 'Brings a snapshot from a store to this machine, proved while it comes',
	args: 'BACKUP [NAME] [FILE|FOLDER]',
	argNames: ['backups', 'files', 'files'],
	options: [
		{ name: 'force', describe: 'write over a file that is there' },
		{ name: 'key-file', value: 'FILE', describe: 'of a sealed one: a file with the key', names: 'files' },
		...readerOptions,
	],
	examples: [
		['snapshot download nightly', 'the newest, into this folder'],
		['snapshot download nightly ./orders.db', 'the newest, into this file'],
		['snapshot download nightly NAME /backups --key-file seal.key', 'one that is sealed, in the clear'],
	],
	rights: [{ resource: 'etcdbackups', verbs: ['get', 'list'] }, ...readers(), image],
	load: async () => await import('../commands/snapshot-download.ts'),
}
