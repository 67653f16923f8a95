import { change, create, plain, withPod, type Row } from './row.ts'

export const pods: readonly Row[] = [
	create('labels', withPod({ labels: { team: 'a', 'etcd.io/x': 'y' } })),
	create('the label app', withPod({ labels: { app: 'x' } }), {
		refused: { labelReserved: 'app, etcd_* and' },
	}),
	create('the label etcd_node', withPod({ labels: { etcd_node: 'x' } }), {
		refused: { labelReserved: 'are ours; choose another key' },
	}),
	change(
		'a stored reserved label, and another',
		withPod({ labels: { app: 'x' } }),
		withPod({ labels: { app: 'x', team: 'a' } }),
	),
	create('the annotation etcd.version', withPod({ annotations: { 'etcd.version': '3.6.16' } }), {
		refused: { annotationReserved: 'etcd.version and' },
	}),
	create('an option of etcd', withPod({ etcdEnv: [{ name: 'ETCD_HEARTBEAT_INTERVAL', value: '200' }] })),
	...[
		'ETCD_NAME',
		'ETCD_INITIAL_CLUSTER',
		'ETCD_LISTEN_METRICS_URLS',
		'ETCD_FORCE_NEW_CLUSTER',
		'ETCD_UNSAFE_NO_FSYNC',
		'ETCD_STRICT_RECONFIG_CHECK',
	].map((name) =>
		create(`the variable ${name}`, withPod({ etcdEnv: [{ name: 'A' }, { name, value: 'x' }] }), {
			refused: { envReserved: `${name} is set for every member or switches a safety off; remove it` },
		}),
	),
	change(
		'a stored reserved variable, and another',
		withPod({ etcdEnv: [{ name: 'ETCD_NAME', value: 'x' }] }),
		withPod({
			etcdEnv: [
				{ name: 'ETCD_HEARTBEAT_INTERVAL', value: '200' },
				{ name: 'ETCD_NAME', value: 'x' },
			],
		}),
	),
	change(
		'a stored reserved variable gets another value',
		withPod({ etcdEnv: [{ name: 'ETCD_FORCE_NEW_CLUSTER', value: 'false' }] }),
		withPod({ etcdEnv: [{ name: 'ETCD_FORCE_NEW_CLUSTER', value: 'true' }] }),
		{ refused: { envReserved: 'ETCD_FORCE_NEW_CLUSTER is set' } },
	),
	change(
		'a stored reserved label gets another value',
		withPod({ labels: { app: 'x' } }),
		withPod({ labels: { app: 'y' } }),
		{
			refused: { labelReserved: 'are ours' },
		},
	),
	change(
		'a stored fork cluster with a volume and tmpfs gets a label',
		withPod({ tmpfs: true }),
		withPod({ tmpfs: true, labels: { a: 'b' } }),
	),
	change('a stored fork cluster with a volume and tmpfs drops tmpfs', withPod({ tmpfs: true }), withPod({})),
	create(
		'more variables than anybody has',
		withPod({ etcdEnv: Array.from({ length: 1025 }, () => ({ name: 'A' })) }),
		{
			refused: { wrongType: 'a list is of the wrong type; write a list of at most 1024' },
			bySchema: 'in its own words',
		},
	),
	create(
		'an option as field and as variable',
		{ ...withPod({ etcdEnv: [{ name: 'ETCD_QUOTA_BACKEND_BYTES', value: '1' }] }), quotaBackendBytes: '2Gi' },
		{ refused: { envShadowsField: 'are the same option, and etcd refuses to start with both; remove one' } },
	),
	create('root', withPod({ securityContext: { runAsUser: 0, runAsNonRoot: false } }), {
		warned: { securityLoosened: 'etcd needs no root' },
	}),
	create('the init container of old', withPod({ busyboxImage: 'busybox', DNSTimeoutInSecond: 5 }), {
		warned: { fieldWithoutEffect: 'has no effect: no container waits for DNS any more' },
	}),
	create('a cluster domain', withPod({ ClusterDomain: '.cluster.local' })),
	create('a cluster domain without its dot', withPod({ ClusterDomain: 'cluster.local' }), {
		refused: {
			clusterDomainChanges:
				'"cluster.local" is appended to host names as it is; write one such as .cluster.local',
		},
	}),
	change('another cluster domain', plain, withPod({ ClusterDomain: '.cluster.local' }), {
		refused: { clusterDomainChanges: 'cannot change in a cluster that has members' },
	}),
	create('antiAffinity', withPod({ antiAffinity: true }), {
		warned: { antiAffinityDeprecated: 'is deprecated; write topologySpread: Required, or affinity' },
	}),
	create(
		'an unknown field',
		{ ...plain, replicas: 3 },
		{
			warned: { unknownField: 'is unknown: kept, and of no effect' },
		},
	),
	create(
		'a field in small letters',
		{ ...plain, tls: {} },
		{
			warned: { unknownField: 'did you mean TLS?' },
		},
	),
	change('a stored unknown field', { ...plain, hostPath: '/x' }, { ...plain, hostPath: '/x', paused: true }),

	create('a repository', { ...plain, repository: 'registry.test:5000/etcd' }),
	create(
		'a repository with a tag',
		{ ...plain, repository: 'quay.io/coreos/etcd:v3.6.16' },
		{
			refused: { repositoryUnfit: 'has a tag or digest; write the name alone' },
		},
	),
	create(
		'a repository that is none',
		{ ...plain, repository: 'Quay.io/Etcd ' },
		{
			refused: { repositoryUnfit: '"Quay.io/Etcd " is not the name of an image' },
		},
	),
	create('upkeep', {
		...plain,
		autoCompaction: { mode: 'Revision', retention: '10000' },
		defrag: { schedule: '30 3 * * 0', fragmentationPercent: 50 },
	}),
	create(
		'compaction by a wrong measure',
		{ ...plain, autoCompaction: { mode: 'Revision', retention: '8h' } },
		{
			refused: {
				upkeepUnreadable: '"8h" does not fit the mode Revision; write a number of revisions such as 10000',
			},
		},
	),
	create(
		'a schedule that is none',
		{ ...plain, defrag: { schedule: 'nightly' } },
		{
			refused: { upkeepUnreadable: '"nightly" is not a cron line; write one such as 30 3 * * 0' },
		},
	),
	create(
		'a Service for clients under the name of the other one',
		{ ...plain, service: { name: 'held' } },
		{
			name: 'held',
			refused: {
				serviceNameUnfit:
					'"held" is the Service by which members find each other; write another name, or leave it out for held-client',
			},
		},
	),
	create(
		'a Service with a name that is none',
		{ ...plain, service: { name: 'my.service' } },
		{ refused: { serviceNameUnfit: '"my.service" cannot name a Service' } },
	),
	create('a Service with a name of its own', { ...plain, service: { name: 'clients' } }),
	change(
		'a bad name that was always there',
		{ ...plain, service: { name: 'my.service' } },
		{ ...plain, size: 5, service: { name: 'my.service' } },
	),
	create('from a snapshot', {
		...plain,
		bootstrap: { snapshot: { storageType: 'S3', s3: { path: 'b/k', awsSecret: 'a' } } },
	}),
	create(
		'from a snapshot that is nowhere',
		{ ...plain, bootstrap: { snapshot: { storageType: 'S3' } } },
		{
			refused: { bootstrapUnfit: 'is missing while storageType is S3; write it' },
		},
	),
	...(
		[
			['3.4.45', { versionEndOfLife: '3.4.45 is at its end of life' }],
			['3.5.9', { versionKnownBad: '3.5.9 can go back in revision' }],
			['v3.3.27', { versionEndOfLife: 'v3.3.27 is at its end of life' }],
		] as const
	).map(([version, warned]) =>
		create(
			`from a snapshot with ${version}`,
			{
				...plain,
				version,
				bootstrap: { snapshot: { storageType: 'PVC', pvc: { claimName: 'a', path: 'b' } } },
			},
			{
				warned,
				refused: {
					bootstrapTooEarly:
						'has no tool that restores a snapshot and raises its revisions, which came with 3.5.10; write spec.version 3.5.35 or later',
				},
			},
		),
	),
	create('from a snapshot that is encrypted', {
		...plain,
		version: '3.5.35',
		bootstrap: {
			snapshot: { storageType: 'S3', s3: { path: 'b/k' }, encryption: { keySecret: 'k' } },
		},
	}),
	create(
		'from a snapshot with the first version that restores',
		{ ...plain, version: '3.5.10', bootstrap: { snapshot: { storageType: 'S3', s3: { path: 'b/k' } } } },
		{ warned: { versionKnownBad: '3.5.10 can go back in revision' } },
	),
	create(
		'from a snapshot that is encrypted with nothing',
		{
			...plain,
			bootstrap: { snapshot: { storageType: 'S3', s3: { path: 'b/k' }, encryption: {} } },
		},
		{ refused: { bootstrapUnfit: 'is missing; write the name of a Secret with 32 bytes under key' } },
	),
	change(
		'a snapshot later',
		plain,
		{ ...plain, bootstrap: { snapshot: { storageType: 'S3', s3: { path: 'b/k' } } } },
		{
			refused: { bootstrapChanges: 'is only read at the birth of a cluster' },
		},
	),
]
