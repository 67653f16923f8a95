// The objects of the CSI driver: one pod with the driver, and beside it who tells the kubelet of it, who makes and who grows volumes. Pure.
import { diskHere } from '../world/layout.ts'

export const driverName = 'hostpath.csi.k8s.io'
export const driverImage = 'kubectl-etcd.test/csi:v1'
export const storageClass = 'csi-hostpath'

const namespace = 'csi'
const name = 'csi-hostpath'
const labels = { app: name }
const kubelet = `${diskHere}/kubelet`
const socket = `${kubelet}/plugins/${name}`

const hostPath = (volume: string, path: string, mount: string, more: object = {}) => ({
	volume: { name: volume, hostPath: { path, type: 'DirectoryOrCreate' } },
	mount: { name: volume, mountPath: mount, ...more },
})

const ours = hostPath('socket', socket, '/csi')
const registry = hostPath('registry', `${kubelet}/plugins_registry`, '/registration')
const data = hostPath('data', `${diskHere}/${name}`, '/csi-data-dir')
// What it mounts there the kubelet must see, and by the same name.
const shared = ['pods', 'plugins'].map((dir) =>
	hostPath(dir, `${kubelet}/${dir}`, `${kubelet}/${dir}`, { mountPropagation: 'Bidirectional' }),
)

const container = (
	program: string,
	args: readonly string[],
	mounts: readonly object[],
	more: object = {},
) => ({
	name: program,
	image: driverImage,
	imagePullPolicy: 'Never',
	command: [`/app/${program}`],
	args,
	volumeMounts: mounts,
	...more,
})

const pod = (node: string) => ({
	serviceAccountName: name,
	nodeSelector: { 'kubernetes.io/hostname': node },
	containers: [
		container(
			'hostpathplugin',
			[
				`--drivername=${driverName}`,
				'--endpoint=unix:///csi/csi.sock',
				`--nodeid=${node}`,
				'--statedir=/csi-data-dir',
				'--logtostderr',
				'--v=3',
			],
			[ours.mount, data.mount, ...shared.map(({ mount }) => mount)],
			{ securityContext: { privileged: true } },
		),
		container(
			'csi-registrar',
			['--csi-address=/csi/csi.sock', `--kubelet-registration-path=${socket}/csi.sock`],
			[ours.mount, registry.mount],
		),
		container(
			'csi-provisioner',
			['--csi-address=/csi/csi.sock', '--feature-gates=Topology=true'],
			[ours.mount],
		),
		container('csi-resizer', ['--csi-address=/csi/csi.sock'], [ours.mount]),
	],
	volumes: [ours, registry, data, ...shared].map(({ volume }) => volume),
})

/** In a playground nobody minds that it may do anything. */
const account = () => [
	{ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } },
	{
		apiVersion: 'rbac.authorization.k8s.io/v1',
		kind: 'ClusterRoleBinding',
		metadata: { name },
		roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
		subjects: [{ kind: 'ServiceAccount', name, namespace }],
	},
]

export const csiObjects = (node: string): readonly object[] => [
	{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
	...account(),
	{
		apiVersion: 'storage.k8s.io/v1',
		kind: 'CSIDriver',
		metadata: { name: driverName },
		// Its volumes need not be attached, and belong to the group that a pod asks for.
		spec: { attachRequired: false, podInfoOnMount: true, fsGroupPolicy: 'File' },
	},
	{
		apiVersion: 'storage.k8s.io/v1',
		kind: 'StorageClass',
		metadata: { name: storageClass },
		provisioner: driverName,
		volumeBindingMode: 'WaitForFirstConsumer',
		allowVolumeExpansion: true,
		// Pods go where the driver is.
		allowedTopologies: [{ matchLabelExpressions: [{ key: 'topology.hostpath.csi/node', values: [node] }] }],
	},
	{
		apiVersion: 'apps/v1',
		kind: 'Deployment',
		metadata: { name, namespace },
		spec: {
			replicas: 1,
			strategy: { type: 'Recreate' },
			selector: { matchLabels: labels },
			template: { metadata: { labels }, spec: pod(node) },
		},
	},
]
