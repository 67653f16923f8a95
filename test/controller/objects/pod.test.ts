// A member's pod: who it is, whose it is, how it starts and how it is asked.
import test from 'ava'
import { minorIn, minors } from '../../../api/releases.ts'
import { noteOf } from '../../../controller/act/notes.ts'
import { tokenOf } from '../../../controller/place.ts'
import { look, settled } from '../model/look.ts'
import { made, owner, withSpec } from './made.ts'

const prefix = 'etcd.database.coreos.com'
const [cluster, state] = ['$(INITIAL_CLUSTER)', '$(INITIAL_CLUSTER_STATE)']
const ours = { app: 'etcd', etcd_cluster: 'c', etcd_node: 'c-a' }
const host = 'c-a.c.shop.svc'
const arguments4 = [
	'--name=c-a',
	'--data-dir=/var/etcd/data',
	`--initial-advertise-peer-urls=http://${host}:2380`,
	'--listen-peer-urls=http://0.0.0.0:2380',
	'--listen-client-urls=http://0.0.0.0:2379',
	`--advertise-client-urls=http://${host}:2379`,
	`--initial-cluster=${cluster}`,
	`--initial-cluster-state=${state}`,
	'--initial-cluster-token=shop/c/u-1/1',
	'--strict-reconfig-check=true',
]

test('its name is its member’s, its owner the cluster by its UID', (t) => {
	const { namespace, name, ownerReferences } = made().metadata
	t.deepEqual([namespace, name], ['shop', 'c-a'])
	t.deepEqual(ownerReferences, [
		{
			apiVersion: `${prefix}/v1beta2`,
			kind: 'EtcdCluster',
			name: 'c',
			uid: 'u-1',
			controller: true,
			blockOwnerDeletion: false,
		},
	])
})

test('its labels are ours, with theirs besides and never instead', (t) => {
	t.deepEqual(made().metadata.labels, ours)
	t.deepEqual(made({ serving: true }).metadata.labels, { ...ours, [`${prefix}/serving`]: 'true' })
	const labels = { team: 'a', app: 'theirs', etcd_cluster: 'other', etcd_node: 'other' }
	t.deepEqual(withSpec({ pod: { labels } }).metadata.labels, { team: 'a', ...ours })
})

const annotations = {
	'etcd.version': '3.6.16',
	[`${prefix}/repository`]: 'registry.example/etcd',
	[`${prefix}/etcd-experimental-initial-corrupt-check`]: '',
	[`${prefix}/etcd-experimental-compact-hash-check-enabled`]: '',
	[`${prefix}/etcd-feature-gates`]: 'InitialCorruptCheck=true,CompactHashCheck=true',
	[`${prefix}/etcd-snapshot-count`]: '',
	[`${prefix}/initial-cluster`]: 'refuse-empty=http://refuse-empty.invalid:2380',
	[`${prefix}/initial-cluster-state`]: 'existing',
	[`${prefix}/token`]: 'shop/c/u-1/1',
	[`${prefix}/template`]: 't-1',
}

test('its annotations refuse an empty directory until it is told otherwise, and theirs are never instead', (t) => {
	t.deepEqual(made().metadata.annotations, annotations)
	const theirs = { note: 'x', 'etcd.version': '3.2.0', [`${prefix}/initial-cluster`]: 'c-a=http://x:2380' }
	t.deepEqual(withSpec({ pod: { annotations: theirs } }).metadata.annotations, { note: 'x', ...annotations })
	t.deepEqual(made({ clusterId: 'a1', claim: { name: 'c-a', uid: 'v-1' } }).metadata.annotations, {
		...annotations,
		[`${prefix}/cluster-id`]: 'a1',
		[`${prefix}/claim-uid`]: 'v-1',
	})
})

test('it always starts again, under its own name, and waits behind the gate only if it is to be told', (t) => {
	const { spec, etcd } = made({ gated: true })
	t.like(spec, {
		restartPolicy: 'Always',
		hostname: 'c-a',
		subdomain: 'c',
		automountServiceAccountToken: false,
	})
	t.deepEqual(spec.schedulingGates, [{ name: `${prefix}/start` }])
	t.false('schedulingGates' in made().spec)
	t.is(spec.containers.length, 1)
	t.like(etcd, { name: 'etcd', image: 'registry.example/etcd:v3.6.16', command: ['/usr/local/bin/etcd'] })
})

test('its arguments, each of them', (t) => {
	t.deepEqual(made().etcd.args, arguments4)
})

test('its arguments are the same for every minor, so that only its image says which it is', (t) => {
	for (const minor of minors) t.deepEqual(made({ minor, version: `${minor}.0` }).etcd.args, arguments4, minor)
})

test('whom it may join are variables that its annotations tell', (t) => {
	const fromField = (name: string, key: string) => ({
		name,
		valueFrom: { fieldRef: { fieldPath: `metadata.annotations['${prefix}/${key}']` } },
	})
	t.deepEqual(made().etcd.env.slice(0, 2), [
		fromField('INITIAL_CLUSTER', 'initial-cluster'),
		fromField('INITIAL_CLUSTER_STATE', 'initial-cluster-state'),
	])
})

test('on an IPv6 network it listens on all IPv6 addresses, and knows its own name there', (t) => {
	const { etcd, spec } = made({ anyAddress: '[::]' })
	t.deepEqual(
		etcd.args,
		arguments4.map((argument) => argument.replace('0.0.0.0', '[::]')),
	)
	t.deepEqual(spec.hostAliases, [{ ip: '::1', hostnames: [host] }])
	t.is(etcd.env.find(({ name }) => name === 'ETCD_LISTEN_METRICS_URLS')?.value, 'http://[::]:2381')
	t.deepEqual(made().spec.hostAliases, [{ ip: '127.0.0.1', hostnames: [host] }])
})

test('a domain is appended to its host, wherever that is said', (t) => {
	const { etcd, spec } = withSpec({ pod: { ClusterDomain: '.cluster.local' } })
	t.deepEqual(
		etcd.args,
		arguments4.map((argument) => argument.replace(host, `${host}.cluster.local`)),
	)
	t.deepEqual(spec.hostAliases, [{ ip: '127.0.0.1', hostnames: [`${host}.cluster.local`] }])
})

test('a token says namespace, name, UID and attempt, and reaches etcd', (t) => {
	const seen = { ...look(settled(1, 'emptyDir')), ...owner, status: {} }
	const { birth } = noteOf(seen, { do: 'recordBirth', attempt: 2, seed: 'c-a' })
	t.is(birth?.token, 'shop/c/u-1/2')
	t.true(made({ token: birth?.token ?? '' }).etcd.args.includes('--initial-cluster-token=shop/c/u-1/2'))
	const others = [{ namespace: 'z' }, { name: 'z' }, { uid: 'z' }].map((one) =>
		tokenOf({ ...owner, ...one }, 2),
	)
	t.is(new Set([tokenOf(owner, 1), tokenOf(owner, 2), ...others]).size, 5)
})

const connects = (port: string) => ({ tcpSocket: { port } })
const asks = (path: string, port: string) => ({ httpGet: { path, port } })
const z = { live: asks('/livez', 'metrics'), ready: asks('/readyz', 'metrics') }
const health = { live: connects('metrics'), ready: asks('/health', 'metrics') }

const probes: Readonly<Record<string, { readonly live: object; readonly ready: object }>> = {
	'3.2.13': { live: connects('client'), ready: asks('/health', 'client') },
	'3.3.27': health,
	'3.4.23': health,
	'3.4.29': z,
	'3.5.35': z,
	'3.6.16': z,
	'3.7.3': z,
}

for (const [version, { live, ready }] of Object.entries(probes))
	test(`${version} is asked for what it has, and its life never depends on a quorum`, (t) => {
		const { etcd } = made({ version, minor: minorIn(version) ?? '3.6' })
		const life = { initialDelaySeconds: 3600, periodSeconds: 10, timeoutSeconds: 10, failureThreshold: 18 }
		t.deepEqual(etcd.livenessProbe, { ...live, ...life })
		t.deepEqual(etcd.readinessProbe, { ...ready, periodSeconds: 1, timeoutSeconds: 5, failureThreshold: 6 })
		t.false('startupProbe' in etcd)
	})

const restricted = {
	runAsNonRoot: true,
	runAsUser: 65532,
	runAsGroup: 65532,
	fsGroup: 65532,
	seccompProfile: { type: 'RuntimeDefault' },
}

test('it asks for no privilege, and what is asked for besides leaves the rest as it is', (t) => {
	const { spec, etcd } = made()
	t.deepEqual(spec.securityContext, restricted)
	t.deepEqual(etcd.securityContext, {
		allowPrivilegeEscalation: false,
		readOnlyRootFilesystem: true,
		capabilities: { drop: ['ALL'] },
	})
	const { securityContext } = withSpec({ pod: { securityContext: { fsGroup: 7 } } }).spec
	t.deepEqual(securityContext, { ...restricted, fsGroup: 7 })
})

test('its data: a directory, memory, or its claim, which wins', (t) => {
	const volume = (source: object) => [{ name: 'etcd-data', ...source }]
	const claim = { name: 'c-a', uid: 'v-1' }
	t.deepEqual(made().spec.volumes, volume({ emptyDir: {} }))
	t.deepEqual(withSpec({ pod: { tmpfs: true } }).spec.volumes, volume({ emptyDir: { medium: 'Memory' } }))
	const claimed = volume({ persistentVolumeClaim: { claimName: 'c-a' } })
	t.deepEqual(made({ claim }).spec.volumes, claimed)
	t.deepEqual(made({ claim, spec: { size: 3, pod: { tmpfs: true } } }).spec.volumes, claimed)
})

const passed = {
	nodeSelector: { disk: 'ssd' },
	tolerations: [{ key: 'etcd', operator: 'Exists' }],
	priorityClassName: 'high',
	imagePullSecrets: [{ name: 'registry' }],
	terminationGracePeriodSeconds: 60,
}

test('what is said of the pod is in the pod, and what is not said is not', (t) => {
	const resources = { requests: { cpu: '1' }, limits: { memory: '1Gi' } }
	const { spec, etcd } = withSpec({ pod: { ...passed, resources } })
	t.like(spec, passed)
	t.deepEqual(etcd.resources, resources)
	const plain = made()
	t.false('resources' in plain.etcd)
	const { terminationGracePeriodSeconds, ...others } = passed
	t.true(terminationGracePeriodSeconds > 30)
	t.like(plain.spec, { terminationGracePeriodSeconds: 30 })
	t.deepEqual(
		Object.keys(others).filter((key) => key in plain.spec),
		[],
	)
})

const valued = ({ etcd }: ReturnType<typeof made>): Readonly<Record<string, string | undefined>> =>
	Object.fromEntries(etcd.env.slice(2).map(({ name, value }) => [name, value]))

test('what shapes etcd besides are variables: ours, unless theirs say otherwise', (t) => {
	t.like(valued(made()), {
		ETCD_AUTO_COMPACTION_MODE: 'periodic',
		ETCD_AUTO_COMPACTION_RETENTION: '1h',
		ETCD_QUOTA_BACKEND_BYTES: undefined,
	})
	const spec = {
		quotaBackendBytes: '8Gi',
		autoCompaction: { mode: 'Revision', retention: '1000' },
		pod: { etcdEnv: [{ name: 'ETCD_AUTO_COMPACTION_RETENTION', value: '5' }] },
	} as const
	t.like(valued(withSpec(spec)), {
		ETCD_AUTO_COMPACTION_MODE: 'revision',
		ETCD_AUTO_COMPACTION_RETENTION: '5',
		ETCD_QUOTA_BACKEND_BYTES: String(8 * 2 ** 30),
	})
	const { env } = withSpec(spec).etcd
	t.is(new Set(env.map(({ name }) => name)).size, env.length, 'none is there twice')
})
