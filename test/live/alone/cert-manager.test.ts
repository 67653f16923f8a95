import { X509Certificate } from 'node:crypto'
import test from 'ava'
import { installCertManager } from '../../../playground/addons/cert-manager.ts'
import { apply, eventually, get, kubectl, ownNamespace, playground } from '../support.ts'

const api = { apiVersion: 'cert-manager.io/v1' }

test.before('cert-manager is installed', async (t) => {
	t.timeout(900_000)
	await installCertManager(playground)
})

test('it issues a certificate, injects its authority, and its webhook refuses nonsense', async (t) => {
	const namespace = await ownNamespace(t)
	await eventually('its webhook answers', async () => {
		await apply(namespace, { ...api, kind: 'Issuer', metadata: { name: 'self' }, spec: { selfSigned: {} } })
		return true
	})
	const spec = { secretName: 'tls', dnsNames: ['example.test'], issuerRef: { name: 'self' } }
	await apply(namespace, { ...api, kind: 'Certificate', metadata: { name: 'tls' }, spec })
	await kubectl('-n', namespace, 'wait', '--for=condition=Ready', 'certificate/tls', '--timeout=60s')
	const { data } = await get<{ data: Record<string, string> }>(namespace, 'secret', 'tls')
	const pem = Buffer.from(data['tls.crt'] ?? '', 'base64')
	t.is(new X509Certificate(pem).subjectAltName, 'DNS:example.test')

	await t.throwsAsync(
		apply(namespace, {
			...api,
			kind: 'Certificate',
			metadata: { name: 'no' },
			spec: { ...spec, dnsNames: [] },
		}),
		{ message: /admission webhook "webhook\.cert-manager\.io" denied the request/ },
	)

	const name = `injected-${namespace}`
	t.teardown(async () => {
		await kubectl('delete', 'validatingwebhookconfiguration', name)
	})
	await apply('default', {
		apiVersion: 'admissionregistration.k8s.io/v1',
		kind: 'ValidatingWebhookConfiguration',
		metadata: { name, annotations: { 'cert-manager.io/inject-ca-from': `${namespace}/tls` } },
		webhooks: [
			{
				name: 'nobody.example.test',
				clientConfig: { url: 'https://127.0.0.1:1/' },
				rules: [
					{
						apiGroups: ['nobody.example.test'],
						apiVersions: ['v1'],
						operations: ['CREATE'],
						resources: ['things'],
					},
				],
				sideEffects: 'None',
				admissionReviewVersions: ['v1'],
			},
		],
	})
	await eventually('the authority is injected', async () => {
		const { webhooks } = await get<{ webhooks: { clientConfig: { caBundle?: string } }[] }>(
			'default',
			'validatingwebhookconfiguration',
			name,
		)
		return webhooks[0]?.clientConfig.caBundle === data['ca.crt']
	})
})
