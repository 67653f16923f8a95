// How a member's pod looks (coreos' PodPolicy, the living fork's fields, and today's). Pure.
import { affinity, resources, tolerations, topologySpreadConstraints } from './affinity.ts'
import { etcdEnv, imagePullSecrets, securityContext, terminationGracePeriodSeconds } from './environment.ts'
import { map, object, text, truth, whole } from './field.ts'
import { persistentVolumeClaimSpec } from './volume.ts'

export const pod = object('How the pods of members look. A change rolls them one by one.', {
	labels: map('Labels of the pods besides ours.', text('The value.')),
	annotations: map('Annotations of the pods besides ours.', text('The value.')),
	nodeSelector: map('Labels of the nodes on which members may run.', text('The value.')),
	affinity,
	antiAffinity: truth(
		'Deprecated, use affinity: keeps members on different nodes while affinity is missing.',
	),
	tolerations,
	topologySpreadConstraints,
	resources,
	etcdEnv,
	persistentVolumeClaimSpec,
	tmpfs: truth('Keeps data in memory: gone with the pod, and counted as its memory.'),
	priorityClassName: text('The PriorityClass of the pods.'),
	imagePullSecrets,
	securityContext,
	terminationGracePeriodSeconds,
	busyboxImage: text('Read and not used: no container waits for DNS any more.'),
	DNSTimeoutInSecond: whole('Read and not used: no container waits for DNS any more.'),
	ClusterDomain: text('Appended to the names of members, with its leading dot: .cluster.local.', {
		maxLength: 253,
	}),
})
