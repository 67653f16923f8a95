// When certificates are asked for, given to members and shown, as far as the plan decides it. What is to be given is tls/keeping.ts.
import type { Observed, TlsSeen } from '../../controller/observed.ts'
import { all, but, look, pod, settled } from './model/look.ts'
import { planned, type Row } from './model/row.ts'
import { unborn } from './model/scenes.ts'

type Change = (seen: Observed) => Observed

const [three, onClaims] = [settled(3, 'emptyDir'), settled(3, 'claims')]
const nothingYet = unborn({ volumes: false, minor: '3.6', sizes: [] }, 3, 6)

const settledTls: TlsSeen = {
	trust: 'both',
	leaf: 'new',
	change: undefined,
	awaited: undefined,
	hurried: false,
	unissued: [],
	troubles: [],
	certificates: [],
}
const tls = (change: Partial<TlsSeen> = {}): Change => but({ tls: { ...settledTls, ...change } })
const runs = (leaf: string): Change =>
	all(...['a', 'b', 'c'].map((name) => pod(name, { trust: 'both', leaf })))
const change = {
	why: 'members are to trust another authority as well',
	kept: { pairs: {}, until: {}, told: 0 },
}
const awaited = 'members show certificates of another authority at 12:02:00, once clients know it'

const rows: readonly Row[] = [
	{
		what: 'cert-manager is asked before anything is begun',
		from: look(nothingYet, tls({ trust: undefined, leaf: undefined, unissued: ['c-peer', 'c-server'] })),
		is: { rule: 'uncertified', do: 'issueCertificates', names: ['c-peer', 'c-server'] },
		says: /^c-peer, c-server: cert-manager is asked to issue them$/,
	},
	{
		what: 'nothing is begun in the clear while they are missing',
		from: look(
			nothingYet,
			tls({
				trust: undefined,
				leaf: undefined,
				troubles: [{ reason: 'CertificateUnfit', message: 'secret c-peer does not exist' }],
			}),
		),
		is: { rule: 'uncertified', do: 'wait' },
		says: /^secret c-peer does not exist$/,
	},
	{
		what: 'with all of them it begins',
		from: look(nothingYet, tls()),
		is: { rule: 'unborn', do: 'recordBirth' },
	},
	{
		what: 'what members are given is changed while they run',
		from: look(three, runs('new'), tls({ change })),
		is: { rule: 'certificatesChange', do: 'keepCertificates' },
		says: /^members are to trust another authority as well$/,
	},
	{
		what: 'pods are touched that were not told of it, and before it changes again',
		from: look(three, runs('new'), pod('b', { leaf: 'old' }), tls({ change })),
		is: { rule: 'leafUnseen', do: 'showCertificates', names: ['b'] },
	},
	{
		what: 'one that does not run reads it as it starts',
		from: look(three, runs('new'), pod('b', { leaf: 'old', running: false }), tls({ change })),
		is: { rule: 'certificatesChange', do: 'keepCertificates' },
	},
	{
		what: 'who trusts less than all do is rolled before clients are waited for',
		from: look(onClaims, runs('new'), pod('b', { trust: 'old' }), tls({ awaited })),
		is: { rule: 'rolls', do: 'withdraw', name: 'b' },
	},
	{
		what: 'they are waited for when nothing else is to be done',
		from: look(three, runs('new'), tls({ awaited })),
		is: { rule: 'clientsUntold', do: 'wait' },
		says: /at 12:02:00, once clients know it$/,
	},
	{
		what: 'and then there is nothing',
		from: look(three, runs('new'), tls()),
		is: { rule: 'none', do: 'rest' },
	},
]

planned(...rows)
