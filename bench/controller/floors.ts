// What Kubernetes and etcd cost by themselves on this machine: pods without any operator.
import { families } from '../../playground/programs/families.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pod } from '../../kube/pod.ts'
import { kinds, type KubeObject } from '../../kube/objects.ts'
import { secondsSince, type Clusters } from '../../playground/clusters.ts'

const image = `gcr.io/etcd-development/etcd:v${families['etcd-3.6'].version}`

const plain = (namespace: string, name: string, index: number, count: number) => {
	const host = (member: number) => `${name}-${member}.${name}.${namespace}.svc`
	const everyone = Array.from(
		{ length: count },
		(_, member) => `${name}-${member}=http://${host(member)}:2380`,
	)
	return {
		metadata: { namespace, name: `${name}-${index}`, labels: { floor: name } },
		spec: {
			hostname: `${name}-${index}`,
			subdomain: name,
			terminationGracePeriodSeconds: 5,
			hostAliases: [{ ip: '127.0.0.1', hostnames: [host(index)] }],
			containers: [
				{
					name: 'etcd',
					image,
					command: ['/usr/local/bin/etcd'],
					args: [
						`--name=${name}-${index}`,
						'--data-dir=/var/etcd/data',
						`--initial-advertise-peer-urls=http://${host(index)}:2380`,
						'--listen-peer-urls=http://0.0.0.0:2380',
						'--listen-client-urls=http://0.0.0.0:2379',
						`--advertise-client-urls=http://${host(index)}:2379`,
						`--initial-cluster=${everyone.join(',')}`,
						'--initial-cluster-state=new',
					],
					readinessProbe: { httpGet: { path: '/readyz', port: 2379 }, periodSeconds: 1 },
					volumeMounts: [{ name: 'data', mountPath: '/var/etcd' }],
				},
			],
			volumes: [{ name: 'data', emptyDir: {} }],
		},
	}
}

const service = (namespace: string, name: string) => ({
	metadata: { namespace, name },
	spec: {
		clusterIP: 'None',
		publishNotReadyAddresses: true,
		selector: { floor: name },
		ports: [{ port: 2380 }],
	},
})

/** So many pods of one static cluster at once, to the last one ready. */
export async function staticPods(
	{ kube, playground, namespace }: Clusters,
	name: string,
	count: number,
): Promise<number> {
	await kube.create(kinds.service, service(namespace, name))
	const began = performance.now()
	await Promise.all(
		Array.from(
			{ length: count },
			async (_, index) => await kube.create(kinds.pod, plain(namespace, name, index, count) as KubeObject),
		),
	)
	for (;;) {
		const pods = await kube.list<Pod>(kinds.pod, { namespace }, `?labelSelector=floor%3D${name}`)
		const ready = pods.filter(({ status }) =>
			status?.conditions?.some(({ type, status: holds }) => type === 'Ready' && holds === 'True'),
		)
		if (ready.length === count) break
		await sleep(25)
	}
	const took = secondsSince(began)
	const inside = ['-n', namespace, 'delete', '--now', '--wait=true']
	await playground.kubectl([...inside, 'pod', '-l', `floor=${name}`])
	await playground.kubectl([...inside, 'service', name])
	return took
}
