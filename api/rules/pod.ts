// What of a pod is ours, and what was read in 2018 and is not any more. Pure.
import { isReservedAnnotation, isReservedLabel } from '../names.ts'
import { envReservedText, isReservedEnv } from '../schema/environment.ts'
import type { EtcdCluster } from '../types.ts'
import { childPath } from '../wellformed.ts'
import { nothing, refuse, same, warn, type Check } from './finding.ts'

type Pod = NonNullable<NonNullable<EtcdCluster['spec']>['pod']>

const ofPod =
	(find: (next: Pod, previous: Pod) => ReturnType<Check<EtcdCluster>>): Check<EtcdCluster> =>
	({ previous, next }) => {
		const pod = next.spec?.pod
		return pod === undefined ? nothing : find(pod, previous?.spec?.pod ?? {})
	}

const reservedKeys = (
	name: 'labels' | 'annotations',
	isReserved: (key: string) => boolean,
	ours: string,
): Check<EtcdCluster> =>
	ofPod(({ [name]: keys = {} }, { [name]: before = {} }) =>
		Object.keys(keys)
			.filter((key) => isReserved(key) && !(Object.hasOwn(before, key) && before[key] === keys[key]))
			.map((key) => ({
				field: childPath(`spec.pod.${name}`, key),
				message: `${ours} and etcd.database.coreos.com/* are ours; choose another key`,
			})),
	)

/** What was there before may stay, as it was: another value is another switch. */
const envReserved = ofPod(({ etcdEnv = [] }, { etcdEnv: before = [] }) => {
	const reserved = before.filter(({ name = '' }) => isReservedEnv(name))
	return etcdEnv.flatMap((entry, index) =>
		isReservedEnv(entry.name ?? '') && !reserved.some((old) => same(old, entry))
			? refuse(`spec.pod.etcdEnv[${index}].name`, envReservedText(entry.name ?? ''))
			: nothing,
	)
})

/** Fields of ours that become arguments, and the variables that etcd would refuse beside them. */
const shadows: readonly (readonly [keyof NonNullable<EtcdCluster['spec']>, readonly string[]])[] = [
	['quotaBackendBytes', ['ETCD_QUOTA_BACKEND_BYTES']],
	['autoCompaction', ['ETCD_AUTO_COMPACTION_MODE', 'ETCD_AUTO_COMPACTION_RETENTION']],
]

const hasEnv = (spec: EtcdCluster['spec'], wanted: string): boolean =>
	spec?.pod?.etcdEnv?.some(({ name }) => name === wanted) ?? false

const envShadowsField: Check<EtcdCluster> = ({ previous, next: { spec } }) =>
	shadows.flatMap(([field, names]) =>
		names
			.filter((name) => spec?.[field] !== undefined && hasEnv(spec, name))
			.filter((name) => !(previous?.spec?.[field] !== undefined && hasEnv(previous.spec, name)))
			.map((name) => ({
				field: 'spec.pod.etcdEnv',
				message: `${name} and spec.${field} are the same option, and etcd refuses to start with both; remove one`,
			})),
	)

const securityLoosened = ofPod(({ securityContext: is }, { securityContext: was }) => {
	const wrong = [
		...(is?.runAsUser === 0 && was?.runAsUser !== 0 ? ['runAsUser'] : []),
		...(is?.runAsNonRoot === false && was?.runAsNonRoot !== false ? ['runAsNonRoot'] : []),
	]
	return wrong.flatMap((name) =>
		warn(
			`spec.pod.securityContext.${name}`,
			'etcd needs no root; namespaces that restrict pods will refuse it',
		),
	)
})

const fieldWithoutEffect = ofPod((next, previous) =>
	(['busyboxImage', 'DNSTimeoutInSecond'] as const).flatMap((name) =>
		next[name] === undefined || same(next[name], previous[name])
			? nothing
			: warn(`spec.pod.${name}`, 'has no effect: no container waits for DNS any more'),
	),
)

const domain = (pod: Pod | undefined): string => pod?.ClusterDomain ?? ''

/** Members are known to each other by names that end so. */
const clusterDomainChanges: Check<EtcdCluster> = ({ previous, next }) => {
	const field = 'spec.pod.ClusterDomain'
	if (next.spec === undefined || domain(previous?.spec?.pod) === domain(next.spec.pod)) return nothing
	if (previous?.spec !== undefined)
		return refuse(field, 'cannot change in a cluster that has members: they know each other by it; keep it')
	return /^(\.[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?){1,20}$/.test(domain(next.spec.pod))
		? nothing
		: refuse(
				field,
				`"${domain(next.spec.pod)}" is appended to host names as it is; write one such as .cluster.local`,
			)
}

export const podRules = {
	labelReserved: reservedKeys('labels', isReservedLabel, 'app, etcd_*'),
	annotationReserved: reservedKeys('annotations', isReservedAnnotation, 'etcd.version'),
	envReserved,
	envShadowsField,
	securityLoosened,
	fieldWithoutEffect,
	clusterDomainChanges,
} satisfies Record<string, Check<EtcdCluster>>
