// Against servers that answer badly, late or not at all.
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { kubeApi, refusal } from '../../kube/api.ts'
import { kubeClient } from '../../kube/client.ts'
import { isConflict, isNotFound, KubeError } from '../../kube/errors.ts'
import { kinds } from '../../kube/objects.ts'
import { Authority } from '../../runtime/pki/certificate.ts'
import { ca, json, rude, whereAt, type Answer } from './rude.ts'

const unanswered = async (t: ExecutionContext, asked: Promise<unknown>): Promise<number> => {
	const began = performance.now()
	const reason = await t.throwsAsync(asked, { instanceOf: KubeError })
	t.is(reason.status, 0)
	return performance.now() - began
}

const silences: Readonly<Record<string, Answer>> = {
	'never answers': () => {},
	'stops in the middle of its answer': (_, outgoing) => {
		outgoing.writeHead(200, { 'content-length': '1000' }).write('{"items":')
	},
	'answers a byte each second': (_, outgoing) => {
		outgoing.writeHead(200)
		const drops = setInterval(() => outgoing.write(' '), 1000)
		outgoing.on('close', () => clearInterval(drops))
	},
}

for (const [how, answer] of Object.entries(silences))
	test(`an API server that ${how} is given up within ten seconds`, async (t) => {
		const { api, arrived } = await rude(t, answer)
		const ms = await unanswered(t, api.ask('GET', '/api/v1/pods'))
		t.true(ms > 9000 && ms < 11_500, `${ms} ms`)
		t.is(arrived.length, 1)
	})

test('one that accepts a connection and says nothing, and one that is not there', async (t) => {
	const server = createServer()
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const { port } = server.address() as AddressInfo
	const ms = await unanswered(t, kubeApi(whereAt(port)).ask('GET', '/'))
	t.true(ms > 9000 && ms < 11_500, `${ms} ms`)
	server.close()
	t.true((await unanswered(t, kubeApi(whereAt(port)).ask('GET', '/'))) < 1000)
})

test('no request is sent twice, on a new connection or on one that is kept', async (t) => {
	for (const before of [0, 3]) {
		let asked = 0
		const { api, arrived, sockets } = await rude(t, (incoming, outgoing) => {
			if (asked++ < before) json(outgoing, 200, {})
			else incoming.resume().on('end', () => incoming.socket.destroy())
		})
		for (let index = 0; index < before; index++) await api.ask('POST', '/kept', {})
		await unanswered(t, api.ask('POST', '/cut', { metadata: { name: 'a' } }))
		await sleep(300)
		t.is(arrived.filter((line) => line === 'POST /cut').length, 1)
		t.is(sockets.length, 1)
	}
})

test('the client tells an unknown outcome from a refusal', async (t) => {
	const { where } = await rude(t, ({ socket }) => socket.destroy())
	const kube = kubeClient(kubeApi(where))
	const at = { namespace: 'shop', name: 'a' }
	await unanswered(t, kube.get(kinds.pod, at))
	await unanswered(t, kube.create(kinds.pod, { metadata: at }))
	await unanswered(t, kube.remove(kinds.pod, { ...at, uid: '1' }))
})

test('connections are kept and few: one for one after another, at most 512 at once', async (t) => {
	const { api, sockets } = await rude(t, (_, outgoing) => {
		setTimeout(() => json(outgoing, 200, {}), 10)
	})
	for (let index = 0; index < 20; index++) await api.ask('GET', '/')
	t.is(sockets.length, 1)
	await Promise.all(Array.from({ length: 600 }, async () => await api.ask('GET', '/')))
	t.is(sockets.length, 512)
})

// As when the machine of one of several API servers loses its power: nobody ends the connections to it.
test('one request that found its connection dead is enough: the next one takes another', async (t) => {
	const dead = new Set<unknown>()
	let healthy = true
	const { api } = await rude(t, ({ socket }, outgoing) => {
		if (healthy) dead.add(socket)
		if (healthy || !dead.has(socket)) setTimeout(() => json(outgoing, 200, {}), 50)
	})
	await Promise.all([api.ask('GET', '/'), api.ask('GET', '/')])
	t.is(dead.size, 2)
	healthy = false
	await unanswered(t, api.ask('GET', '/'))
	t.is((await api.ask('GET', '/')).status, 200)
})

test('a request may be given another time, or none, and wants what form it likes', async (t) => {
	const wanted: unknown[] = []
	const { where, api } = await rude(t, ({ headers, url }, outgoing) => {
		wanted.push(headers.accept)
		if (url === '/slow') setTimeout(() => json(outgoing, 200, {}), 11_000)
		else if (url !== '/never') json(outgoing, 200, {})
	})
	// Enough to connect and be heard on a busy machine, and far from the usual deadlines.
	const timeoutMs = 1500
	const ms = await unanswered(t, kubeApi({ ...where, timeoutMs }).ask('POST', '/never', {}))
	t.true(ms > 1450 && ms < 6000, `${ms} ms`)
	const asking = { accept: 'application/json;as=Table', timeoutMs }
	await unanswered(t, api.ask('GET', '/never', undefined, undefined, undefined, asking))
	t.deepEqual(wanted, ['application/json', 'application/json;as=Table'])
	t.is((await kubeApi({ ...where, timeoutMs: 0 }).ask('GET', '/slow')).status, 200)
})

test('what something in between answers is no JSON, and still an answer', async (t) => {
	const { api } = await rude(t, (_, outgoing) => void outgoing.writeHead(502).end('<html>Bad Gateway'))
	t.deepEqual(await api.ask('GET', '/'), { status: 502, body: '<html>Bad Gateway', warnings: [] })
	const reason = await t.throwsAsync(kubeClient(api).list(kinds.pod, {}), { instanceOf: KubeError })
	t.is(reason.message, '/api/v1/pods was answered 502')
	await t.throwsAsync(api.open('/api/v1/pods', 'application/json', new AbortController().signal), {
		instanceOf: KubeError,
		message: /502/,
	})
})

test('a token is sent, read again when it could not be read, and never kept out of fear', async (t) => {
	const seen: unknown[] = []
	const { where } = await rude(t, ({ headers }, outgoing) => {
		seen.push(headers.authorization)
		json(outgoing, 200, {})
	})
	let reads = 0
	const api = kubeApi({
		...where,
		async credentials() {
			if (reads++ === 0) throw new Error('the file is being replaced')
			return await Promise.resolve({ ca, token: `t${reads}` })
		},
	})
	await t.throwsAsync(api.ask('GET', '/'), { message: /being replaced/ })
	await api.ask('GET', '/')
	await api.ask('GET', '/')
	t.deepEqual(seen, ['Bearer t2', 'Bearer t2'])
})

test('who has not our authority is not talked to', async (t) => {
	const { where, arrived } = await rude(t, (_, outgoing) => json(outgoing, 200, {}))
	const stranger = new Authority('stranger').certificate
	await unanswered(
		t,
		kubeApi({ ...where, credentials: async () => await Promise.resolve({ ca: stranger }) }).ask('GET', '/'),
	)
	t.deepEqual(arrived, [])
})

test("refusals carry Kubernetes' own words", (t) => {
	const gone = refusal(410, { reason: 'Expired', message: 'too old' }, '/x')
	t.like(gone, { status: 410, reason: 'Expired', message: 'too old' })
	t.like(refusal(500, null, '/x'), { reason: 'Unknown', message: '/x was answered 500' })
	t.is(refusal(500, 'pod is not running\n', '/x').message, '/x was answered 500: pod is not running')
	for (const page of ['', '<html>', '{"a":', 'two\nlines', 'x'.repeat(501)])
		t.is(refusal(502, page, '/x').message, '/x was answered 502')
	t.deepEqual(
		[isConflict, isNotFound].map((is) => is(gone)),
		[false, false],
	)
	t.true(isConflict(refusal(409, {}, '/x')) && isNotFound(refusal(404, {}, '/x')))
	t.false(isConflict(new Error('409')))
})

test('where there is nothing to be told yet an open answer is empty', async (t) => {
	const { api } = await rude(t, (_, outgoing) => void outgoing.writeHead(204).end())
	let bytes = 0
	for await (const chunk of await api.open('/log', 'text/plain', AbortSignal.timeout(5000)))
		bytes += (chunk as Buffer).length
	t.is(bytes, 0)
})
