// What Kubernetes and etcd cost by themselves on this machine: pods without any operator.
import { families } from '../../playground/programs/families.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pod } from '../../kube/pod.ts'
import { kinds, type KubeObject } from '../../kube/objects.ts'
import { secondsSince, type Clusters } from '../../playground/clusters.ts'

/** etcd asks for five seconds of links after each change of the voters; what is measured begins settled. */
export const settleMs = 7000

const image = `gcr.io/etcd-development/etcd:v${families['etcd-3.6'].version}`

const plain = (namespace: string, name: string, index: number, count: number, onClaims = false) => {
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
			volumes: [
				onClaims
					? { name: 'data', persistentVolumeClaim: { claimName: `${name}-${index}` } }
					: { name: 'data', emptyDir: {} },
			],
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

const claim = (namespace: string, name: string) => ({
	metadata: { namespace, name, labels: { floor: name.replace(/-\d+$/, '') } },
	spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '64Mi' } } },
})

const isReady = ({ status, metadata }: Pod): boolean =>
	metadata.deletionTimestamp === undefined &&
	status?.conditions?.some(({ type, status: holds }) => type === 'Ready' && holds === 'True') === true

export interface Floor {
	readonly born: number
	readonly deleted: number
}

const podsOf = async ({ kube, namespace }: Clusters, name: string): Promise<readonly Pod[]> =>
	await kube.list<Pod>(kinds.pod, { namespace }, `?labelSelector=floor%3D${name}`)

async function allReady(clusters: Clusters, name: string, count: number, but?: string): Promise<void> {
	for (;;) {
		const ready = (await podsOf(clusters, name)).filter(isReady)
		if (ready.length === count && !ready.some(({ metadata }) => metadata.uid === but)) return
		await sleep(25)
	}
}

async function begin(
	clusters: Clusters,
	name: string,
	count: number,
	onClaims: boolean,
): Promise<readonly KubeObject[]> {
	const { kube, namespace } = clusters
	await kube.create(kinds.service, service(namespace, name))
	const pods = Array.from(
		{ length: count },
		(_, index) => plain(namespace, name, index, count, onClaims) as KubeObject,
	)
	if (onClaims)
		for (const { metadata } of pods) await kube.create(kinds.claim, claim(namespace, metadata.name))
	await Promise.all(pods.map(async (pod) => await kube.create(kinds.pod, pod)))
	return pods
}

async function end({ playground, namespace }: Clusters, name: string): Promise<number> {
	const inside = ['-n', namespace, 'delete', '--now', '--wait=true']
	const began = performance.now()
	await playground.kubectl([...inside, 'pod', '-l', `floor=${name}`])
	const took = secondsSince(began)
	await playground.kubectl([...inside, 'service', name])
	await playground.kubectl([...inside, 'pvc', '-l', `floor=${name}`])
	return took
}

/** So many pods of one static cluster at once, to the last one ready; and their end, with a second's grace. */
export async function staticPods(clusters: Clusters, name: string, count: number): Promise<Floor> {
	const began = performance.now()
	await begin(clusters, name, count, false)
	await allReady(clusters, name, count)
	const born = secondsSince(began)
	return { born, deleted: await end(clusters, name) }
}

export interface Replaced {
	readonly follower: number
	readonly leader: number
	readonly killed: number
}

/** Three static members on volumes: a pod is deleted and made again as soon as it is gone, and the process of the leader is killed. */
export async function staticReplaced(clusters: Clusters, name: string): Promise<Replaced> {
	const { kube, namespace, playground } = clusters
	const pods = await begin(clusters, name, 3, true)
	await allReady(clusters, name, 3)
	const victim = async (who: 'follower' | 'leader'): Promise<Pod> => {
		await sleep(settleMs)
		const there = await podsOf(clusters, name)
		const leads = await Promise.all(there.map(async ({ metadata }) => await clusters.leads(metadata.name)))
		const found = there.find((_, index) => leads[index] === (who === 'leader'))
		if (found === undefined) throw new Error(`${name} has no ${who}`)
		return found
	}
	const replaced = async (who: 'follower' | 'leader'): Promise<number> => {
		const { metadata } = await victim(who)
		const began = performance.now()
		await playground.kubectl(['-n', namespace, 'delete', 'pod', metadata.name, '--wait=false'])
		while ((await kube.get(kinds.pod, { namespace, name: metadata.name })) !== undefined) await sleep(5)
		await kube.create(kinds.pod, pods.find((pod) => pod.metadata.name === metadata.name) as KubeObject)
		await allReady(clusters, name, 3, metadata.uid)
		return secondsSince(began)
	}
	const [follower, leader] = [await replaced('follower'), await replaced('leader')]
	const killed = await clusters.killed(async () => await podsOf(clusters, name), await victim('leader'))
	await end(clusters, name)
	return { follower, leader, killed: killed.ready }
}
