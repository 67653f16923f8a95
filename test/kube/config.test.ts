import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { stringify } from 'yaml'
import { whereIsKubernetes } from '../../kube/config.ts'
import { Authority } from '../../runtime/pki/certificate.ts'

const base64 = (text: string): string => Buffer.from(text).toString('base64')

const authority = new Authority('authority')
const ca = authority.certificate
const { certificate: cert, key } = authority.issue({ name: 'me' })

type Fields = Readonly<Record<string, string>>

const configOf = (server: string, cluster: Fields, user: Fields) => ({
	apiVersion: 'v1',
	kind: 'Config',
	'current-context': 'here',
	contexts: [
		{ name: 'elsewhere', context: { cluster: 'other', user: 'other' } },
		{ name: 'here', context: { cluster: 'mine', user: 'me', namespace: 'shop' } },
	],
	clusters: [
		{ name: 'other', cluster: { server: 'https://10.0.0.1:6443' } },
		{ name: 'mine', cluster: { server, ...cluster } },
	],
	users: [
		{ name: 'other', user: { token: 'wrong' } },
		{ name: 'me', user },
	],
})

async function written(t: ExecutionContext, text: string): Promise<{ dir: string; path: string }> {
	const dir = await mkdtemp(join(tmpdir(), 'kubectl-etcd-kube-'))
	t.teardown(async () => await rm(dir, { recursive: true, force: true }))
	const path = join(dir, 'config')
	await writeFile(path, text)
	return { dir, path }
}

const inline = configOf(
	'https://[::1]:6443',
	{ 'certificate-authority-data': base64(ca) },
	{ 'client-certificate-data': base64(cert), 'client-key-data': base64(key) },
)

for (const [form, text] of Object.entries({ JSON: JSON.stringify(inline), YAML: stringify(inline) }))
	test(`${form} with everything in it`, async (t) => {
		const { path } = await written(t, text)
		const { host, port, credentials } = await whereIsKubernetes({ KUBECONFIG: path })
		t.deepEqual({ host, port }, { host: '::1', port: 6443 })
		t.deepEqual(await credentials(), { ca, cert, key })
	})

test('files are found beside the kubeconfig and read again each time', async (t) => {
	const files = { 'client-certificate': 'pki/me.crt', 'client-key': 'pki/me.key' }
	const config = configOf('https://kubernetes.example', { 'certificate-authority': 'ca.crt' }, files)
	const { dir, path } = await written(t, stringify(config))
	await mkdir(join(dir, 'pki'))
	await writeFile(join(dir, 'ca.crt'), ca)
	await writeFile(join(dir, 'pki/me.crt'), cert)
	await writeFile(join(dir, 'pki/me.key'), key)
	const { host, port, credentials } = await whereIsKubernetes({ KUBECONFIG: path })
	t.deepEqual({ host, port }, { host: 'kubernetes.example', port: 443 })
	t.deepEqual(await credentials(), { ca, cert, key })
	await writeFile(join(dir, 'pki/me.crt'), `# renewed\n${cert}`)
	t.is((await credentials()).cert, `# renewed\n${cert}`)
	await rm(join(dir, 'ca.crt'))
	await t.throwsAsync(credentials(), { message: /ca\.crt cannot be read: it does not exist$/ })
})

test('a token, without certificates', async (t) => {
	const { path } = await written(t, stringify(configOf('https://10.0.0.9', {}, { token: 'secret' })))
	t.deepEqual(await (await whereIsKubernetes({ KUBECONFIG: path })).credentials(), { token: 'secret' })
})

const broken: Readonly<Record<string, readonly [config: unknown, message: RegExp]>> = {
	'names a context that is not there': [
		{ ...inline, 'current-context': 'gone' },
		/^context "gone", the current one, does not exist$/,
	],
	'names no context': [
		{ ...inline, 'current-context': undefined },
		/config: no kubeconfig is there that says which/,
	],
	'has a context of a cluster that is not there': [
		{ ...inline, clusters: [] },
		/^cluster "mine" of context "here" does not exist$/,
	],
	'has a context of a user that is not there': [
		{ ...inline, users: null },
		/^user "me" of context "here" does not exist$/,
	],
	'has nothing in it': [{}, /config: no kubeconfig is there that says which context is current$/],
	'names an authority twice': [
		configOf(
			'https://10.0.0.9',
			{ 'certificate-authority-data': base64(ca), 'certificate-authority': 'x' },
			{},
		),
		/^cluster "mine": certificate-authority and certificate-authority-data are both given/,
	],
}

for (const [how, [config, message]] of Object.entries(broken))
	test(`a kubeconfig that ${how} is refused`, async (t) => {
		const { path } = await written(t, stringify(config))
		await t.throwsAsync(whereIsKubernetes({ KUBECONFIG: path }), { message })
	})

test('an empty kubeconfig is refused by name, too', async (t) => {
	const { path } = await written(t, '')
	const reason = await t.throwsAsync(whereIsKubernetes({ KUBECONFIG: path }))
	t.true(reason.message.startsWith(path), reason.message)
})

test('in a pod: the environment says where; a kubeconfig that is named wins, an empty name does not', async (t) => {
	const pod = { KUBERNETES_SERVICE_HOST: 'fd00:10:96::1', KUBERNETES_SERVICE_PORT: '6443' }
	t.like(await whereIsKubernetes(pod), { host: 'fd00:10:96::1', port: 6443 })
	t.like(await whereIsKubernetes({ KUBERNETES_SERVICE_HOST: '10.96.0.1' }), { host: '10.96.0.1', port: 443 })
	t.like(await whereIsKubernetes({ ...pod, KUBECONFIG: '' }), { port: 6443 })
	const { path } = await written(t, stringify(inline))
	t.like(await whereIsKubernetes({ ...pod, KUBECONFIG: path }), { host: '::1' })
})

test('nowhere: the sentence says what is missing', async (t) => {
	await t.throwsAsync(whereIsKubernetes({}), { message: 'not in a cluster, and KUBECONFIG names no file' })
	await t.throwsAsync(whereIsKubernetes({ KUBERNETES_SERVICE_HOST: '' }), { message: /not in a cluster/ })
	await t.throwsAsync(whereIsKubernetes({ KUBECONFIG: '/nowhere/config' }), {
		message: /^\/nowhere\/config: no kubeconfig is there/,
	})
})
