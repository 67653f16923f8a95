// A member's pod. Pure. Its name is its member's; who may join whom is told through annotations, because arguments of a pod cannot
// change and what a restart with an empty directory may do must.
import {
	annotations,
	keptName,
	memberHost,
	podLabels,
	ports,
	servingLabel,
	startGate,
	variableNote,
} from '../../api/names.ts'
import { parseQuantity } from '../../api/quantity.ts'
import type { Minor } from '../../api/releases.ts'
import type { ClusterSpec } from '../../api/schema/cluster.ts'
import { clientsSpeakTls, membersSpeakTls } from '../../api/tls.ts'
import {
	forceAlone,
	memberArguments,
	memberVariables,
	minorVariables,
	refusal,
} from '../../etcd/arguments.ts'
import { checksOf, type Check } from '../../etcd/dialect.ts'
import type { KubeObject } from '../../kube/objects.ts'
import { ownerReference, placeOf, type Owner } from '../place.ts'
import { keptKeysOf } from '../../api/tls-keys.ts'
import { dataRoot, keepCopy } from './keep-copy.ts'
import { restoreContainers, sourcesOf, type Restoring } from './restore.ts'
import { spread } from './spread.ts'

export interface MemberPod {
	readonly owner: Owner
	readonly spec: ClusterSpec
	readonly member: string
	readonly version: string
	readonly minor: Minor
	readonly repository: string
	/** The minor that its cluster began with, as far as that is known. */
	readonly bornIn: Minor | undefined
	readonly template: string
	readonly token: string
	/** Held back until it was told whom it may join; one that has its data needs nobody. */
	readonly gated: boolean
	readonly claim: { readonly name: string; readonly uid: string } | undefined
	readonly serving: boolean
	/** "0.0.0.0", or "[::]" where the network is IPv6. */
	readonly anyAddress: string
	readonly clusterId: string | undefined
	/** Makes its member the only one: which recovery that is for, and the image that copies its data before. */
	readonly alone?: { readonly value: string; readonly image: string }
	/** Names of what it trusts and shows, where it speaks TLS. */
	readonly tls: { readonly trust: string; readonly leaf: string } | undefined
	/** What its data is made of before its process starts, which then is never told that it may begin with none. */
	readonly restoring?: Restoring | undefined
}

/** As coreos had them. */
const files = { peer: '/etc/etcdtls/member/peer-tls', server: '/etc/etcdtls/member/server-tls' } as const
const variable = (name: string): string => `$(${name})`
/** Not one of etcd's own names: etcd would read those itself. */
const told = { cluster: 'INITIAL_CLUSTER', state: 'INITIAL_CLUSTER_STATE' } as const

/** What a pod says of its image, and what that image is told. */
export const imageNotes = (version: string, repository: string, minor: Minor, born: Minor | undefined) => ({
	[annotations.version]: version,
	[annotations.repository]: repository,
	...Object.fromEntries(
		Object.entries(minorVariables(minor, born)).map(([name, value]) => [variableNote(name), value]),
	),
})

export const imageText = (repository: string, version: string): string => `${repository}:v${version}`

export const unprivileged = {
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
	const variables = Object.keys(minorVariables(minor))
	const ours = memberVariables({ minor, anyAddress, quotaBytes, compaction: { mode, retention } })
	const fromAnnotation = (name: string, annotation: string) => ({
		name,
		valueFrom: { fieldRef: { fieldPath: `metadata.annotations['${annotation}']` } },
	})
	return [
		fromAnnotation(told.cluster, annotations.initialCluster),
		fromAnnotation(told.state, annotations.initialState),
		// One of these in the spec may contradict any other of ours.
		...(variables.some((name) => named.has(name))
			? []
			: variables.map((name) => fromAnnotation(name, variableNote(name)))),
		...Object.entries(ours)
			.filter(([name]) => !named.has(name))
			.map(([name, value]) => ({ name, value })),
		...theirs,
	]
}

function container(pod: MemberPod) {
	const { spec, member, version, minor, repository, anyAddress, token, owner } = pod
	const [peers, clients] = [membersSpeakTls(spec.TLS), clientsSpeakTls(spec.TLS)]
	const { live, ready } = checksOf(minor, version, clients)
	return {
		name: 'etcd',
		image: imageText(repository, version),
		command: ['/usr/local/bin/etcd'],
		args: [
			...(pod.alone ? [forceAlone] : []),
			...memberArguments({
				name: member,
				host: memberHost(member, placeOf(owner, spec)),
				peerScheme: peers ? 'https' : 'http',
				clientScheme: clients ? 'https' : 'http',
				...(peers && { peerFiles: files.peer }),
				...(clients && { clientFiles: files.server }),
				anyAddress,
				dataDir: `${dataRoot}/data`,
				initialCluster: pod.restoring ? refusal.initialCluster : variable(told.cluster),
				initialState: pod.restoring ? refusal.initialState : variable(told.state),
				token,
			}),
		],
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
		// Whoever gives space back to the disk answers nobody, ten seconds or so for each GiB.
		livenessProbe: {
			...probe(live),
			initialDelaySeconds: 3600,
			periodSeconds: 10,
			timeoutSeconds: 10,
			failureThreshold: 18,
		},
		readinessProbe: { ...probe(ready), periodSeconds: 1, timeoutSeconds: 5, failureThreshold: 6 },
		// The last words of a process tell one that must be replaced from one that may come back.
		terminationMessagePolicy: 'FallbackToLogsOnError',
		volumeMounts: [
			{ name: 'etcd-data', mountPath: dataRoot },
			...tlsRoles(spec).map((role) => ({
				name: `member-${role}-tls`,
				mountPath: files[role],
				readOnly: true,
			})),
		],
	}
}

/** Its own name resolves before DNS has heard of it, which a member that joins would otherwise wait a second for. */
const itself = ({ anyAddress, member, owner, spec }: MemberPod) => ({
	ip: anyAddress.includes(':') ? '::1' : '127.0.0.1',
	hostnames: [memberHost(member, placeOf(owner, spec))],
})

const tlsRoles = ({ TLS }: ClusterSpec): readonly (keyof typeof files)[] => [
	...(membersSpeakTls(TLS) ? (['peer'] as const) : []),
	...(clientsSpeakTls(TLS) ? (['server'] as const) : []),
]

/** Of what we keep for members only what the role needs. */
const tlsVolumes = ({ owner, spec }: MemberPod) =>
	tlsRoles(spec).map((role) => ({
		name: `member-${role}-tls`,
		secret: {
			secretName: keptName(owner.name),
			defaultMode: 0o440,
			items: Object.values(keptKeysOf(role)).map((key) => ({ key, path: key })),
		},
	}))

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
				...imageNotes(pod.version, pod.repository, pod.minor, pod.bornIn),
				[annotations.initialCluster]: refusal.initialCluster,
				[annotations.initialState]: refusal.initialState,
				[annotations.token]: pod.token,
				[annotations.template]: pod.template,
				...(pod.clusterId !== undefined && { [annotations.clusterId]: pod.clusterId }),
				...(claim && { [annotations.claimUid]: claim.uid }),
				...(pod.alone && { [annotations.alone]: pod.alone.value }),
				...(pod.tls && { [annotations.trust]: pod.tls.trust, [annotations.leaf]: pod.tls.leaf }),
			},
			ownerReferences: [ownerReference(owner)],
		},
		spec: {
			...(pod.gated && { schedulingGates: [{ name: startGate }] }),
			// The second time it would take those for strangers who have joined since the first.
			restartPolicy: pod.alone ? 'Never' : 'Always',
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
			...(pod.alone && { initContainers: [keepCopy(pod.alone)] }),
			...(pod.restoring && {
				initContainers: restoreContainers(
					pod,
					pod.restoring,
					imageText(pod.repository, pod.version),
					dataRoot,
				),
			}),
			containers: [container(pod)],
			volumes: [
				volume(pod),
				...tlsVolumes(pod),
				...(pod.restoring ? sourcesOf(pod.restoring.snapshot).volumes : []),
			],
		},
	}
}
