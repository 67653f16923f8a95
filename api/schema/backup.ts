// EtcdBackup and EtcdRestore. Pure.
import { condition } from './condition.ts'
import { choice, list, object, text, truth, whole, type TypeOf } from './field.ts'
import { encryption, sources, storageTypes } from './source.ts'

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
	serviceAccountName: text(
		'As whom Jobs run, for stores that know workloads by it; the one called default when missing.',
	),
	drill: object(
		'When the newest snapshot is restored into an etcd that nobody uses, to see that it can be.',
		{
			schedule: text('A cron line in UTC, such as 0 4 * * 0.'),
			version: text('The etcd that it is restored into; the one it was taken from when missing.', {
				maxLength: 80,
			}),
			occasion: text('Any text: another one asks for one more drill at once.', { maxLength: 63 }),
		},
	),
	encryption,
})

const backupStatus = object('What became of it.', {
	succeeded: truth('Whether the last one did.'),
	Reason: text('Why it did not.'),
	etcdVersion: text('The version of the member it came from.'),
	etcdRevision: whole('Up to which revision.'),
	lastSuccessDate: text('When the last one that succeeded was taken.'),
	last: object('The last one that succeeded: whole, read back, and as it had been.', {
		object: text('Its name in the store.'),
		location: text('Where it is, for people.'),
		bytes: whole('Its size.'),
		sha256: text('The sum of the database in it.'),
		revision: text('Up to which revision.'),
		clusterId: text('Of which cluster, as etcd calls it.'),
		member: text('From which member.'),
		etcdVersion: text('Of which version.'),
		takenAt: text('When it was begun.'),
		verifiedAt: text('When all of it had been read back.'),
		seconds: whole('How long it took.'),
		kept: whole('How many of this EtcdBackup are in the store.'),
		removed: whole('How many were removed for it.'),
		note: text('What did not go as it should, without harm to it.'),
	}),
	lastRun: object('The last attempt, whatever became of it.', {
		job: text('Its Job.'),
		due: text('When it was due.'),
		ended: text('When it ended.'),
		result: text('Running, Succeeded or Failed.'),
		code: text('What kind of failure.'),
		failures: whole('How many failed in a row.'),
	}),
	nextRun: text('When the next one is due.'),
	drill: object('The last drill: whether a snapshot became an etcd that holds what it should.', {
		job: text('Its Job.'),
		due: text('When it was due.'),
		ended: text('When it ended.'),
		result: text('Running, Passed, Unproved or Failed.'),
		code: text('What kind of failure.'),
		message: text('In one sentence.'),
		object: text('The snapshot, by its name in the store.'),
		revision: text('Up to which it was compared.'),
		keys: text('How many there were at that revision.'),
		etcdVersion: text('Of the etcd that it was restored into.'),
		seconds: whole('How long it took, with the start of its pod.'),
		occasion: text('Its occasion, if it was asked for by one.'),
		passedAt: text('When the last one passed.'),
	}),
	observedGeneration: whole('The generation of the spec that this status answers.'),
	conditions: list('What holds and what does not.', condition),
})

const restoreSpec = object('Which snapshot becomes which cluster.', {
	backupStorageType: choice('Where the snapshot is: S3, ABS, GCS, OSS or PVC.', ...storageTypes),
	...sources,
	encryption,
	etcdCluster: object('The cluster that is restored.', {
		name: text('The EtcdCluster in the same namespace.'),
	}),
	confirm: text(
		'The status.clusterID of a cluster that answers and is not empty: what it holds is given up for the snapshot.',
	),
})

const restoreStatus = object('What became of it.', {
	succeeded: truth('Whether it did.'),
	reason: text('Why it did not.'),
	phase: text('Which step it is at: Verifying, Verified, Restoring, Succeeded, Refused or Failed.'),
	snapshot: object('What the snapshot was found to be, before anything was touched.', {
		location: text('Where it is, for people.'),
		bytes: whole('Its size.'),
		sha256: text('The sum of the database in it.'),
		revision: text('Up to which revision.'),
		minor: text('The minor of etcd that wrote it, where that is known.'),
		takenAt: text('When it was begun, where that is known.'),
		manifest: truth('Whether it has one.'),
	}),
	observedGeneration: whole('The generation of the spec that this status answers.'),
	conditions: list('What holds and what does not.', condition),
})

export const backup = { spec: backupSpec, status: backupStatus }
export const restore = { spec: restoreSpec, status: restoreStatus }
export type BackupSpec = TypeOf<typeof backupSpec>
export type BackupStatus = TypeOf<typeof backupStatus>
export type RestoreSpec = TypeOf<typeof restoreSpec>
export type RestoreStatus = TypeOf<typeof restoreStatus>
