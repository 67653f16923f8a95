import anyTest, { type ExecutionContext, type TestFn } from 'ava'
import { isWhole } from '../chosen.ts'
import { etcdOnEveryNode, etcdPod, shellPod, someEtcd } from '../etcd-pods.ts'
import {
	apply,
	eventually,
	exec,
	get,
	isReady,
	kubectl,
	ownNamespace,
	playground,
	untilReady,
	type Pod,
} from '../support.ts'

const test = anyTest.serial as TestFn

/** Two etcds on two nodes, asked from one another. */
async function pair(t: ExecutionContext): Promise<{ one: Pod; other: Pod; namespace: string }> {
	const namespace = await ownNamespace(t)
	await apply(namespace, etcdPod('one', someEtcd, 'node1'))
	await apply(namespace, etcdPod('other', someEtcd, 'node2'))
	const [one, other] = await Promise.all([untilReady(namespace, 'one'), untilReady(namespace, 'other')])
	return { one, other, namespace }
}

const answers = async (namespace: string, from: string, to: Pod): Promise<boolean> =>
	await exec(
		namespace,
		from,
		'etcdctl',
		'--command-timeout=1s',
		'--dial-timeout=1s',
		'--endpoints',
		`http://${to.status.podIP}:2379`,
		'get',
		'x',
	).then(
		() => true,
		() => false,
	)

const nodeIsReady = async (name: string): Promise<boolean> => isReady(await get<Pod>('default', 'node', name))

test('a partition of two pods bites both ways and is undone', async (t) => {
	const { one, other, namespace } = await pair(t)
	await eventually('it answers', async () => await answers(namespace, 'one', other))
	{
		await using _ = await playground.fault({
			fault: 'partition',
			from: `${namespace}/one`,
			to: `${namespace}/other`,
		})
		t.false(await answers(namespace, 'one', other))
		t.false(await answers(namespace, 'other', one))
	}
	await eventually('it answers', async () => await answers(namespace, 'one', other))
	await eventually('it answers', async () => await answers(namespace, 'other', one))
})

test('a partition of two pods on one node bites as well, also through a Service', async (t) => {
	const namespace = await ownNamespace(t)
	await apply(namespace, etcdPod('server', someEtcd, 'node1'))
	const service = { selector: { app: 'server' }, ports: [{ port: 2379 }] }
	await apply(namespace, { apiVersion: 'v1', kind: 'Service', metadata: { name: 'server' }, spec: service })
	await apply(namespace, shellPod('client', 'node1'))
	await Promise.all([untilReady(namespace, 'server'), untilReady(namespace, 'client')])
	const asks = async (host: string) =>
		await exec(
			namespace,
			'client',
			'timeout',
			'1',
			'wget',
			'-q',
			'-O',
			'-',
			`http://${host}:2379/version`,
		).then(
			() => true,
			() => false,
		)
	const { status } = await get<Pod>(namespace, 'pod', 'server')
	await eventually('the Service answers', async () => await asks('server'))
	{
		await using _ = await playground.fault({
			fault: 'partition',
			from: `${namespace}/client`,
			to: `${namespace}/server`,
		})
		t.false(await asks(status.podIP))
		t.false(await asks('server'))
	}
	await eventually('it answers', async () => await asks(status.podIP))
	await eventually('it answers', async () => await asks('server'))
})

/** Whether a packet arrives, told by the receiver's own counter: an answer would need both directions. */
async function arrives(namespace: string, from: string, to: Pod): Promise<boolean> {
	const received = async () => {
		const text = await exec(namespace, to.metadata.name, 'cat', '/proc/net/snmp')
		const [names = [], values = []] = text
			.split('\n')
			.filter((line) => line.startsWith('Tcp:'))
			.map((line) => line.split(' '))
		return Number(values[names.indexOf('InSegs')])
	}
	const before = await received()
	await exec(namespace, from, 'timeout', '1', 'wget', '-q', '-O', '-', `http://${to.status.podIP}/`).catch(
		() => '',
	)
	return (await received()) > before
}

test('a one-way partition loses packets in one direction only', async (t) => {
	const namespace = await ownNamespace(t)
	await apply(namespace, shellPod('one', 'node1'))
	await apply(namespace, shellPod('other', 'node2'))
	const [one, other] = await Promise.all([untilReady(namespace, 'one'), untilReady(namespace, 'other')])
	await eventually('it arrives', async () => await arrives(namespace, 'one', other))
	{
		const sides = { from: `${namespace}/one`, to: `${namespace}/other` }
		await using _ = await playground.fault({ fault: 'partition', ...sides, oneWay: true })
		t.false(await arrives(namespace, 'one', other))
		await eventually('it arrives', async () => await arrives(namespace, 'other', one))
	}
	await eventually('it arrives', async () => await arrives(namespace, 'one', other))
})

test('a partition of two nodes cuts their pods off from each other and from nobody else', async (t) => {
	const { one, other, namespace } = await pair(t)
	await apply(namespace, etcdPod('third', someEtcd, 'node3'))
	const third = await untilReady(namespace, 'third')
	{
		await using _ = await playground.fault({ fault: 'partition', from: 'node1', to: 'node2' })
		t.false(await answers(namespace, 'one', other))
		t.false(await answers(namespace, 'other', one))
		await eventually('it answers', async () => await answers(namespace, 'one', third))
		await eventually('it answers', async () => await answers(namespace, 'other', third))
	}
	await eventually('it answers', async () => await answers(namespace, 'one', other))
})

test('a node cut off from the control plane is found not ready and comes back', async (t) => {
	{
		await using _ = await playground.fault({ fault: 'partition', from: 'node3', to: 'control-plane' })
		await eventually('node3 is not ready', async () => !(await nodeIsReady('node3')), 60)
	}
	await eventually('node3 is ready again', async () => await nodeIsReady('node3'), 60)
	t.pass()
})

test('a killed container ends by SIGKILL and starts again', async (t) => {
	const { namespace } = await pair(t)
	{
		await using killed = await playground.fault({ fault: 'kill', pod: `${namespace}/other` })
		t.is(killed.ok, 'kill')
	}
	await eventually('the container was started again', async () => {
		const { status } = await get<Pod>(namespace, 'pod', 'other')
		const [etcd] = status.containerStatuses ?? []
		return etcd?.restartCount === 1 && etcd.lastState.terminated?.exitCode === 137
	})
	await untilReady(namespace, 'other')
	t.pass()
})

test('a second fault on the same target is refused while the first holds', async (t) => {
	const namespace = await ownNamespace(t)
	await apply(namespace, shellPod('frozen'))
	await untilReady(namespace, 'frozen')
	const freeze = { fault: 'freeze', pod: `${namespace}/frozen` } as const
	{
		await using _ = await playground.fault(freeze)
		await t.throwsAsync(playground.fault(freeze), {
			message: /has such a fault already: wait until that has ended/,
		})
	}
	await using again = await playground.fault(freeze)
	t.is(again.ok, 'freeze')
})

test('a frozen process answers nobody and goes on afterwards as the same process', async (t) => {
	const { other, namespace } = await pair(t)
	{
		await using _ = await playground.fault({ fault: 'freeze', pod: `${namespace}/other`, container: 'etcd' })
		t.false(await answers(namespace, 'one', other))
	}
	await eventually('it answers again', async () => await answers(namespace, 'one', other))
	const { status } = await get<Pod>(namespace, 'pod', 'other')
	t.is(status.containerStatuses?.[0]?.restartCount, 0)
})

if (isWhole)
	test('a stopped node is found not ready and comes back with its disk', async (t) => {
		const namespace = await ownNamespace(t)
		await apply(namespace, etcdOnEveryNode('kept', someEtcd))
		await eventually(
			'the pods exist',
			async () => (await get<{ items: unknown[] }>(namespace, 'pods')).items.length === 3,
		)
		const pods = await Promise.all(
			['kept-0', 'kept-1', 'kept-2'].map(async (name) => await untilReady(namespace, name)),
		)
		const { metadata } = pods.find(({ spec }) => spec.nodeName === 'node2') ?? { metadata: { name: '' } }
		await exec(namespace, metadata.name, 'etcdctl', 'put', 'kept', 'yes')
		{
			await using _ = await playground.fault({ fault: 'stop-node', node: 'node2' })
			t.deepEqual(
				(await playground.status()).nodes.filter(({ on }) => !on).map(({ name }) => name),
				['node2'],
			)
			await eventually('node2 is not ready', async () => !(await nodeIsReady('node2')), 60)
		}
		await eventually('node2 is ready again', async () => await nodeIsReady('node2'), 60)
		await eventually(
			'its pod has its data',
			async () => {
				return (
					(await exec(namespace, metadata.name, 'etcdctl', 'get', 'kept', '--print-value-only')) === 'yes\n'
				)
			},
			60,
		)
		t.pass()
	})

if (isWhole)
	test('a lost node comes back without its data', async (t) => {
		const namespace = await ownNamespace(t)
		await apply(namespace, etcdPod('lost', someEtcd, 'node1'))
		await untilReady(namespace, 'lost')
		await exec(namespace, 'lost', 'etcdctl', 'put', 'lost', 'yes')
		{
			await using _ = await playground.fault({ fault: 'lose-node', node: 'node1' })
			await eventually('node1 is not ready', async () => !(await nodeIsReady('node1')), 60)
		}
		await eventually('node1 is ready again', async () => await nodeIsReady('node1'), 60)
		await eventually(
			'the pod answers, empty',
			async () => {
				return (await exec(namespace, 'lost', 'etcdctl', 'get', 'lost', '--print-value-only')) === ''
			},
			60,
		)
		t.pass()
	})

test('a stopped API server answers nobody, pods live on, and it comes back', async (t) => {
	const { one, namespace } = await pair(t)
	{
		await using _ = await playground.fault({ fault: 'stop-apiserver' })
		await t.throwsAsync(kubectl('get', 'nodes', '--request-timeout=2s'))
	}
	await eventually('the API answers', async () => (await kubectl('get', 'nodes')).includes('node1'))
	const { metadata, status } = await get<Pod>(namespace, 'pod', 'one')
	t.is(metadata.uid, one.metadata.uid)
	t.is(status.containerStatuses?.[0]?.restartCount, 0)
})

test('a restarted API server is another process with the same objects', async (t) => {
	const namespace = await ownNamespace(t)
	const pidOf = async () =>
		(await playground.status()).parts.find(({ name }) => name === 'kube-apiserver')?.pid
	const before = await pidOf()
	await using fault = await playground.fault({ fault: 'restart-apiserver' })
	t.is(fault.ok, 'restart-apiserver')
	t.not(await pidOf(), before)
	t.regex(await kubectl('get', 'namespace', namespace), /Active/)
})

test('a fault that names nothing there is refused and changes nothing', async (t) => {
	await t.throwsAsync(playground.fault({ fault: 'stop-node', node: 'node9' }), {
		message: /no node "node9": choose one of node1, node2, node3/,
	})
	await t.throwsAsync(playground.fault({ fault: 'kill', pod: 'default/nobody' }), {
		message: /no pod "default\/nobody"/,
	})
	t.true((await playground.status()).nodes.every(({ on }) => on))
})
