import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type TLSSocket } from 'node:tls'
import test from 'ava'
import { Authority } from '../../runtime/pki/certificate.ts'
import { integer, oid } from '../../runtime/pki/der.ts'
import { sideIds, type Side } from '../../runtime/pki/subject.ts'

test('a certificate says who it is for and is signed by its authority', (t) => {
	const authority = new Authority('test')
	const { certificate, key } = authority.issue({
		name: 'system:node:node1',
		groups: ['system:nodes'],
		hosts: ['node1', '10.0.0.1'],
	})
	const read = new X509Certificate(certificate)
	t.true(read.verify(new X509Certificate(authority.certificate).publicKey))
	t.true(read.checkPrivateKey(createPrivateKey(key)))
	t.is(read.subject, 'O=system:nodes\nCN=system:node:node1')
	t.is(read.subjectAltName, 'DNS:node1, IP Address:10.0.0.1')
	t.false(read.ca)
	t.true(new X509Certificate(authority.certificate).ca)
})

test('both sides of a TLS connection accept it', async (t) => {
	const authority = new Authority('test')
	const pair = (name: string, hosts: string[]) => {
		const { certificate, key } = authority.issue({ name, hosts })
		return { cert: certificate, key, ca: authority.certificate }
	}
	const server = createServer({
		...pair('server', ['localhost']),
		requestCert: true,
		rejectUnauthorized: true,
	})
	t.teardown(() => server.close())
	const seen = new Promise<string>((resolve) => {
		server.once('secureConnection', (socket: TLSSocket) =>
			resolve(String(socket.getPeerCertificate().subject.CN)),
		)
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const { port } = server.address() as AddressInfo
	const client = connect({ port, host: '127.0.0.1', servername: 'localhost', ...pair('client', []) })
	t.teardown(() => client.destroy())
	t.is(await seen, 'client')
})

test('DER: an integer with its top bit set stays positive, an arc over 127 takes two bytes', (t) => {
	t.deepEqual([...integer(Buffer.from([0x80]))], [0x02, 2, 0, 0x80])
	t.deepEqual([...oid('1.2.840.10045.2')], [0x06, 6, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02])
})

test('an authority signs for another, with either kind of key', (t) => {
	const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
	const above = new Authority('above', undefined, { keys: rsa })
	const below = new Authority('below', undefined, { above })
	const [top, middle, leaf] = [above, below, below.issue({ name: 'leaf' }, undefined, rsa)].map(
		({ certificate }) => new X509Certificate(certificate),
	)
	t.true(top && middle?.ca && middle.checkIssued(top) && middle.verify(top.publicKey))
	t.true(middle && leaf?.checkIssued(middle) && leaf.verify(middle.publicKey))
	t.true(leaf?.checkPrivateKey(rsa.privateKey))
})

test('a certificate is for both sides of a connection unless it says for which', (t) => {
	const authority = new Authority('test')
	const uses = (sides?: readonly Side[]): readonly string[] | undefined =>
		new X509Certificate(authority.issue({ name: 'x', ...(sides && { sides }) }).certificate).keyUsage
	t.deepEqual(uses(), [sideIds.serverAuth, sideIds.clientAuth])
	t.deepEqual(uses(['clientAuth']), [sideIds.clientAuth])
	t.is(uses([]), undefined)
})
