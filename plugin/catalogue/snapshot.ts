// Snapshots as files of this machine.
import type { Command } from '../command.ts'
import { askingMembers, forPrograms } from './asking.ts'
import { rightsToSaveTo, savingTo } from './saving-to.ts'

export const snapshotSave: Command = {
	name: 'snapshot save',
	group: 'repair',
	describe: 'Saves all that a cluster holds into a file of this machine or a store, and proves it',
	args: '[CLUSTER] [FILE|FOLDER|-]',
	argNames: ['clusters', 'files'],
	options: [
		{
			name: 'from-member',
			value: 'NAME',
			describe: 'from this one alone; the furthest follower when missing',
			names: 'members',
		},
		{ name: 'force', describe: 'write over a file that is there' },
		{
			name: 'allow-stale',
			describe: 'from whoever answers, though no quorum confirms that it has everything',
		},
		{
			name: 'credentials-secret',
			value: 'NAME',
			describe: 'with authentication: a Secret with the keys username and password',
		},
		{
			name: 'timeout',
			value: 'TIME',
			default: '0',
			describe: 'give up after so long; as long as it takes when missing',
		},
		...savingTo,
	],
	examples: [
		['snapshot save orders', 'a file named by its revision and the time, in this folder'],
		['snapshot save orders orders.db --force', 'over the one of yesterday'],
		[
			'snapshot save orders - | ssh backup "cat > orders.db"',
			'it ends with another code than 0 unless all came whole',
		],
		[
			'snapshot save orders --to s3://backups/orders/ --secret aws --wait',
			'by the cluster itself, into a store',
		],
	],
	rights: [...askingMembers, ...rightsToSaveTo],
	load: async () => await import('../commands/snapshot-save.ts'),
}

export const snapshotStatus: Command = {
	name: 'snapshot status',
	group: 'repair',
	describe: 'Says what is in a snapshot’s file, having read all of it',
	args: 'FILE',
	argNames: ['files'],
	options: [forPrograms],
	examples: [
		['snapshot status orders.db', 'its revision, its keys, its sums, and which page is broken'],
		['snapshot status orders.db -o json', 'for programs'],
	],
	rights: [],
	offline: true,
	load: async () => await import('../commands/snapshot-status.ts'),
}

export const snapshotVerify: Command = {
	name: 'snapshot verify',
	group: 'repair',
	describe: 'Ends with 0 only when all of a snapshot’s file is as it was saved',
	args: 'FILE|BACKUP',
	argNames: ['files'],
	options: [
		forPrograms,
		{
			name: 'drill',
			describe: 'restore the newest of an EtcdBackup into an etcd that nobody uses, and compare',
		},
		{ name: 'force-conflicts', describe: 'ask for a drill even where another manager keeps the field' },
		{
			name: 'timeout',
			value: 'TIME',
			default: '10m',
			describe: 'how long a drill may take at most; 0 for ever',
		},
	],
	examples: [
		['snapshot verify orders.db && echo good', 'before somebody restores from it'],
		['snapshot verify nightly --drill', 'whether an etcd comes out of it that holds what it should'],
	],
	rights: [{ resource: 'etcdbackups', verbs: ['get', 'list', 'watch', 'patch'], optional: 'for --drill' }],
	offline: true,
	load: async () => await import('../commands/snapshot-verify.ts'),
}
