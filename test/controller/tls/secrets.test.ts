// Certificates that may be used in their role.
import { createHash, X509Certificate } from 'node:crypto'
import test from 'ava'
import type { Role } from '../../../controller/tls/secrets.ts'
import { Authority, validFor } from '../../../runtime/pki/certificate.ts'
import * as made from './issued.ts'
import { between, certManager, coreos, issue, judge, month, root, stranger, type Texts } from './issued.ts'

const { certificate, key } = issue({ by: between })
const long = { 'peer.crt': certificate + between.certificate, 'peer.key': key }
const old = new Authority('old', validFor(made.day, made.now - 9 * made.day))
const withRsa = new Authority('rsa', month, { keys: made.rsa() })
const plain = certManager()
const wordy = { 'tls.crt': `subject=etcd\n${plain['tls.crt']}`, 'ca.crt': `# ours\n${root.certificate}` }

const roles: readonly Role[] = ['peer', 'server', 'client']
type Row = readonly [title: string, role: Role, texts: Texts]
const rows: readonly Row[] = [
	...roles.flatMap((role): Row[] => [
		['keys of coreos', role, coreos(role)],
		['keys of cert-manager', role, certManager()],
		['an RSA key', role, certManager({ keys: made.rsa() })],
		['silent on its sides', role, certManager({ sides: [] })],
	]),
	['signed with RSA', 'peer', certManager({ by: withRsa }, { 'ca.crt': withRsa.certificate })],
	['one between', 'peer', coreos('peer', {}, long)],
	[
		'one between, among those to trust',
		'server',
		certManager({ by: between }, { 'ca.crt': between.certificate + root.certificate }),
	],
	[
		'an authority that another signed',
		'server',
		certManager({ by: between }, { 'ca.crt': between.certificate }),
	],
	['a stranger trusted too', 'peer', certManager({}, { 'ca.crt': stranger.certificate + root.certificate })],
	[
		'one that has ended trusted too',
		'peer',
		certManager({}, { 'ca.crt': old.certificate + root.certificate }),
	],
	['coreos’ keys win', 'peer', { ...certManager({ by: stranger }), ...coreos('peer') }],
	['keys of another role do not count', 'peer', { ...coreos('server', { by: stranger }), ...certManager() }],
	['known by its names alone', 'server', certManager({ name: '' })],
	['a client needs no names', 'client', coreos('client', { names: [] })],
	['only a client', 'client', coreos('client', { sides: ['clientAuth'] })],
	['only a server', 'server', coreos('server', { sides: ['serverAuth'] })],
	['words around the certificates', 'peer', { ...plain, ...wordy }],
]

for (const [title, role, texts] of rows)
	test(`${role}: ${title}`, (t) => {
		const { pair, because, notBefore, notAfter } = judge(role, texts)
		t.is(because, undefined)
		t.truthy(pair)
		t.is(notBefore, month.from.getTime())
		t.is(notAfter, month.until.getTime())
	})

test('what is good is handed out as texts, with the fingerprint of its first certificate', (t) => {
	const { pair, leafPrint } = judge('peer', { ...plain, ...wordy })
	t.deepEqual(pair, {
		certificate: plain['tls.crt'] ?? '',
		key: plain['tls.key'] ?? '',
		authorities: root.certificate,
	})
	const { raw } = new X509Certificate(plain['tls.crt'] ?? '')
	t.is(leafPrint, createHash('sha256').update(raw).digest('hex').slice(0, 16))
})
