// Into pods by way of the API server and the kubelets, as the plugin goes: members with and without TLS, and all that can be in the way.
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { ports } from '../../../api/names.ts'
import { askMetrics } from '../../../etcd/ask-http.ts'
import { Connection } from '../../../etcd/connection.ts'
import { openEtcd } from '../../../etcd/client.ts'
import type { EtcdError } from '../../../etcd/errors.ts'
import { Watch } from '../../../etcd/rpc_pb.ts'
import type { ForwardError } from '../../../kube/forward-error.ts'
import { memoryHeld } from '../../memory-held.ts'
import { Secrets, staticTls } from '../certificates.ts'
import { shellPod } from '../etcd-pods.ts'
import { make, namesOf, podsOf, someVersion, untilHealthy, untilReadyMembers } from '../cluster-support.ts'
import { apiAs, echoes, endpointOf, hundredMegabytes, open, saying, sayings } from '../reaching.ts'
import { apply, eventually, get, kubectl, ownNamespace, playground, type Pod } from '../support.ts'

const sizeOf = async (stream: Duplex): Promise<number> => {
	let size = 0
	for await (const chunk of stream) size += (chunk as Buffer).length
	return size
}

const failed = async (asked: Promise<unknown>): Promise<ForwardError> => {
	const reason = await asked.then(
		() => new Error('it did not fail'),
		(error: unknown) => error,
	)
	return reason as ForwardError
}

for (const spoken of ['plain', 'TLS'] as const)
	test(`all members of a cluster, ${spoken}: status and metrics at once`, async (t) => {
		const namespace = await ownNamespace(t)
		const secrets = new Secrets(namespace, 'test')
		if (spoken === 'TLS') await secrets.writeAll()
		await make(namespace, 'test', { size: 3, ...(spoken === 'TLS' && staticTls) })
		await untilReadyMembers(namespace, 'test', 3, 120)
		await untilHealthy(namespace, 'test')
		const members = namesOf(await podsOf(namespace, 'test'))
		const ours = secrets.texts('client')
		const [cert, key] = [ours['etcd-client.crt'] ?? '', ours['etcd-client.key'] ?? '']
		const trusting = { ca: secrets.authority.certificate, cert, key }
		const tls = spoken === 'TLS' ? trusting : undefined

		const began = performance.now()
		const seen = await Promise.all(
			members.map(async (member) => {
				const client = openEtcd(endpointOf(namespace, 'test', member, tls))
				t.teardown(() => client.close())
				const [status, list, plain, own] = await Promise.all([
					client.status(),
					client.members(),
					askMetrics(endpointOf(namespace, 'test', member, undefined, ports.metrics), 5000),
					askMetrics(endpointOf(namespace, 'test', member, tls), 5000),
				])
				t.is(status.version, someVersion)
				t.is(plain.memberId, status.memberId)
				t.is(own.startedAt, plain.startedAt)
				t.is(plain.isLeader, status.leader === status.memberId)
				t.is(plain.activePeers?.size, 2)
				t.deepEqual(list.members.map(({ name }) => name).toSorted(), members)
				return status
			}),
		)
		t.log(`12 answers over 9 streams after ${(performance.now() - began).toFixed(0)} ms`)
		t.is(new Set(seen.map(({ memberId }) => memberId)).size, 3)
		t.is(new Set(seen.map(({ leader }) => leader)).size, 1)

		const [one = '', other = ''] = members
		if (tls === undefined) return
		const wrong = {
			...endpointOf(namespace, 'test', one, tls),
			tls: { ...tls, servername: 'elsewhere.example' },
		}
		const client = openEtcd(wrong)
		t.teardown(() => client.close())
		const error = await t.throwsAsync<EtcdError>(client.status())
		t.is(error.code, 'wrongName')
		t.regex(error.message, /elsewhere\.example shows is not for it, but for \*\.test\./)

		// A member that goes in the middle of a call, which would wait for it otherwise.
		const going = openEtcd(endpointOf(namespace, 'test', other, tls))
		t.teardown(() => going.close())
		await going.status()
		{
			await using frozen = await playground.fault({ fault: 'freeze', pod: `${namespace}/${other}` })
			t.is(frozen.ok, 'freeze')
			const asked = going.hashKv(0n)
			const killed = performance.now()
			await kubectl('-n', namespace, 'delete', 'pod', other, '--grace-period=0', '--force')
			const cut = await t.throwsAsync<EtcdError>(asked)
			const seconds = (performance.now() - killed) / 1000
			t.log(`${seconds.toFixed(1)} s: ${cut.message}`)
			t.is(cut.code, 'unreachable')
			t.true(seconds < 10)
		}
	})

test('a hundred megabytes go through whoever reads slowly, and wait at the other side', async (t) => {
	const namespace = await ownNamespace(t)
	const pod = await saying(namespace, 'says')
	const began = performance.now()
	t.is(await sizeOf(await open(namespace, pod, sayings.hundredMegabytes)), hundredMegabytes)
	t.log(`${(hundredMegabytes / 1e3 / (performance.now() - began)).toFixed(0)} MB/s`)

	const slow = await open(namespace, pod, sayings.hundredMegabytes)
	await once(slow, 'readable')
	const before = memoryHeld()
	await sleep(3000)
	const held = memoryHeld()
	t.true(slow.readableLength < 1_000_000, `${slow.readableLength} bytes wait here`)
	const grown = (held.rss - before.rss + held.arrayBuffers - before.arrayBuffers) / 1e6
	t.log(`${grown.toFixed(0)} MB more in memory while nobody reads`)
	t.true(grown < 40)
	let [size, most, next] = [0, 0, 1]
	for await (const chunk of slow) {
		size += (chunk as Buffer).length
		if (size <= next * 10_000_000) continue
		next++
		await sleep(200)
		most = Math.max(most, memoryHeld().arrayBuffers - before.arrayBuffers)
	}
	t.is(size, hundredMegabytes)
	t.true(most < 40_000_000, `${most} bytes at most`)
})

test('a hundred megabytes the other way', async (t) => {
	const namespace = await ownNamespace(t)
	const stream = await open(namespace, await saying(namespace, 'hears'), sayings.takes)
	const piece = Buffer.alloc(65_536)
	const began = performance.now()
	for (let index = 0; index < 1600; index++) if (!stream.write(piece)) await once(stream, 'drain')
	t.log(`${(hundredMegabytes / 1e3 / (performance.now() - began)).toFixed(0)} MB/s`)
	t.true(memoryHeld().arrayBuffers < 100_000_000)
	stream.destroy()
})

test('twenty at once, and each hears what it said', async (t) => {
	const namespace = await ownNamespace(t)
	const pod = await saying(namespace, 'repeats')
	const began = performance.now()
	await Promise.all(
		Array.from({ length: echoes }, async (_, index) => {
			const stream = await open(namespace, pod, sayings.echo + index)
			const said = Buffer.alloc(500_000, `${index} says so. `)
			stream.write(said)
			const heard: Buffer[] = []
			let size = 0
			for await (const chunk of stream) {
				heard.push(chunk as Buffer)
				if ((size += (chunk as Buffer).length) >= said.length) break
			}
			t.true(Buffer.concat(heard).equals(said))
		}),
	)
	t.log(`${(performance.now() - began).toFixed(0)} ms`)
})

test('who says nothing for long stays, since both sides are asked whether they are there', async (t) => {
	const namespace = await ownNamespace(t)
	const stream = await open(namespace, await saying(namespace, 'waits'), sayings.echo)
	stream.once('error', (error) => t.fail(error.message))
	await sleep(65_000)
	stream.write('still there')
	t.is(String((await once(stream, 'data'))[0]), 'still there')
	stream.destroy()
})

test('a pod that is killed in the middle ends its streams within seconds', async (t) => {
	const namespace = await ownNamespace(t)
	const pod = await saying(namespace, 'dies')
	const [used, unused] = [
		await open(namespace, pod, sayings.echo),
		await open(namespace, pod, sayings.echo + 1),
	]
	used.write('x')
	await sleep(500)
	const began = performance.now()
	await kubectl('-n', namespace, 'delete', 'pod', pod, '--grace-period=0', '--force')
	const hanging = sleep(30_000, 'it hangs')
	t.is(await Promise.race([Promise.all([used, unused].map(sizeOf)), hanging]).then(String), '1,0')
	t.log(`${((performance.now() - began) / 1000).toFixed(1)} s`)
	await eventually(
		'it is gone',
		async () => (await get<{ items: Pod[] }>(namespace, 'pods')).items.length === 0,
	)
	t.is((await failed(open(namespace, pod, sayings.echo))).code, 'ENOENT')
})

test('a watch through a member that is killed ends with words within seconds', async (t) => {
	const namespace = await ownNamespace(t)
	await make(namespace, 'test', { size: 1 })
	await untilHealthy(namespace, 'test')
	const [member = ''] = namesOf(await podsOf(namespace, 'test'))
	const connection = new Connection(endpointOf(namespace, 'test', member))
	t.teardown(() => connection.close())
	const stream = await connection.stream(Watch.method.watch)
	const key = new Uint8Array([0])
	await stream.send({ asks: { case: 'createRequest', value: { key, rangeEnd: key } } })
	const messages = stream[Symbol.asyncIterator]()
	t.like((await messages.next()).value, { created: true })
	const over = t.throwsAsync<EtcdError>(messages.next())
	const began = performance.now()
	await kubectl('-n', namespace, 'delete', 'pod', member, '--grace-period=0', '--force')
	const error = await over
	const seconds = (performance.now() - began) / 1000
	t.log(`${seconds.toFixed(1)} s: ${error.message}`)
	t.is(error.code, 'unreachable')
	t.true(seconds < 40)
})

test('a port nobody listens on, a pod that is not there, one that waits and one that is done', async (t) => {
	const namespace = await ownNamespace(t)
	const pod = await saying(namespace, 'is')
	const nobody = await failed(sizeOf(await open(namespace, pod, 4444)))
	t.is(nobody.code, 'ECONNREFUSED')
	t.is(
		nobody.message,
		`port 4444 of pod ${namespace}/is: nobody listens there (connection refused inside of the pod)`,
	)
	const client = openEtcd(endpointOf(namespace, 'test', pod, undefined, 4444))
	t.teardown(() => client.close())
	t.is((await t.throwsAsync<EtcdError>(client.status())).code, 'refused')

	const missing = await failed(open(namespace, 'nobody', 80))
	t.is(missing.code, 'ENOENT')
	t.regex(missing.message, /^port 80 of pod test-\w+\/nobody: there is no such pod: pods "nobody" not found$/)

	const other = (name: string, command: readonly string[], cpu: string) => {
		const { spec, ...rest } = shellPod(name)
		const containers = spec.containers.map((one) => ({ ...one, command, resources: { requests: { cpu } } }))
		return { ...rest, spec: { ...spec, restartPolicy: 'Never', containers } }
	}
	await apply(namespace, other('waits', ['/bin/sleep', '1'], '1000'))
	await apply(namespace, other('done', ['/bin/sh', '-c', ':'], '1m'))
	await kubectl(
		'-n',
		namespace,
		'wait',
		'--for=jsonpath={.status.phase}=Succeeded',
		'pod/done',
		'--timeout=60s',
	)
	for (const name of ['waits', 'done']) {
		const error = await failed(open(namespace, name, 80))
		t.log(error.message)
		t.is(error.code, 'ENOENT')
		t.regex(error.message, /the pod does not run/)
	}
})

test('whoever may not is told what to ask for, and that is enough', async (t) => {
	const namespace = await ownNamespace(t)
	const pod = await saying(namespace, 'guarded')
	const by = await apiAs(namespace, 'default')
	const error = await failed(open(namespace, pod, sayings.echo, by))
	t.log(error.message)
	t.is(error.code, 'EACCES')
	t.regex(error.message, /is forbidden: User "system:serviceaccount:.*pods\/portforward/)
	t.regex(error.message, /grant get and create on pods\/portforward/)
	const account = `--serviceaccount=${namespace}:default`
	await kubectl(
		'-n',
		namespace,
		'create',
		'role',
		'forward',
		'--verb=get,create',
		'--resource=pods/portforward',
	)
	await kubectl('-n', namespace, 'create', 'rolebinding', 'forward', '--role=forward', account)
	await eventually('it is let in', async () => {
		const stream = await open(namespace, pod, sayings.echo, by)
		stream.write('in')
		const [heard] = await once(stream, 'data')
		stream.destroy()
		return String(heard) === 'in'
	})
	const none = await failed(open('kube-system', 'coredns', 53, by))
	t.is(none.code, 'EACCES')
})
