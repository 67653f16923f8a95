// What is told of a member that cannot be asked as a client, whoever is to blame: real members, behind what does as a kubelet does.
import type { ExecutionContext } from 'ava'
import type { Reach } from '../../../plugin/reach.ts'
import { askMember, type Asked } from '../../../plugin/sight/ask.ts'
import type { ClientTls } from '../../../plugin/sight/credentials.ts'
import { Authority, type Pair } from '../../../runtime/pki/certificate.ts'
import { everyMinor } from '../../etcd/real/binaries.ts'
import { born } from '../../etcd/real/cluster.ts'
import { until, type MemberProcess } from '../../etcd/real/process.ts'
import { secureMember } from '../../etcd/real/secure.ts'
import { kubelet } from '../../kube/kubelet.ts'
import { relayTo } from '../../kube/relay.ts'

const day = 86_400_000
const ended = { from: new Date(Date.now() - 2 * day), until: new Date(Date.now() - day) }
const authority = new Authority('authority of orders')
const another = new Authority('authority of somebody')
const name = 'orders-a.orders.team-a.svc'
const server = authority.issue({ name: 'orders-a', hosts: [name] })
const client = authority.issue({ name: 'us' })

const newest = (_: unknown, minor: string): boolean => minor === '3.6'

async function asked(t: ExecutionContext, member: MemberProcess, tls?: ClientTls): Promise<Asked> {
	const ports = new Map([
		[2379, member.ports.client],
		[2381, member.ports.metrics],
	])
	const { api } = await kubelet(t, relayTo({ host: member.host, ports }))
	const reach = { api } as Reach // nothing else of it is asked of a member
	const place = {
		namespace: 'team-a',
		pod: 'orders-a',
		ref: 'orders -n team-a',
		node: 'node-c',
		host: name,
		credentials: tls === undefined ? ({ isPlain: true } as const) : { isPlain: false as const, tls },
		asClient: true,
		withinMs: 5000,
	}
	const answer = await askMember(reach, place, AbortSignal.timeout(5000))
	t.teardown(() => answer.close())
	return answer
}

interface Row {
	readonly server?: Pair
	readonly shown?: Pair
	readonly trusted?: Authority
	/** After what all of them begin with. */
	readonly told: RegExp
}

const rows: Readonly<Record<string, Row>> = {
	'another authority': {
		trusted: another,
		told: /the certificate that orders-a\S+ shows was issued by "CN=authority of orders" and signed by none of the authorities/,
	},
	'an expired certificate of the member': {
		server: authority.issue({ name: 'orders-a', hosts: [name] }, ended),
		told: new RegExp(
			`the certificate that orders-a\\S+ shows ended at ${ended.until.toISOString().slice(0, 10)}`,
		),
	},
	'a certificate of the member for another name': {
		server: authority.issue({ name: 'orders-a', hosts: ['orders-b.orders.team-a.svc'] }),
		told: /the certificate that orders-a\S+ shows is not for it, but for orders-b\.orders\.team-a\.svc/,
	},
	'an expired certificate of ours': {
		shown: authority.issue({ name: 'us' }, ended),
		told: /orders-a\S+ does not accept our certificate, or wants one and we have none/,
	},
	'a certificate of ours that another authority has signed': {
		shown: another.issue({ name: 'us' }),
		told: /orders-a\S+ does not accept our certificate/,
	},
}

for (const [title, row] of Object.entries(rows))
	everyMinor(
		title,
		async (t, etcd) => {
			const shown = { server: row.server ?? server, trusted: authority.certificate }
			const member = await secureMember(t, etcd, shown)
			const { certificate: cert, key } = row.shown ?? client
			const tls = { ca: (row.trusted ?? authority).certificate, cert, key }
			const { report, notes } = await until('it tells its metrics', async () => {
				const one = await asked(t, member, tls)
				return one.report?.hasLeader === true && one
			})
			t.is(report?.term, undefined, 'it was not heard as a client')
			t.is(notes.length, 1)
			t.regex(notes[0]?.what ?? '', /^orders-a tells its metrics, and does not answer as a server: /)
			t.regex(notes[0]?.what ?? '', row.told)
		},
		newest,
	)

everyMinor(
	'authentication is enabled',
	async (t, etcd) => {
		const member = await born(t, etcd)
		for (const [path, body] of [
			['auth/user/add', { name: 'root', password: 'secret' }],
			['auth/role/add', { name: 'root' }],
			['auth/user/grant', { user: 'root', role: 'root' }],
			['auth/enable', {}],
		] as const)
			await member.gateway(path, body)
		const { report, notes } = await asked(t, member)
		t.true(report?.hasLeader, 'what its metrics tell is known')
		// The older ones let everybody ask for what is asked here.
		if (['3.3', '3.4'].includes(etcd.minor)) t.deepEqual(notes, [])
		else
			t.like(notes, [
				{
					what: 'etcd authentication is enabled: revisions and alarms are hidden, and health comes from metrics',
				},
			])
	},
	(dialect) => dialect.metricsListener,
)

everyMinor(
	'its process is not there',
	async (t, etcd) => {
		const member = await born(t, etcd)
		await member.kill()
		const { report, silence } = await asked(t, member)
		t.is(report, undefined)
		t.is(silence?.kind, 'down')
		t.regex(silence?.what ?? '', /^port 2379 of pod team-a\/orders-a: nobody listens there/)
		t.is(silence?.next, 'kubectl etcd logs orders -n team-a --member orders-a --previous')
	},
	newest,
)
