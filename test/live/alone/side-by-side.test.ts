import test from 'ava'
import { Playground } from '../../../playground/playground.ts'
import { forgetLogs } from '../../../playground/world/launch.ts'
import { shellPod } from '../etcd-pods.ts'
import { apply, ownNamespace, playground, untilReady } from '../support.ts'

const other = `test-beside-${process.pid}`

test('two playgrounds of three nodes run side by side and know nothing of each other', async (t) => {
	t.timeout(120_000)
	t.teardown(async () => await forgetLogs(other))
	const namespace = await ownNamespace(t)
	await using beside = await Playground.start({ name: other, nodes: 3 })
	t.regex(await beside.kubectl(['get', 'nodes']), /node1 +Ready[^]*node2 +Ready[^]*node3 +Ready/)
	t.notRegex(await beside.kubectl(['get', 'namespaces']), new RegExp(namespace))
	await apply(namespace, shellPod('here', 'node1'))
	await beside.kubectl(['-n', 'default', 'wait', '--for=create', 'serviceaccount/default', '--timeout=20s'])
	await beside.kubectl(['-n', 'default', 'apply', '-f', '-'], {
		input: JSON.stringify(shellPod('there', 'node1')),
	})
	await untilReady(namespace, 'here')
	await beside.kubectl(['-n', 'default', 'wait', '--for=condition=Ready', 'pod/there', '--timeout=60s'])
	// What breaks one leaves the other alone.
	await using _ = await beside.fault({ fault: 'stop-node', node: 'node1' })
	t.true((await playground.status()).nodes.every(({ on }) => on))
	t.false((await beside.status()).nodes.every(({ on }) => on))
})
