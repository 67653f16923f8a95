// etcd as restricted pods, the way careful people run it: for tests of the playground itself.
import { etcdImageName } from '../../playground/images/etcd.ts'
import { families } from '../../playground/programs/families.ts'

/** The release that tests use when the minor does not matter. */
export const someEtcd = etcdImageName(families['etcd-3.6'].version)

export const restricted = {
	allowPrivilegeEscalation: false,
	readOnlyRootFilesystem: true,
	capabilities: { drop: ['ALL'] },
}

export const unprivileged = {
	runAsNonRoot: true,
	runAsUser: 1000,
	fsGroup: 1000,
	seccompProfile: { type: 'RuntimeDefault' },
}

const container = (image: string) => ({
	name: 'etcd',
	image,
	command: ['/usr/local/bin/etcd'],
	args: [
		'--data-dir=/data/etcd',
		'--listen-client-urls=http://0.0.0.0:2379',
		'--advertise-client-urls=http://localhost:2379',
	],
	resources: { requests: { cpu: '20m', memory: '64Mi' }, limits: { memory: '256Mi' } },
	securityContext: restricted,
	// /health is answered by every minor from 3.2 on.
	readinessProbe: { httpGet: { path: '/health', port: 2379 }, periodSeconds: 1 },
	volumeMounts: [{ name: 'data', mountPath: '/data' }],
})

/** One etcd without a claim. */
export const etcdPod = (name: string, image: string, node?: string) => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: { name, labels: { app: name } },
	spec: {
		...(node !== undefined && { nodeName: node }),
		terminationGracePeriodSeconds: 1,
		securityContext: unprivileged,
		containers: [container(image)],
		volumes: [{ name: 'data', emptyDir: {} }],
	},
})

/** One etcd with a claim on each of three nodes, under a headless Service. */
export const etcdOnEveryNode = (name: string, image: string) => ({
	apiVersion: 'v1',
	kind: 'List',
	items: [
		{
			apiVersion: 'v1',
			kind: 'Service',
			metadata: { name },
			spec: { clusterIP: 'None', selector: { app: name }, ports: [{ port: 2379 }] },
		},
		{
			apiVersion: 'apps/v1',
			kind: 'StatefulSet',
			metadata: { name },
			spec: {
				serviceName: name,
				replicas: 3,
				podManagementPolicy: 'Parallel',
				selector: { matchLabels: { app: name } },
				template: {
					metadata: { labels: { app: name } },
					spec: {
						terminationGracePeriodSeconds: 1,
						securityContext: unprivileged,
						topologySpreadConstraints: [
							{
								maxSkew: 1,
								topologyKey: 'kubernetes.io/hostname',
								whenUnsatisfiable: 'DoNotSchedule',
								labelSelector: { matchLabels: { app: name } },
							},
						],
						containers: [container(image)],
					},
				},
				volumeClaimTemplates: [
					{
						metadata: { name: 'data' },
						spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
					},
				],
			},
		},
	],
})

/** A shell on a node, for looking at the network from inside. */
export const shellPod = (name: string, node?: string) => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: { name },
	spec: {
		...(node !== undefined && { nodeName: node }),
		terminationGracePeriodSeconds: 0,
		securityContext: unprivileged,
		containers: [
			{
				name: 'shell',
				image: 'docker.io/library/busybox:1.35',
				command: ['/bin/sleep', '1000000'],
				securityContext: restricted,
			},
		],
	},
})
