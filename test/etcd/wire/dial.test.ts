// Over streams that somebody else dials: the same answers, the same errors, and what is wrong with a certificate in full.
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer, type AddressInfo } from 'node:net'
import { createSecureServer } from 'node:http2'
import test, { type ExecutionContext } from 'ava'
import { Connection } from '../../../etcd/connection.ts'
import type { EtcdCode, EtcdError } from '../../../etcd/errors.ts'
import { Maintenance } from '../../../etcd/rpc_pb.ts'
import { Authority, type Validity } from '../../../runtime/pki/certificate.ts'
import { dialer } from './dialer.ts'
import { client, fake, fine } from './server.ts'

const authority = new Authority('etcd of a test')
const servername = 'b.db.here.svc'
const issued = (validity?: Validity) => {
	const { certificate: cert, key } = authority.issue(
		{ name: 'b', hosts: [servername, 'db-client.here.svc'] },
		validity,
	)
	return { cert, key }
}
const tls = { ca: authority.certificate, servername }
const away = { host: 'member.invalid', port: 2379 }

test('plainly and with TLS it answers, over one stream for all that is asked', async (t) => {
	for (const keys of [undefined, issued()]) {
		const { port } = await fake(t, fine, keys)
		const { dial, streams } = dialer(port)
		const etcd = client(t, { ...away, dial, ...(keys && { tls }) })
		const answers = await Promise.all([etcd.status(), etcd.status(), etcd.status()])
		t.deepEqual(
			answers.map(({ version }) => version),
			['3.6.16', '3.6.16', '3.6.16'],
		)
		await etcd.status()
		t.is(streams.length, 1)
		etcd.close()
		await sleep(50)
		t.true(streams[0]?.destroyed)
	}
})

test('the next call after a stream that ended dials again, and nothing is sent twice', async (t) => {
	const { port, paths } = await fake(t, (stream, path, socket) => {
		if (paths.length === 1) socket?.destroy()
		else fine(stream, path, socket)
	})
	const { dial, streams } = dialer(port)
	const etcd = client(t, { ...away, dial })
	const message =
		'member.invalid closed the connection before it had answered: did its process end, or does it speak TLS?'
	t.like(await t.throwsAsync<EtcdError>(etcd.status()), { code: 'unreachable', message })
	t.is(paths.length, 1)
	await etcd.status()
	t.is(paths.length, 2)
	streams[1]?.destroy(Object.assign(new Error('port 2379 of pod a/b: gone'), { code: 'ECONNRESET' }))
	await sleep(50)
	await etcd.status()
	t.is(streams.length, 3)
})

test('why a stream broke is what its calls say', async (t) => {
	const { port } = await fake(t, () => {})
	const { dial, streams } = dialer(port)
	for (const connection of [new Connection({ ...away, dial })]) {
		const call = connection.call(Maintenance.method.status, {}, 3000)
		const stream = await connection.stream(Maintenance.method.snapshot)
		await stream.send({})
		const why = Object.assign(new Error('nobody listens there'), { code: 'ECONNREFUSED' })
		setTimeout(() => streams[0]?.destroy(why), 50)
		const [one, other] = await Promise.all([
			t.throwsAsync<EtcdError>(call),
			t.throwsAsync<EtcdError>(stream[Symbol.asyncIterator]().next()),
		])
		t.like(one, { code: 'refused', message: 'nobody listens there' })
		t.like(other, { code: 'refused', message: 'nobody listens there' })
		connection.close()
	}
})

test('a dial that fails, or never ends, or ends too late', async (t) => {
	const failing = client(t, { ...away, dial: async () => await Promise.reject(new Error('forbidden')) })
	t.like(await t.throwsAsync<EtcdError>(failing.status()), { code: 'unreachable', message: 'forbidden' })
	const { port } = await fake(t, fine)
	const { dial, streams } = dialer(port)
	const slow = client(t, { ...away, dial: async () => (await sleep(2500), await dial()) })
	const began = performance.now()
	const error = await t.throwsAsync<EtcdError>(slow.status())
	t.like(error, { code: 'unreachable', message: 'no connection within 2000 ms' })
	t.true(performance.now() - began < 2400)
	t.is((await slow.status()).version, '3.6.16')
	t.is(streams.length, 1)
	const closing = new Connection({ ...away, dial: async () => (await sleep(200), await dial()) })
	const call = closing.call(Maintenance.method.status, {}, 2000)
	closing.close()
	await t.throwsAsync(call, { message: /closed before/ })
	await sleep(300)
	t.true(streams.at(-1)?.destroyed)
})

const hour = 3_600_000
const validity = (from: number, until: number): Validity => ({
	from: new Date(Date.now() + from * hour),
	until: new Date(Date.now() + until * hour),
})

const complains = test.macro(
	async (t, keys: { cert: string; key: string }, given: object, code: EtcdCode, message: RegExp) => {
		const { port } = await fake(t, fine, keys)
		const { dial, streams } = dialer(port)
		const error = await t.throwsAsync<EtcdError>(
			client(t, { ...away, dial, tls: { ...tls, ...given } }).status(),
		)
		t.is(error.code, code)
		t.regex(error.message, message)
		await sleep(50)
		t.true(streams.every(({ destroyed }) => destroyed))
	},
)

test(
	'another name',
	complains,
	issued(),
	{ servername: 'c.db.here.svc' },
	'wrongName',
	/^the certificate that c\.db\.here\.svc shows is not for it, but for b\.db\.here\.svc, db-client\.here\.svc$/,
)
test(
	'another authority',
	complains,
	issued(),
	{ ca: new Authority('another').certificate },
	'untrusted',
	/^the certificate that b\.db\.here\.svc shows was issued by "CN=etcd of a test" and signed by none of the authorities/,
)
test('no authority', complains, issued(), { ca: [] }, 'untrusted', /issued by "CN=etcd of a test"/)
test(
	'ended',
	complains,
	issued(validity(-2, -1)),
	{},
	'expired',
	/^the certificate that b\.db\.here\.svc shows ended at \d{4}-\d\d-\d\dT[\d:.]+Z$/,
)
test(
	'not begun',
	complains,
	issued(validity(1, 2)),
	{},
	'notYetValid',
	/begins at \d{4}-\d\d-\d\dT[\d:.]+Z: is a clock wrong\?$/,
)

async function asks(t: ExecutionContext, maxVersion: 'TLSv1.2' | 'TLSv1.3'): Promise<number> {
	const ours = issued()
	const server = createSecureServer({
		...ours,
		ca: authority.certificate,
		requestCert: true,
		rejectUnauthorized: true,
		maxVersion,
	})
	server.on('tlsClientError', () => {}).on('sessionError', () => {})
	server.on('stream', (stream) => {
		stream.on('error', () => {})
		fine(stream, '', undefined)
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	t.teardown(() => server.close())
	return (server.address() as AddressInfo).port
}

for (const version of ['TLSv1.2', 'TLSv1.3'] as const)
	test(`a member that wants our certificate, over ${version}`, async (t) => {
		const { dial } = dialer(await asks(t, version))
		const accepted = authority.issue({ name: 'us', hosts: [] })
		const showing = (keys: object) => client(t, { ...away, dial, tls: { ...tls, ...keys } })
		t.is((await showing({ cert: accepted.certificate, key: accepted.key }).status()).version, '3.6.16')
		const error = await t.throwsAsync<EtcdError>(showing({}).status())
		t.is(error.code, 'certificateRefused')
		t.regex(
			error.message,
			/^b\.db\.here\.svc does not accept our certificate, or wants one and we have none$/,
		)
	})

test('a member that speaks plainly, and what is no member', async (t) => {
	const { port } = await fake(t, fine)
	const plain = client(t, { ...away, dial: dialer(port).dial, tls })
	t.is((await t.throwsAsync<EtcdError>(plain.status())).code, 'noTls')
	const silent = createServer(() => {})
	await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
	t.teardown(() => silent.close())
	const mute = client(t, { ...away, dial: dialer((silent.address() as AddressInfo).port).dial, tls })
	t.is((await t.throwsAsync<EtcdError>(mute.status())).code, 'unreachable')
	const bye = createServer((socket) => socket.end())
	await new Promise<void>((resolve) => bye.listen(0, '127.0.0.1', resolve))
	t.teardown(() => bye.close())
	const cut = client(t, { ...away, dial: dialer((bye.address() as AddressInfo).port).dial, tls })
	t.regex(
		(await t.throwsAsync<EtcdError>(cut.status())).message,
		/^member\.invalid closed the connection in the middle of the TLS handshake: does it speak TLS/,
	)
})
