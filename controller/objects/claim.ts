// The claim of a member's volume. Pure. It has its member's name, and no other member ever mounts it.
import { annotations, podLabels } from '../../api/names.ts'
import type { ClusterSpec } from '../../api/schema/cluster.ts'
import type { Claim } from '../../kube/pod.ts'
import { ownerReference, type Owner } from '../place.ts'

export const memberClaim = (
	owner: Owner,
	member: string,
	spec: ClusterSpec,
	token: string,
): Claim & { readonly spec: object } => ({
	metadata: {
		namespace: owner.namespace,
		name: member,
		labels: podLabels(owner.name, member),
		annotations: { [annotations.token]: token },
		ownerReferences: [ownerReference(owner)],
	},
	spec: { accessModes: ['ReadWriteOnce'], ...spec.pod?.persistentVolumeClaimSpec },
})
