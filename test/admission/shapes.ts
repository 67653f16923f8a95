// Objects as coreos' operator and its living fork left them in the API, with fields that nobody knows.
import { apiVersion } from '../../api/names.ts'
import type { Kind } from '../../api/types.ts'

interface Stored {
	readonly title: string
	readonly object: {
		readonly apiVersion: string
		readonly kind: Kind
		readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> }
		readonly spec: Readonly<Record<string, unknown>>
		readonly [extra: string]: unknown
	}
	readonly status: Readonly<Record<string, unknown>>
}

const affinity = {
	podAntiAffinity: {
		requiredDuringSchedulingIgnoredDuringExecution: [
			{
				labelSelector: { matchExpressions: [{ key: 'etcd_cluster', operator: 'In', values: ['full'] }] },
				topologyKey: 'kubernetes.io/hostname',
			},
		],
	},
}

const status = {
	phase: 'Running',
	controlPaused: true,
	conditions: [
		{
			type: 'Available',
			status: 'True',
			lastUpdateTime: '2018-06-01T10:00:00Z',
			lastTransitionTime: '2018-06-01T10:00:00Z',
			reason: 'Cluster available',
			message: '',
		},
	],
	size: 3,
	serviceName: 'full-client',
	clientPort: 2379,
	members: { ready: ['full-4xj8m5w2bq', 'full-0000'], unready: ['full-7d9k2l1mzc'] },
	currentVersion: '3.2.13',
	targetVersion: '',
	somethingElse: { kept: [1, 2, 3] },
}

export const shapes: readonly (Stored & { readonly object: { readonly extra?: unknown } })[] = [
	{
		title: 'an EtcdCluster of coreos with every field',
		object: {
			apiVersion,
			kind: 'EtcdCluster',
			metadata: { name: 'full', annotations: { 'etcd.database.coreos.com/scope': 'clusterwide' } },
			spec: {
				size: 3,
				repository: 'quay.io/coreos/etcd',
				version: '3.2.13',
				paused: false,
				pod: {
					labels: { team: 'a' },
					annotations: { note: 'b' },
					nodeSelector: { disk: 'ssd' },
					affinity,
					antiAffinity: true,
					tolerations: [{ key: 'etcd', operator: 'Equal', value: 'yes', effect: 'NoSchedule' }],
					resources: { requests: { cpu: '200m', memory: 1073741824 }, limits: { cpu: 1 } },
					etcdEnv: [{ name: 'ETCD_HEARTBEAT_INTERVAL', value: '200' }],
					persistentVolumeClaimSpec: {
						storageClassName: 'standard',
						accessModes: ['ReadWriteOnce'],
						resources: { requests: { storage: '512Mi' } },
					},
					busyboxImage: 'busybox:1.28.0-glibc',
					securityContext: { runAsNonRoot: true, runAsUser: 9000, fsGroup: 9000 },
					DNSTimeoutInSecond: 30,
					ClusterDomain: '.cluster.local',
				},
				TLS: {
					static: { member: { peerSecret: 'p', serverSecret: 's' }, operatorSecret: 'o' },
				},
			},
			somethingAtTheRoot: { kept: true },
			extra: { somethingAtTheRoot: { kept: true } },
		},
		status,
	},
	{
		title: 'an EtcdCluster of the fork, with fields of nobody',
		object: {
			apiVersion,
			kind: 'EtcdCluster',
			metadata: { name: 'fork' },
			spec: {
				size: 5,
				repository: 'gcr.io/etcd-development/etcd',
				version: 'v3.5.8',
				podDisruptionBudget: true,
				service: { name: 'other', annotations: { a: 'b' }, selector: { c: 'd' } },
				pod: {
					tmpfs: true,
					priorityClassName: 'high',
					hostPathVolume: { path: '/x', list: [{ a: null, b: [] }] },
				},
				limitSizeToMaxReadyNodes: true,
			},
		},
		status: { ...status, phase: 'Failed', reason: 'lost', conditions: [] },
	},
	{
		title: 'an EtcdBackup of coreos',
		object: {
			apiVersion,
			kind: 'EtcdBackup',
			metadata: { name: 'backup' },
			spec: {
				etcdEndpoints: ['https://full-client:2379'],
				storageType: 'S3',
				backupPolicy: { timeoutInSecond: 60, backupIntervalInSecond: 125, maxBackups: 4 },
				s3: { path: 'b/k', awsSecret: 'aws', endpoint: 'http://minio:9000', forcePathStyle: true },
				clientTLSSecret: 'etcd-client-tls',
				notOurs: 'kept',
			},
		},
		status: {
			succeeded: true,
			Reason: 'none',
			etcdVersion: '3.2.13',
			etcdRevision: 9007199254740991,
			lastSuccessDate: '2018-06-01T10:00:00Z',
		},
	},
	{
		title: 'an EtcdRestore of coreos',
		object: {
			apiVersion,
			kind: 'EtcdRestore',
			metadata: { name: 'full' },
			spec: {
				backupStorageType: 'OSS',
				oss: { path: 'b/k', ossSecret: 'oss', endpoint: 'http://oss.test', notOurs: [1] },
				etcdCluster: { name: 'full', notOurs: 2 },
			},
		},
		status: { succeeded: false, reason: 'not yet' },
	},
]
