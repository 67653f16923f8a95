// Encrypted clusters whose certificates the real cert-manager issues.
import test from 'ava'
import { installCertManager } from '../../../playground/addons/cert-manager.ts'
import { LedgerApp } from '../../../playground/ledger.ts'
import { conditionOf, make, podsOf, statusOf, untilHealthy } from '../cluster-support.ts'
import { apply, eventually, kubectl, ownNamespace, playground } from '../support.ts'

const api = { apiVersion: 'cert-manager.io/v1' }

test.before('cert-manager is installed', async (t) => {
	t.timeout(900_000)
	await installCertManager(playground)
})

test('without an issuer its certificates are waited for, and the issuer is named; once there is one the cluster is born, and serves who shows a certificate', async (t) => {
	const namespace = await ownNamespace(t)
	await make(namespace, 'test', { size: 3, TLS: { certManager: { issuerRef: { name: 'authority' } } } })
	await eventually('it is said', async () => {
		const { message = '' } = conditionOf(await statusOf(namespace, 'test'), 'Degraded') ?? {}
		return message.startsWith(
			`there is no Issuer "authority" in namespace ${namespace}: create it, or name another`,
		)
	})
	t.deepEqual(await podsOf(namespace, 'test'), [])
	await apply(namespace, { ...api, kind: 'Issuer', metadata: { name: 'self' }, spec: { selfSigned: {} } })
	const spec = { isCA: true, commonName: 'authority', secretName: 'authority', issuerRef: { name: 'self' } }
	await apply(namespace, { ...api, kind: 'Certificate', metadata: { name: 'authority' }, spec })
	await kubectl('-n', namespace, 'wait', '--for=condition=Ready', 'certificate/authority', '--timeout=60s')
	await apply(namespace, {
		...api,
		kind: 'Issuer',
		metadata: { name: 'authority' },
		spec: { ca: { secretName: 'authority' } },
	})
	t.log(`healthy ${(await untilHealthy(namespace, 'test', 120)).toFixed(1)} s after its issuer`)
	const app = await LedgerApp.start(playground, namespace, 'test', 'test-clients-tls')
	await eventually('it writes', async () => (await app.counts()).acknowledged > 20)
	t.like(await app.verify(), { lost: 0, staleReads: 0 })
	// What belongs to the cluster goes with it.
	await kubectl('-n', namespace, 'delete', 'etcd/test')
	await eventually('its certificates are gone', async () => {
		const left = await kubectl(
			'-n',
			namespace,
			'get',
			'certificates,secrets',
			'-l',
			'etcd_cluster=test',
			'-o',
			'name',
		)
		return !left.includes('certificate.cert-manager.io/') && !left.includes('test-members-tls')
	})
})
