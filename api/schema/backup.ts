// EtcdBackup and EtcdRestore. Pure.
import { condition } from './condition.ts'
import { choice, list, object, text, truth, whole, type TypeOf } from './field.ts'
import { sources, storageTypes } from './source.ts'

const backupSpec = object('What is saved, where to and when.', {
	etcdEndpoints: list(
		'Addresses of members or of a Service, such as http://example-client:2379.',
		text('An address.'),
	),
	etcdCluster: object('Instead of addresses: a cluster of ours in the same namespace.', {
		name: text('The EtcdCluster.'),
	}),
	storageType: choice('Where snapshots go: S3, ABS, GCS, OSS or PVC.', ...storageTypes),
	...sources,
	backupPolicy: object('When and for how long; once when missing.', {
		timeoutInSecond: whole('How long one backup may take; from its size when missing or 0.'),
		backupIntervalInSecond: whole('Seconds between backups; 0 is one backup.', { minimum: 0 }),
		maxBackups: whole('How many are kept; 0 keeps all.', { minimum: 0 }),
		schedule: text('Instead of an interval: a cron line, such as 0 */6 * * *.'),
	}),
	clientTLSSecret: text('The client certificate shown to members, with the keys of an operatorSecret.'),
})

const backupStatus = object('What became of it.', {
	succeeded: truth('Whether the last one did.'),
	Reason: text('Why it did not.'),
	etcdVersion: text('The version of the member it came from.'),
	etcdRevision: whole('Up to which revision.'),
	lastSuccessDate: text('When the last one that succeeded was taken.'),
	observedGeneration: whole('The generation of the spec that this status answers.'),
	conditions: list('What holds and what does not.', condition),
})

const restoreSpec = object('Which snapshot becomes which cluster.', {
	backupStorageType: choice('Where the snapshot is: S3, ABS, GCS, OSS or PVC.', ...storageTypes),
	...sources,
	etcdCluster: object('The cluster that is restored.', {
		name: text('The EtcdCluster in the same namespace.'),
	}),
})

const restoreStatus = object('What became of it.', {
	succeeded: truth('Whether it did.'),
	reason: text('Why it did not.'),
	phase: text('Which step it is at.'),
	observedGeneration: whole('The generation of the spec that this status answers.'),
	conditions: list('What holds and what does not.', condition),
})

export const backup = { spec: backupSpec, status: backupStatus }
export const restore = { spec: restoreSpec, status: restoreStatus }
export type BackupSpec = TypeOf<typeof backupSpec>
export type BackupStatus = TypeOf<typeof backupStatus>
export type RestoreSpec = TypeOf<typeof restoreSpec>
export type RestoreStatus = TypeOf<typeof restoreStatus>
