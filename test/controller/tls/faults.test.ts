// Certificates that may not be used, each with the sentence that says why and what to write instead.
import test from 'ava'
import type { Role } from '../../../controller/tls/secrets.ts'
import { Authority } from '../../../runtime/pki/certificate.ts'
import * as made from './issued.ts'
import {
	between,
	certManager,
	coreos,
	day,
	fromNow,
	issue,
	judge,
	root,
	stranger,
	type Texts,
} from './issued.ts'

type Row = readonly [title: string, role: Role, texts: Texts]
/** One table per sentence; each row is another way to hear it. */
const says = (because: string, ...rows: readonly Row[]) => {
	for (const [title, role, texts] of rows)
		test(`${role}: ${title}`, (t) => {
			const judged = judge(role, texts)
			t.is(judged.because, because)
			t.is(judged.pair, undefined)
		})
}

const head = '-----BEGIN CERTIFICATE-----\n'
const noDate = Object.assign(new Date(made.now), { toISOString: () => '20hello, no date!!!' })
const broken = `${head}AAAA\n-----END CERTIFICATE-----\n`
const brokenKey = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'

says(
	'has a tls.crt that cannot be read: write each certificate there whole and unindented, as PEM',
	['none', 'peer', certManager({}, { 'tls.crt': broken })],
	['cut off', 'peer', certManager({}, { 'tls.crt': head })],
	['all in one line', 'peer', certManager({}, { 'tls.crt': issue().certificate.replaceAll('\n', '') })],
	['no date', 'peer', certManager({ validity: { from: made.month.from, until: noDate } })],
	['indented', 'peer', certManager({}, { 'tls.crt': issue().certificate.replaceAll(/^/gm, '  ') })],
)
says(
	'has a tls.crt, of which certificate 2 cannot be read: write each certificate there whole and unindented, as PEM',
	['what follows it is none', 'peer', certManager({}, { 'tls.crt': issue().certificate + broken })],
)
says(
	'has a ca.crt that cannot be read: write each certificate there whole and unindented, as PEM',
	['authorities that are none', 'peer', certManager({}, { 'ca.crt': broken })],
	[
		'two that are glued',
		'peer',
		certManager({}, { 'ca.crt': root.certificate.trimEnd() + stranger.certificate }),
	],
	['one authority that is not whole', 'peer', certManager({}, { 'ca.crt': root.certificate + head })],
	[
		'what is not base64',
		'peer',
		certManager({}, { 'ca.crt': root.certificate.replace(/=*\n-----END/, '*$&') }),
	],
)

says('has a tls.key that cannot be read: write the private key of tls.crt there whole, as PEM', [
	'a key that is none',
	'peer',
	certManager({}, { 'tls.key': brokenKey }),
])
const encrypted = (type: 'pkcs1' | 'pkcs8'): Texts => {
	const keys = made.rsa()
	const key = keys.privateKey.export({ type, format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' })
	return certManager({ keys }, { 'tls.key': key.toString() })
}
says(
	'has a tls.key that is encrypted: write it without a passphrase',
	['an encrypted key', 'peer', encrypted('pkcs8')],
	['an encrypted key as they were once', 'server', encrypted('pkcs1')],
)
says(
	'has a peer.key of another certificate than the first one in peer.crt: write the two that were made together',
	['another key', 'peer', coreos('peer', {}, { 'peer.key': issue().key })],
	['its authority first', 'peer', coreos('peer', {}, { 'peer.crt': root.certificate + issue().certificate })],
)
says('has a tls.crt that TLS refuses (error:0A00018F:SSL routines::ee key too small): have it issued anew', [
	'a weak key',
	'peer',
	certManager({ keys: made.rsa(1024) }),
])

says('has a tls.crt that ended at 2026-11-18T12:00:00.000Z: renew it', [
	'ended',
	'server',
	certManager({ validity: fromNow(-2 * day, day) }),
])
says('has a tls.crt that ended at 2026-11-19T12:00:00.000Z: renew it', [
	'ends this moment',
	'client',
	certManager({ validity: fromNow(-day, day) }),
])
says(
	'has a tls.crt that is not valid before 2026-11-19T12:00:01.000Z: write one that is valid already, or set the clocks right',
	['too early', 'server', certManager({ validity: fromNow(1000, day) })],
)
const unsigned = (name: string) =>
	`has a peer.crt that no authority in peer-ca.crt has signed: add CN=${name} to peer-ca.crt, or to peer.crt what lies between`
says(unsigned('stranger'), ['a stranger', 'peer', coreos('peer', { by: stranger })])
says(unsigned('stranger').replace('CN=stranger', 'the authority without a name'), [
	'a stranger without a name',
	'peer',
	coreos('peer', { by: new Authority('', made.month) }),
])
says(unsigned('between'), ['nothing of what lies between', 'peer', coreos('peer', { by: between })])
const old = new Authority('old', fromNow(-20 * day, 10 * day))
says(
	'has a tls.crt whose authority has ended (CN=old): renew the authority in ca.crt, and have it sign anew',
	[
		'an authority that has ended',
		'client',
		certManager({ by: old, validity: fromNow(-19 * day, 30 * day) }, { 'ca.crt': old.certificate }),
	],
)

const notFor = (host: string) =>
	`has a tls.crt that is not for ${host}: have it issued with that among its subject alternative names`
says(
	notFor('c-aaaaaaaaaa.c.ns.svc'),
	['no names', 'server', certManager({ names: [] })],
	['a star within a label', 'peer', certManager({ names: ['c-*.c.ns.svc'] })],
	['a star for two labels', 'peer', certManager({ names: ['*.ns.svc'] })],
)
says(notFor('*.c.ns.svc'), ['one member only', 'peer', certManager({ names: ['c-aaaaaaaaaa.c.ns.svc'] })])
says(notFor('127.0.0.1'), ['no address', 'server', certManager({ names: ['*.c.ns.svc', 'localhost'] })])

const lacks = (side: string, sides: string) =>
	`has a tls.crt whose extended key usage lacks ${side}: have it issued with ${sides}`
says(lacks('clientAuth', 'serverAuth and clientAuth'), [
	'only a server',
	'peer',
	certManager({ sides: ['serverAuth'] }),
])
says(lacks('serverAuth', 'serverAuth and clientAuth'), [
	'only a client',
	'peer',
	certManager({ sides: ['clientAuth'] }),
])
says(lacks('serverAuth', 'serverAuth'), ['only a client', 'server', certManager({ sides: ['clientAuth'] })])
says(lacks('clientAuth', 'clientAuth'), ['only a server', 'client', certManager({ sides: ['serverAuth'] })])

test('what may not be used still says until when it could be', (t) => {
	const { notAfter, notBefore, leafPrint } = judge('peer', certManager({ validity: fromNow(-2 * day, day) }))
	t.is(notBefore, made.now - 2 * day)
	t.is(notAfter, made.now - day)
	t.regex(leafPrint ?? '', /^[0-9a-f]{16}$/)
})
