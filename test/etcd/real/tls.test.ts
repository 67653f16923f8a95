// Members that speak TLS to clients and want to see a certificate, over streams that are dialled: gRPC and metrics on one port.
import type { ExecutionContext } from 'ava'
import { askMetrics } from '../../../etcd/ask-http.ts'
import { openEtcd } from '../../../etcd/client.ts'
import type { EtcdError } from '../../../etcd/errors.ts'
import type { Endpoint } from '../../../etcd/session.ts'
import { Authority } from '../../../runtime/pki/certificate.ts'
import { dialer } from '../wire/dialer.ts'
import { everyMinor, type Etcd } from './binaries.ts'
import { until } from './process.ts'
import { secureMember } from './secure.ts'

const authority = new Authority('etcd of a test')
const servername = 'a.db.here.svc'
const server = authority.issue({ name: 'a', hosts: [servername] })
const ours = authority.issue({ name: 'us', hosts: [] })
const tls = { ca: authority.certificate, cert: ours.certificate, key: ours.key, servername }

async function speaking(t: ExecutionContext, etcd: Etcd) {
	const { host, ports } = await secureMember(t, etcd, { server, trusted: authority.certificate })
	const { dial, streams } = dialer(ports.client, host)
	return { endpoint: { host: 'member.invalid', port: 2379, tls, dial }, streams }
}

everyMinor('answers both gRPC and for its metrics to who has a certificate', async (t, etcd) => {
	const { endpoint, streams } = await speaking(t, etcd)
	const open = (to: Endpoint) => {
		const client = openEtcd(to)
		t.teardown(() => client.close())
		return client
	}
	const client = open(endpoint)
	const { memberId } = await until('it serves', async () => await client.confirm())
	const told = await until('it tells what it is', async () => {
		const one = await askMetrics(endpoint, 3000)
		return one.hasLeader === true && one
	})
	if (etcd.minor !== '3.2') t.is(told.memberId, memberId)
	const before = streams.length
	await Promise.all([client.status(), client.members()])
	t.is(streams.length, before)

	const codeOf = async (wrong: object): Promise<readonly string[]> => {
		const to = { ...endpoint, tls: { ...tls, ...wrong } }
		const each = [open(to).status(), askMetrics(to, 3000)]
		return await Promise.all(each.map(async (asked) => (await t.throwsAsync<EtcdError>(asked)).code))
	}
	t.deepEqual(await codeOf({ servername: 'b.db.here.svc' }), ['wrongName', 'wrongName'])
	t.deepEqual(await codeOf({ ca: new Authority('another').certificate }), ['untrusted', 'untrusted'])
	t.deepEqual(await codeOf({ cert: undefined, key: undefined }), ['certificateRefused', 'certificateRefused'])
	const stranger = new Authority('another').issue({ name: 'x', hosts: [] })
	t.deepEqual(await codeOf({ cert: stranger.certificate, key: stranger.key }), [
		'certificateRefused',
		'certificateRefused',
	])
})
