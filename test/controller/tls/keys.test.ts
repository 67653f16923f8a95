// What a secret lacks before any certificate is looked at.
import test from 'ava'
import { judgeSecret, type Role } from '../../../controller/tls/secrets.ts'
import { certManager, coreos, encode, hosts, issue, judge, now, root, without, type Texts } from './issued.ts'

const certificate = 'put the certificate, and after it those between it and its authority there, as PEM'
const key = 'put the private key of the certificate there, as PEM'
const authorities = 'put the certificates of the authorities to trust there, as PEM'

type Row = readonly [title: string, role: Role, texts: Texts | undefined, because: string]
const rows: readonly Row[] = [
	['empty', 'peer', {}, `has no key peer.crt (nor tls.crt): ${certificate}`],
	['no key', 'peer', without(coreos('peer'), 'peer.key'), `has no key peer.key (nor tls.key): ${key}`],
	['no tls.key', 'server', without(certManager(), 'tls.key'), `has no key tls.key (nor server.key): ${key}`],
	[
		'no authorities',
		'client',
		without(certManager(), 'ca.crt'),
		`has no key ca.crt (nor etcd-client-ca.crt): ${authorities}`,
	],
	[
		'both styles, neither whole',
		'peer',
		{ ...certManager(), 'peer-ca.crt': root.certificate },
		`has no key peer.crt, and tls.crt is not read beside peer-ca.crt: ${certificate}`,
	],
	['blank', 'peer', coreos('peer', {}, { 'peer.key': ' \n' }), `has nothing in peer.key: ${key}`],
	['nothing', 'peer', certManager({}, { 'ca.crt': '' }), `has nothing in ca.crt: ${authorities}`],
	[
		'no PEM',
		'peer',
		coreos('peer', {}, { 'peer.crt': 'hello' }),
		`has in peer.crt no PEM of a certificate: ${certificate}`,
	],
	[
		'a key for a certificate',
		'peer',
		certManager({}, { 'tls.crt': issue().key }),
		`has in tls.crt no PEM of a certificate: ${certificate}`,
	],
	[
		'a certificate for a key',
		'peer',
		certManager({}, { 'tls.key': root.certificate }),
		`has in tls.key no PEM of a private key: ${key}`,
	],
	[
		'authorities that are no PEM',
		'peer',
		certManager({}, { 'ca.crt': 'hello' }),
		`has in ca.crt no PEM of a certificate: ${authorities}`,
	],
	[
		'encoded twice',
		'peer',
		{ ...certManager(), ...encode({ 'tls.key': issue().key }) },
		`has in tls.key no PEM of a private key: ${key}`,
	],
]

for (const [title, role, texts, because] of rows)
	test(title, (t) => {
		const judged = judge(role, texts)
		t.is(judged.because, because)
		t.is(judged.pair, undefined)
		t.is(judged.leafPrint, undefined)
	})

for (const [role, keys] of [
	['peer', 'peer.crt, peer.key and peer-ca.crt'],
	['server', 'server.crt, server.key and server-ca.crt'],
	['client', 'etcd-client.crt, etcd-client.key and etcd-client-ca.crt'],
] as const)
	test(`missing: ${role}`, (t) =>
		t.is(
			judge(role, undefined).because,
			`does not exist: create it with ${keys}, or with tls.crt, tls.key and ca.crt`,
		))

test('never encoded', (t) => {
	const data = { ...encode(certManager()), 'tls.key': issue().key }
	t.is(
		judgeSecret('peer', data, { hosts, now }).because,
		`has in tls.key what is not base64: ${key}, encoded once`,
	)
})
