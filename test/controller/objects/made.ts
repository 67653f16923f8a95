// A member's pod as it is usually made, but for what a row is about. Pure.
import type { ClusterSpec } from '../../../api/schema/cluster.ts'
import { memberPod, type MemberPod } from '../../../controller/objects/pod.ts'

export const owner = { namespace: 'shop', name: 'c', uid: 'u-1' } as const

export const usual: MemberPod = {
	owner,
	spec: { size: 3 },
	member: 'c-a',
	version: '3.6.16',
	minor: '3.6',
	repository: 'registry.example/etcd',
	bornIn: '3.7',
	template: 't-1',
	token: 'shop/c/u-1/1',
	gated: false,
	claim: undefined,
	serving: false,
	anyAddress: '0.0.0.0',
	clusterId: undefined,
	tls: undefined,
}

interface Container {
	readonly name: string
	readonly image: string
	readonly command: readonly string[]
	readonly args: readonly string[]
	readonly env: readonly {
		readonly name: string
		readonly value?: string
		readonly valueFrom?: { readonly fieldRef: { readonly fieldPath: string } }
	}[]
	readonly livenessProbe: object
	readonly readinessProbe: object
	readonly resources?: object
	readonly securityContext: object
}

interface Spec {
	readonly restartPolicy: string
	readonly schedulingGates?: readonly object[]
	readonly securityContext: object
	readonly containers: readonly [Container]
	readonly volumes: readonly object[]
	readonly hostAliases: readonly object[]
}

export function made(change: Partial<MemberPod> = {}) {
	const { metadata, spec } = memberPod({ ...usual, ...change })
	const typed = spec as Spec
	return { metadata, spec: typed, etcd: typed.containers[0] }
}

export const withSpec = (spec: ClusterSpec) => made({ spec: { size: 3, ...spec } })
