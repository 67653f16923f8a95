import { change, create, type Row } from './row.ts'

const backupOf = (spec: object, options: Parameters<typeof create>[2] = {}) => ({
	...options,
	kind: 'EtcdBackup' as const,
	spec,
})
const endpoints = { etcdEndpoints: ['http://example-client:2379'] }
const s3 = { storageType: 'S3', s3: { path: 'bucket/key', awsSecret: 'aws' } }
const good = { ...endpoints, ...s3 }
const policy = (backupPolicy: object) => ({ ...good, backupPolicy })

const backup = (title: string, spec: object | undefined, options: Parameters<typeof create>[2] = {}): Row => {
	const { spec: asked, ...rest } = backupOf(spec ?? {}, options)
	return create(title, spec && { ...asked }, rest)
}
const restore = (title: string, spec: object, options: Parameters<typeof create>[2] = {}): Row =>
	create(title, { ...spec }, { ...options, kind: 'EtcdRestore' })

const from = {
	backupStorageType: 'S3',
	s3: { path: 'bucket/key', awsSecret: 'aws', endpoint: '', forcePathStyle: false },
}
const target = { etcdCluster: { name: 'example' } }

export const backups: readonly Row[] = [
	backup('a backup to S3', good),
	backup('a backup to ABS', { ...endpoints, storageType: 'ABS', abs: { path: 'c/k', absSecret: 'a' } }),
	backup('a backup to GCS', { ...endpoints, storageType: 'GCS', gcs: { path: 'b/k' } }),
	backup('a backup to OSS', { ...endpoints, storageType: 'OSS', oss: { path: 'b/k', ossSecret: 'o' } }),
	backup('a backup to a volume', { ...endpoints, storageType: 'PVC', pvc: { claimName: 'c', path: 'x' } }),
	backup('a backup of a cluster by name', { etcdCluster: { name: 'example' }, ...s3 }),
	backup('a backup without a spec', undefined, { refused: { specMissing: 'is missing' } }),
	backup(
		'an unknown store',
		{ ...endpoints, storageType: 'FTP' },
		{
			refused: { backupSourceUnfit: 'FTP" is no store; write S3, ABS, GCS, OSS or PVC' },
			bySchema: 'in its own words',
		},
	),
	backup('no store', endpoints, {
		refused: { backupSourceUnfit: 'is missing; write S3, ABS, GCS, OSS or PVC' },
	}),
	backup(
		'a store without its particulars',
		{ ...endpoints, storageType: 'S3' },
		{
			refused: { backupSourceUnfit: 'is missing while storageType is S3; write it' },
		},
	),
	backup(
		'two stores',
		{ ...good, gcs: { path: 'b/k' } },
		{
			refused: { backupSourceUnfit: 'is set beside storageType S3; remove it, since there is one store' },
		},
	),
	backup(
		'no key',
		{ ...endpoints, storageType: 'S3', s3: { path: 'bucket' } },
		{
			refused: { backupSourceUnfit: '"bucket" has no key; write <bucket>/<key>' },
		},
	),
	backup(
		'out of the volume',
		{ ...endpoints, storageType: 'PVC', pvc: { claimName: 'c', path: '../x' } },
		{
			refused: { backupSourceUnfit: 'leads out of the volume' },
		},
	),
	backup(
		'no endpoints',
		{ ...s3, etcdEndpoints: [] },
		{
			refused: { endpointsUnfit: 'is empty; write addresses such as http://example-client:2379' },
		},
	),
	backup(
		'an endpoint that is none',
		{ ...s3, etcdEndpoints: ['http://a b'] },
		{
			refused: { endpointsUnfit: '"http://a b" is no address' },
		},
	),
	backup(
		'two schemes',
		{ ...s3, etcdEndpoints: ['http://a:2379', 'https://b:2379'] },
		{
			refused: { endpointsUnfit: 'has http and https; write one of them' },
		},
	),
	backup(
		'a client secret without https',
		{ ...good, clientTLSSecret: 'c' },
		{
			warned: { endpointsUnfit: 'is not https, so clientTLSSecret is not used' },
		},
	),
	backup('each minute', policy({ backupIntervalInSecond: 60, maxBackups: 5 })),
	backup('by a cron line', policy({ schedule: '0 */6 * * *' })),
	backup('a negative interval', policy({ backupIntervalInSecond: -1 }), {
		refused: { scheduleUnfit: 'less than 0' },
		bySchema: 'in its own words',
	}),
	backup('a negative number of backups', policy({ maxBackups: -1 }), {
		refused: { scheduleUnfit: 'less than 0' },
		bySchema: 'in its own words',
	}),
	backup('a cron line that is none', policy({ schedule: '99 * * * *' }), {
		refused: { scheduleUnfit: '"99 * * * *" is not a cron line' },
	}),
	backup('an interval and a cron line', policy({ schedule: '0 * * * *', backupIntervalInSecond: 60 }), {
		refused: { scheduleUnfit: 'is set beside backupIntervalInSecond; write one of them' },
	}),
	backup('drilled each Sunday, and once now', {
		...good,
		drill: { schedule: '0 4 * * 0', version: '3.6.16', occasion: 'before the move' },
	}),
	backup(
		'drilled by a line that is none',
		{ ...good, drill: { schedule: 'sundays' } },
		{ refused: { drillUnfit: '"sundays" is not a cron line; write one such as 0 4 * * 0' } },
	),
	backup(
		'drilled in an etcd that is none',
		{ ...good, drill: { version: 'latest' } },
		{ refused: { drillUnfit: '"latest" is no version of etcd that is known; write one such as 3.6.16' } },
	),
	backup(
		'drilled in an etcd that restores nothing',
		{ ...good, drill: { version: '3.4.45' } },
		{ refused: { drillUnfit: '3.4.45 has no tool that restores a snapshot' } },
	),
	backup('sealed', { ...good, encryption: { keySecret: 'seal' } }),
	backup(
		'sealed without a key',
		{ ...good, encryption: {} },
		{ refused: { encryptionUnfit: 'write the name of a Secret with 32 bytes under key' } },
	),
	change(
		'a stored backup without endpoints',
		{ ...s3 },
		{ ...s3, backupPolicy: { maxBackups: 3 } },
		{ kind: 'EtcdBackup' },
	),
	change(
		'a stored backup with two stores',
		{ ...good, gcs: { path: 'b/k' } },
		{ ...good, gcs: { path: 'b/k' }, clientTLSSecret: 'x' },
		{
			kind: 'EtcdBackup',
		},
	),
	change(
		'another store without its particulars',
		good,
		{ ...good, storageType: 'GCS' },
		{
			kind: 'EtcdBackup',
			refused: { backupSourceUnfit: 'is missing while storageType is GCS; write it' },
		},
	),
	change(
		'a stored backup without a key gets another bucket',
		{ ...endpoints, storageType: 'S3', s3: { path: 'a' } },
		{ ...endpoints, storageType: 'S3', s3: { path: 'b' } },
		{
			kind: 'EtcdBackup',
			refused: { backupSourceUnfit: '"b" has no key' },
		},
	),
	restore('a restore from S3', { ...from, ...target }),
	restore('a restore of nothing', from, {
		refused: { restoreOfNothing: 'is missing; write which EtcdCluster is restored' },
	}),
	restore(
		'a restore from nowhere',
		{ backupStorageType: 'GCS', ...target },
		{
			refused: { restoreSourceUnfit: 'is missing while backupStorageType is GCS; write it' },
		},
	),
	change(
		'a restore that was done',
		{ ...from, ...target },
		{ ...from, ...target, s3: { ...from.s3, path: 'b/other' } },
		{
			kind: 'EtcdRestore',
			status: { succeeded: true },
			warned: { restoreDone: 'has no effect any more' },
		},
	),
]
