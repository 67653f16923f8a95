// Environment variables and security of a member's pod: Kubernetes' own shapes, and the names that are ours. Pure.
import { list, map, object, quantity, small, text, truth, whole } from './field.ts'

/** Each is an argument that we give to every member (etcd refuses to start with both) or switches a safety off. */
const reservedPrefixes = ['ETCD_INITIAL_', 'ETCD_LISTEN_', 'ETCD_ADVERTISE_']
const reservedNames = [
	'ETCD_NAME',
	'ETCD_DATA_DIR',
	'ETCD_WAL_DIR',
	'ETCD_CONFIG_FILE',
	'ETCD_FORCE_NEW_CLUSTER',
	'ETCD_UNSAFE_NO_FSYNC',
	'ETCD_STRICT_RECONFIG_CHECK',
	'ETCD_V2_DEPRECATION',
	'ETCD_ENABLE_V2',
	'ETCD_PROXY',
	'ETCD_DISCOVERY',
	'ETCD_DISCOVERY_SRV',
	'ETCD_CERT_FILE',
	'ETCD_KEY_FILE',
	'ETCD_CA_FILE',
	'ETCD_TRUSTED_CA_FILE',
	'ETCD_CLIENT_CERT_FILE',
	'ETCD_CLIENT_KEY_FILE',
	'ETCD_CLIENT_CERT_AUTH',
	'ETCD_AUTO_TLS',
	'ETCD_PEER_CERT_FILE',
	'ETCD_PEER_KEY_FILE',
	'ETCD_PEER_CA_FILE',
	'ETCD_PEER_TRUSTED_CA_FILE',
	'ETCD_PEER_CLIENT_CERT_FILE',
	'ETCD_PEER_CLIENT_KEY_FILE',
	'ETCD_PEER_CLIENT_CERT_AUTH',
	'ETCD_PEER_AUTO_TLS',
	'ETCD_MAX_LEARNERS',
	'ETCD_EXPERIMENTAL_MAX_LEARNERS',
]

/** ETCD_INITIAL_ELECTION_TICK_ADVANCE is a harmless knob with an unlucky name. */
export const isReservedEnv = (name: string): boolean =>
	reservedNames.includes(name) ||
	(reservedPrefixes.some((prefix) => name.startsWith(prefix)) &&
		name !== 'ETCD_INITIAL_ELECTION_TICK_ADVANCE')

export const envReservedText = (name: string): string =>
	`${name} is set for every member or switches a safety off; remove it`

const keyOf = (description: string, what: string) =>
	object(description, {
		name: text(`The name of the ${what}.`),
		key: text('The key in it.'),
		optional: truth('Whether it may be missing.'),
	})

export const etcdEnv = list(
	'Environment of the etcd container: how options are given to etcd that have no field here.',
	object('One variable.', {
		name: text('Its name, such as ETCD_HEARTBEAT_INTERVAL.'),
		value: text('Its value.'),
		valueFrom: object('Where its value comes from instead.', {
			configMapKeyRef: keyOf('A key of a ConfigMap.', 'ConfigMap'),
			secretKeyRef: keyOf('A key of a Secret.', 'Secret'),
			fieldRef: object('A field of the pod.', {
				apiVersion: text('The version of the API in which the path is written.'),
				fieldPath: text('The path, such as status.podIP.'),
			}),
			resourceFieldRef: object('An amount that the container asks for or may use.', {
				containerName: text('Which container.'),
				resource: text('Which amount, such as limits.memory.'),
				divisor: quantity('In which unit.'),
			}),
		}),
	}),
)

export const securityContext = object(
	'The security context of a member’s pod, as in a pod. It may tighten what we set.',
	{
		runAsUser: whole('The user id of its processes.'),
		runAsGroup: whole('The group id of its processes.'),
		runAsNonRoot: truth('Refuses to run as root.'),
		fsGroup: whole('The group that owns its volumes.'),
		fsGroupChangePolicy: text('When that ownership is set: OnRootMismatch, or Always.'),
		supplementalGroups: list('Further groups of its processes.', whole('A group id.')),
		supplementalGroupsPolicy: text('Merge, or Strict: whether groups of the image count.'),
		seLinuxOptions: map('SELinux labels.', text('A label.')),
		seLinuxChangePolicy: text('How volumes get their SELinux label.'),
		seccompProfile: map('The seccomp profile: its type, and its localhostProfile.', text('A value.')),
		appArmorProfile: map('The AppArmor profile: its type, and its localhostProfile.', text('A value.')),
		sysctls: list(
			'Kernel settings of the pod.',
			object('One setting.', { name: text('Its name.'), value: text('Its value.') }),
		),
		windowsOptions: object('Never used: etcd’s images are for Linux.', {
			hostProcess: truth('Never used.'),
			gmsaCredentialSpec: text('Never used.'),
			gmsaCredentialSpecName: text('Never used.'),
			runAsUserName: text('Never used.'),
		}),
	},
)

export const imagePullSecrets = list(
	'Secrets with which images are pulled.',
	object('One Secret.', { name: text('Its name.') }),
)
export const terminationGracePeriodSeconds = small(
	'How long a member may take to end: it hands leadership over first. 30 when missing.',
	{ minimum: 1, maximum: 3600 },
)
