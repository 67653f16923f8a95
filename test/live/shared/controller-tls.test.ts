// Encrypted clusters by coreos' static secrets: born, used by an application, renewed while they run, and what is said of bad ones.
import test, { type ExecutionContext } from 'ava'
import { LedgerApp } from '../../../playground/ledger.ts'
import { Secrets, shownBy, staticTls } from '../certificates.ts'
import {
	make,
	podsOf,
	statusOf,
	untilCondition,
	untilHealthy,
	untilReadyMembers,
	uidsOf,
	type ClusterPod,
} from '../cluster-support.ts'
import { eventually, kubectl, ownNamespace, playground } from '../support.ts'

const startsOf = (pods: readonly ClusterPod[]): number =>
	pods
		.flatMap(({ status }) => status.containerStatuses ?? [])
		.reduce((sum, { restartCount }) => sum + restartCount, 0)

async function born(t: ExecutionContext): Promise<{ namespace: string; secrets: Secrets; seconds: number }> {
	const namespace = await ownNamespace(t)
	const secrets = new Secrets(namespace, 'test')
	await secrets.writeAll()
	const began = performance.now()
	await make(namespace, 'test', { size: 3, ...staticTls })
	// Half a minute is what it should take; one that starts before DNS knows its address is started again later and later.
	await untilReadyMembers(namespace, 'test', 3, 90)
	return { namespace, secrets, seconds: (performance.now() - began) / 1000 }
}

test('TestTLS: peer, server and operator secrets as in 2018, and an application comes with a certificate', async (t) => {
	const { namespace, secrets, seconds } = await born(t)
	t.log(`3 ready after ${seconds.toFixed(1)} s`)
	await untilHealthy(namespace, 'test')
	const { certificates = [], memberStates = [] } = await statusOf(namespace, 'test')
	t.deepEqual(
		certificates.map(({ role }) => role),
		['peer', 'server', 'client'],
	)
	t.true(memberStates.every(({ peerURL }) => peerURL?.startsWith('https://')))
	const app = await LedgerApp.start(playground, namespace, 'test', 'test-clients-tls')
	await eventually('it writes', async () => (await app.counts()).acknowledged > 20)

	// A renewed certificate comes to all of them, and nobody is started anew for it.
	const pods = await podsOf(namespace, 'test')
	const [pod] = pods
	const before = await shownBy(t, namespace, pod?.metadata.name ?? '')
	await app.lap()
	await secrets.writeAll()
	const waited = performance.now()
	await eventually(
		'another certificate is shown',
		async () => (await shownBy(t, namespace, pod?.metadata.name ?? '')) !== before,
		200,
	)
	const { longestGapMs } = await app.lap()
	t.log(`shown after ${((performance.now() - waited) / 1000).toFixed(0)} s, longest pause ${longestGapMs} ms`)
	const after = await podsOf(namespace, 'test')
	t.deepEqual(uidsOf(after), uidsOf(pods))
	t.is(startsOf(after), startsOf(pods))
	const verdict = await app.verify()
	t.like(verdict, { lost: 0, staleReads: 0 })
	t.true(verdict.acknowledged > 20)
})

test('a secret that is missing is waited for, and nothing runs in the clear meanwhile', async (t) => {
	const namespace = await ownNamespace(t)
	const secrets = new Secrets(namespace, 'test')
	await secrets.write('peer')
	await secrets.write('client')
	await make(namespace, 'test', { size: 1, ...staticTls })
	const message = await untilCondition(namespace, 'test', { type: 'Degraded', reason: /^CertificateUnfit$/ })
	t.regex(
		message,
		/^secret static-server does not exist: create it with server\.crt, server\.key and server-ca\.crt/,
	)
	t.deepEqual(await podsOf(namespace, 'test'), [])
	await secrets.write('server')
	await untilHealthy(namespace, 'test')
})

type Spoil = (secrets: Secrets) => Readonly<Record<string, string>>
const ended = { from: new Date(Date.now() - 7_200_000), until: new Date(Date.now() - 3_600_000) }
const another = (secrets: Secrets): string => secrets.texts('server')['server.key'] ?? ''

const spoilt: readonly (readonly [what: string, spoil: Spoil, says: RegExp])[] = [
	[
		'the key of another',
		(secrets) => ({ ...secrets.texts('server'), 'server.key': another(secrets) }),
		/has a server\.key of another certificate/,
	],
	[
		'nothing in it',
		(secrets) => ({ ...secrets.texts('server'), 'server.crt': '' }),
		/has nothing in server\.crt/,
	],
	[
		'what is no certificate',
		(secrets) => ({ ...secrets.texts('server'), 'server.crt': 'nonsense' }),
		/has in server\.crt no PEM of a certificate/,
	],
	['what has ended', (secrets) => secrets.texts('server', ended), /has a server\.crt that ended at/],
	[
		'other names',
		(secrets) => new Secrets('elsewhere', 'other', secrets.authority).texts('server'),
		/has a server\.crt that is not for \*\.test\./,
	],
	[
		'what an unknown authority has signed',
		() => new Secrets('elsewhere', 'test').texts('server'),
		/that no authority in server-ca\.crt has signed|is not for/,
	],
]

test('secrets that cannot be used are said, each by what is wrong, and nothing begins', async (t) => {
	const namespace = await ownNamespace(t)
	const secrets = new Secrets(namespace, 'test')
	await secrets.writeAll()
	await secrets.write('server', spoilt[0]?.[1](secrets))
	await make(namespace, 'test', { size: 1, ...staticTls })
	for (const [what, spoil, says] of spoilt) {
		await secrets.write('server', spoil(secrets))
		let message = ''
		await eventually(`${what} is said`, async () => {
			message = await untilCondition(namespace, 'test', { type: 'Degraded', reason: /^CertificateUnfit$/ })
			return says.test(message)
		})
		t.log(message)
		t.deepEqual(await podsOf(namespace, 'test'), [])
	}
	await secrets.write('server')
	await untilHealthy(namespace, 'test')
})

test('a secret that goes bad reaches no member: they go on with what they have, also in new pods', async (t) => {
	const { namespace, secrets } = await born(t)
	const [pod] = await podsOf(namespace, 'test')
	await secrets.write('server', { ...secrets.texts('server'), 'server.key': another(secrets) })
	await untilCondition(namespace, 'test', { type: 'Degraded', reason: /^CertificateUnfit$/ }, 200)
	await kubectl('-n', namespace, 'delete', 'pod', pod?.metadata.name ?? '', '--wait=false')
	await untilReadyMembers(namespace, 'test', 3, 90, [pod?.metadata.name ?? ''])
	await secrets.write('server')
	await untilHealthy(namespace, 'test', 200)
	t.pass()
})
