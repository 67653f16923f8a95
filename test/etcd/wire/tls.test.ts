import test from 'ava'
import { isTransient, type EtcdError } from '../../../etcd/errors.ts'
import { Authority } from '../../../runtime/pki/certificate.ts'
import { client, fake, fine } from './server.ts'

const authority = new Authority('etcd of a test')
const { certificate: cert, key } = authority.issue({ name: 'b', hosts: ['b.db.here.svc'] })

test('whatever address is dialled, the certificate must have the name of the member', async (t) => {
	const { port } = await fake(t, fine, { cert, key })
	const tls = { ca: authority.certificate, servername: 'b.db.here.svc' }
	t.is((await client(t, { host: '127.0.0.1', port, tls }).status()).version, '3.6.16')
	for (const [wrong, code] of [
		[{ ...tls, servername: 'c.db.here.svc' }, 'wrongName'],
		[{ ...tls, ca: new Authority('another').certificate }, 'untrusted'],
		[{ servername: tls.servername }, 'untrusted'],
	] as const) {
		const error = await t.throwsAsync<EtcdError>(client(t, { host: '127.0.0.1', port, tls: wrong }).status())
		t.is(error.code, code)
		t.true(isTransient(error), 'somebody may yet mend it')
	}
})

test('speaking plainly to a member with TLS, and the other way round, fails at once', async (t) => {
	const withTls = await fake(t, fine, { cert, key })
	const plain = await fake(t, fine)
	const tls = { ca: authority.certificate, servername: 'b.db.here.svc' }
	const began = performance.now()
	await t.throwsAsync(client(t, { host: '127.0.0.1', port: withTls.port }).status())
	await t.throwsAsync(client(t, { host: '127.0.0.1', port: plain.port, tls }).status())
	t.true(performance.now() - began < 1500)
})
