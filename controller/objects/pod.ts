// A member's pod. Pure. Its name is its member's; who may join whom is told through annotations, because arguments of a pod cannot
// change and what a restart with an empty directory may do must.
import { annotations, memberHost, podLabels, ports, servingLabel, startGate } from '../../api/names.ts'
import { parseQuantity } from '../../api/quantity.ts'
import type { Minor } from '../../api/releases.ts'
import type { ClusterSpec } from '../../api/schema/cluster.ts'
import { memberArguments, memberVariables, refusal } from '../../etcd/arguments.ts'
import { checksOf, type Check } from '../../etcd/dialect.ts'
import type { KubeObject } from '../../kube/objects.ts'
import { ownerReference, placeOf, type Owner } from '../place.ts'
import { spread } from './spread.ts'

export interface MemberPod {
	readonly owner: Owner
	readonly spec: ClusterSpec
	readonly member: string
	readonly version: string
	readonly minor: Minor
	readonly image: string
	readonly template: string
	readonly token: string
	/** Held back until it was told whom it may join; one that has its data needs nobody. */
	readonly gated: boolean
	readonly claim: { readonly name: string; readonly uid: string } | undefined
	readonly serving: boolean
	/** "0.0.0.0", or "[::]" where the network is IPv6. */
	readonly anyAddress: string
	readonly clusterId: string | undefined
}

const dataRoot = '/var/etcd'
const variable = (name: string): string => `$(${name})`
/** Not one of etcd's own names: etcd would read those itself. */
const told = { cluster: 'INITIAL_CLUSTER', state: 'INITIAL_CLUSTER_STATE' } as const

const unprivileged = {
	runAsNonRoot: true,
	runAsUser: 65532,
	runAsGroup: 65532,
	fsGroup: 65532,
	seccompProfile: { type: 'RuntimeDefault' },
}

const probe = ({ listener, path }: Check) =>
	path === undefined ? { tcpSocket: { port: listener } } : { httpGet: { path, port: listener } }

function environment({ spec, minor, anyAddress }: MemberPod) {
	const theirs = spec.pod?.etcdEnv ?? []
	const named = new Set(theirs.map(({ name }) => name))
	const { mode = 'Periodic', retention = '1h' } = spec.autoCompaction ?? {}
	const quotaBytes = parseQuantity(spec.quotaBackendBytes)
	const ours = memberVariables({ minor, anyAddress, quotaBytes, compaction: { mode, retention } })
	const fromAnnotation = (name: string, annotation: string) => ({
		name,
		valueFrom: { fieldRef: { fieldPath: `metadata.annotations['${annotation}']` } },
	})
	return [
		fromAnnotation(told.cluster, annotations.initialCluster),
		fromAnnotation(told.state, annotations.initialState),
		...Object.entries(ours)
			.filter(([name]) => !named.has(name))
			.map(([name, value]) => ({ name, value })),
		...theirs,
	]
}

function container(pod: MemberPod) {
	const { spec, member, version, minor, image, anyAddress, token, owner } = pod
	const { live, ready } = checksOf(minor, version)
	return {
		name: 'etcd',
		image,
		command: ['/usr/local/bin/etcd'],
		args: memberArguments({
			name: member,
			host: memberHost(member, placeOf(owner, spec)),
			peerScheme: 'http',
			clientScheme: 'http',
			anyAddress,
			dataDir: `${dataRoot}/data`,
			initialCluster: variable(told.cluster),
			initialState: variable(told.state),
			token,
		}),
		env: environment(pod),
		ports: Object.entries({ client: ports.client, server: ports.peer, metrics: ports.metrics }).map(
			([name, containerPort]) => ({ name, containerPort }),
		),
		...(spec.pod?.resources && { resources: spec.pod.resources }),
		securityContext: {
			allowPrivilegeEscalation: false,
			readOnlyRootFilesystem: true,
			capabilities: { drop: ['ALL'] },
		},
		// Nobody asks whether it is alive while it may still be reading a long log or a snapshot. A startup probe would say so, too, and
		// hide for up to a second that it is ready: the kubelet asks that anew at each change of the pod, such as our seal, and a startup
		// probe only by the clock.
		livenessProbe: {
			...probe(live),
			initialDelaySeconds: 3600,
			periodSeconds: 10,
			timeoutSeconds: 10,
			failureThreshold: 6,
		},
		readinessProbe: { ...probe(ready), periodSeconds: 1, timeoutSeconds: 5, failureThreshold: 6 },
		// The last words of a process tell one that must be replaced from one that may come back.
		terminationMessagePolicy: 'FallbackToLogsOnError',
		volumeMounts: [{ name: 'etcd-data', mountPath: dataRoot }],
	}
}

/** Its own name resolves before DNS has heard of it, which a member that joins would otherwise wait a second for. */
const itself = ({ anyAddress, member, owner, spec }: MemberPod) => ({
	ip: anyAddress.includes(':') ? '::1' : '127.0.0.1',
	hostnames: [memberHost(member, placeOf(owner, spec))],
})

function volume({ claim, spec }: MemberPod) {
	if (claim !== undefined) return { name: 'etcd-data', persistentVolumeClaim: { claimName: claim.name } }
	return { name: 'etcd-data', emptyDir: spec.pod?.tmpfs ? { medium: 'Memory' } : {} }
}

export function memberPod(pod: MemberPod): KubeObject & { readonly spec: unknown } {
	const { owner, spec, member, claim } = pod
	const wanted = spec.pod ?? {}
	return {
		metadata: {
			namespace: owner.namespace,
			name: member,
			labels: {
				...wanted.labels,
				...podLabels(owner.name, member),
				...(pod.serving && { [servingLabel]: 'true' }),
			},
			annotations: {
				...wanted.annotations,
				[annotations.version]: pod.version,
				[annotations.initialCluster]: refusal.initialCluster,
				[annotations.initialState]: refusal.initialState,
				[annotations.token]: pod.token,
				[annotations.template]: pod.template,
				...(pod.clusterId !== undefined && { [annotations.clusterId]: pod.clusterId }),
				...(claim && { [annotations.claimUid]: claim.uid }),
			},
			ownerReferences: [ownerReference(owner)],
		},
		spec: {
			...(pod.gated && { schedulingGates: [{ name: startGate }] }),
			restartPolicy: 'Always',
			automountServiceAccountToken: false,
			enableServiceLinks: false,
			hostname: member,
			subdomain: owner.name,
			hostAliases: [itself(pod)],
			terminationGracePeriodSeconds: wanted.terminationGracePeriodSeconds ?? 30,
			securityContext: { ...unprivileged, ...wanted.securityContext },
			...spread(owner.name, spec),
			...(wanted.nodeSelector && { nodeSelector: wanted.nodeSelector }),
			...(wanted.tolerations && { tolerations: wanted.tolerations }),
			...(wanted.priorityClassName && { priorityClassName: wanted.priorityClassName }),
			...(wanted.imagePullSecrets && { imagePullSecrets: wanted.imagePullSecrets }),
			containers: [container(pod)],
			volumes: [volume(pod)],
		},
	}
}
