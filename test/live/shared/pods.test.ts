import test from 'ava'
import { etcdOnEveryNode, etcdPod, restricted, shellPod, someEtcd, unprivileged } from '../etcd-pods.ts'
import {
	apply,
	eventually,
	exec,
	forward,
	get,
	kubectl,
	ownNamespace,
	playground,
	untilReady,
	type Pod,
} from '../support.ts'

const busybox = 'docker.io/library/busybox:1.35'

test('restricted etcd pods with claims on every node resolve, exec, forward, log, and restart in place with their data', async (t) => {
	const namespace = await ownNamespace(t)
	await apply(namespace, etcdOnEveryNode('probe', someEtcd))
	const names = ['probe-0', 'probe-1', 'probe-2']
	await eventually(
		'the pods exist',
		async () => (await get<{ items: unknown[] }>(namespace, 'pods')).items.length === 3,
	)
	const pods = await Promise.all(names.map(async (name) => await untilReady(namespace, name)))
	t.deepEqual(pods.map(({ spec }) => spec.nodeName ?? '').toSorted(), ['node1', 'node2', 'node3'])

	const other = ['--endpoints', `http://probe-1.probe.${namespace}.svc.cluster.local:2379`]
	t.regex(await exec(namespace, 'probe-0', 'etcdctl', ...other, 'put', 'kept', 'yes'), /OK/)
	t.is(
		await exec(
			namespace,
			'probe-2',
			'etcdctl',
			'--endpoints',
			'http://probe-1.probe:2379',
			'get',
			'kept',
			'--print-value-only',
		),
		'yes\n',
	)

	const port = await forward(t, namespace, 'probe-1', 2379)
	const version = (await (await fetch(`http://127.0.0.1:${port}/version`)).json()) as { etcdserver: string }
	t.true(someEtcd.endsWith(`:v${version.etcdserver}`))
	t.regex(await kubectl('-n', namespace, 'logs', 'probe-1'), /serving client traffic/)

	await using killed = await playground.fault({ fault: 'kill', pod: `${namespace}/probe-1` })
	t.is(killed.ok, 'kill')
	await eventually('the container was started again', async () => {
		const { status } = await get<Pod>(namespace, 'pod', 'probe-1')
		return status.containerStatuses?.[0]?.restartCount === 1
	})
	const again = await untilReady(namespace, 'probe-1')
	t.is(again.metadata.uid, pods[1]?.metadata.uid ?? '')
	t.is(await exec(namespace, 'probe-1', 'etcdctl', 'get', 'kept', '--print-value-only'), 'yes\n')
	const claims = await get<{ items: { status: { phase: string } }[] }>(namespace, 'pvc')
	t.deepEqual(
		claims.items.map(({ status }) => status.phase),
		['Bound', 'Bound', 'Bound'],
	)
})

test('a pod that breaks the restricted profile is refused', async (t) => {
	const namespace = await ownNamespace(t)
	const pod = { ...shellPod('root'), spec: { containers: [{ name: 'root', image: busybox }] } }
	await t.throwsAsync(apply(namespace, pod), { message: /violates PodSecurity "restricted/ })
})

test('a memory limit is enforced and a request that fits nowhere waits', async (t) => {
	const namespace = await ownNamespace(t)
	const pod = (name: string, command: string[], resources: object) => ({
		apiVersion: 'v1',
		kind: 'Pod',
		metadata: { name },
		spec: {
			restartPolicy: 'Never',
			securityContext: unprivileged,
			containers: [{ name, image: busybox, command, resources, securityContext: restricted }],
		},
	})
	const eater = ['/bin/dd', 'if=/dev/zero', 'of=/dev/null', 'bs=200M', 'count=1']
	await apply(namespace, pod('eater', eater, { limits: { memory: '32Mi' } }))
	await apply(namespace, pod('giant', ['/bin/sleep', '1'], { requests: { cpu: '1000' } }))
	await eventually('the eater was ended', async () => {
		const { status } = await get<Pod>(namespace, 'pod', 'eater')
		return status.containerStatuses?.[0]?.state.terminated?.reason === 'OOMKilled'
	})
	await eventually('the giant was found to fit nowhere', async () => {
		const { status } = await get<Pod>(namespace, 'pod', 'giant')
		return (status.conditions ?? []).some(({ reason }) => reason === 'Unschedulable')
	})
	t.pass()
})

test('a Service reaches a pod on another node by name and by address', async (t) => {
	const namespace = await ownNamespace(t)
	await apply(namespace, etcdPod('server', someEtcd, 'node1'))
	await apply(namespace, {
		apiVersion: 'v1',
		kind: 'Service',
		metadata: { name: 'server' },
		spec: { selector: { app: 'server' }, ports: [{ port: 80, targetPort: 2379 }] },
	})
	await apply(namespace, shellPod('client', 'node3'))
	await Promise.all([untilReady(namespace, 'server'), untilReady(namespace, 'client')])
	const { spec } = await get<{ spec: { clusterIP: string } }>(namespace, 'service', 'server')
	for (const host of ['server', `server.${namespace}.svc.cluster.local`, spec.clusterIP])
		await eventually(`${host} answers`, async () => {
			return /3\.6/.test(
				await exec(namespace, 'client', 'timeout', '2', 'wget', '-q', '-O', '-', `http://${host}/version`),
			)
		})
	t.pass()
})

interface Sized {
	readonly capacity: { readonly storage: string }
}

interface Claim {
	readonly spec: { readonly volumeName: string }
	readonly status: Sized
}

interface Volume {
	readonly spec: Sized
}

test('a claim grows when it is asked to', async (t) => {
	const namespace = await ownNamespace(t)
	const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
	await apply(namespace, {
		apiVersion: 'v1',
		kind: 'PersistentVolumeClaim',
		metadata: { name: 'grows' },
		spec,
	})
	const pod = shellPod('user')
	const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'grows' } }]
	await apply(namespace, {
		...pod,
		spec: {
			...pod.spec,
			volumes,
			containers: pod.spec.containers.map((one) => ({
				...one,
				volumeMounts: [{ name: 'data', mountPath: '/data' }],
			})),
		},
	})
	await untilReady(namespace, 'user')
	await kubectl(
		'-n',
		namespace,
		'patch',
		'pvc',
		'grows',
		'-p',
		JSON.stringify({ spec: { resources: { requests: { storage: '2Gi' } } } }),
	)
	await eventually(
		'claim and volume have the new size',
		async () => {
			const { spec: of, status } = await get<Claim>(namespace, 'pvc', 'grows')
			const volume = await get<Volume>(namespace, 'pv', of.volumeName)
			return status.capacity.storage === '2Gi' && volume.spec.capacity.storage === '2Gi'
		},
		60,
	)
	t.pass()
})
