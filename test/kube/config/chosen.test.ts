// What the plugin is told of its choice: the namespace, the names that are known, and what kubectl itself would show.
import test from 'ava'
import { stringify } from 'yaml'
import { kubectlAt, situation } from './both.ts'
import { chooseCluster, knownContexts } from '../../../kube/config/choose.ts'
import type { KubeFlags } from '../../../kube/config/flags.ts'
import { KubeconfigError, UnknownName } from '../../../kube/config/trouble.ts'
import { config } from './written.ts'

const quiet = { interactive: false }

const several = stringify({
	'current-context': 'prod',
	contexts: [
		{ name: 'stage', context: { cluster: 'k', user: 'u' } },
		{ name: 'prod', context: { cluster: 'k', user: 'u', namespace: 'shop' } },
		{ name: 'lost', context: { cluster: 'gone', user: 'u' } },
	],
	clusters: [{ name: 'k', cluster: { server: 'https://k.example:6443', 'insecure-skip-tls-verify': true } }],
	users: [{ name: 'u', user: { token: 't' } }],
})

const inOthers = stringify({
	contexts: [
		{ name: 'prod', context: { cluster: 'x', user: 'x', namespace: 'x' } },
		{ name: 'far', context: { cluster: 'k', user: 'u', namespace: 'distant' } },
	],
})

const views: readonly KubeFlags[] = [{}, { context: 'stage' }, { context: 'far' }, { context: 'prod' }]

for (const flags of views)
	test(`server, namespace, user and context are those that kubectl shows with ${JSON.stringify(flags)}`, async (t) => {
		await using at = await situation(
			() => ({ a: several, b: inOthers }),
			(dir) => ({ KUBECONFIG: `${dir}/a:${dir}/b` }),
			() => flags,
		)
		const { stdout } = await kubectlAt(at, 'config', 'view', '--minify', '--raw', '-o', 'json')
		const seen = JSON.parse(stdout) as {
			'current-context': string
			contexts: [{ context: { user: string; namespace?: string } }]
			clusters: [{ cluster: { server: string } }]
			users: [{ user: { token: string } }]
		}
		const chosen = await chooseCluster(at.env, flags, quiet)
		t.deepEqual(
			[
				chosen.context,
				chosen.user,
				chosen.namespace,
				chosen.server,
				(await chosen.where.credentials()).token,
			],
			[
				seen['current-context'],
				seen.contexts[0].context.user,
				seen.contexts[0].context.namespace ?? 'default',
				seen.clusters[0].cluster.server,
				seen.users[0].user.token,
			],
		)
	})

test('--namespace comes before the context', async (t) => {
	await using at = await situation(
		() => ({ '.kube/config': several }),
		() => ({}),
		() => ({}),
	)
	t.is((await chooseCluster(at.env, { namespace: 'mine' }, quiet)).namespace, 'mine')
})

test('an unknown name says which are known, and a known one in the wrong place where it was asked for', async (t) => {
	await using at = await situation(
		() => ({ '.kube/config': several }),
		() => ({}),
		() => ({}),
	)
	const wrong = async (flags: KubeFlags) =>
		await t.throwsAsync(chooseCluster(at.env, flags, quiet), { instanceOf: UnknownName })
	t.like(await wrong({ context: 'prodd' }), {
		kind: 'context',
		wanted: 'prodd',
		known: ['lost', 'prod', 'stage'],
		message: 'context "prodd" does not exist',
	})
	t.like(await wrong({ cluster: 'x' }), { kind: 'cluster', known: ['k'] })
	t.like(await wrong({ user: 'x' }), { kind: 'user', known: ['u'] })
	t.like(await wrong({ context: 'lost' }), { message: 'cluster "gone" of context "lost" does not exist' })
	t.deepEqual(await knownContexts(at.env, {}), { names: ['lost', 'prod', 'stage'], current: 'prod' })
})

test('without a kubeconfig nothing is known, and localhost:8080 is chosen', async (t) => {
	await using at = await situation(
		() => ({}),
		() => ({}),
		() => ({}),
	)
	t.deepEqual(await knownContexts(at.env, {}), { names: [], current: undefined })
	const { where, ...chosen } = await chooseCluster(at.env, {}, quiet)
	t.deepEqual(chosen, {
		namespace: 'default',
		context: undefined,
		user: undefined,
		server: 'http://localhost:8080',
	})
	t.like(where, { host: 'localhost', port: 8080, plain: true })
})

test('what newer kubectls know, too: extras and a proxy by flag, times for requests', async (t) => {
	const text = config(
		{ server: 'http://k.example' },
		{ as: 'jane', 'as-user-extra': { a: ['old'], b: ['kept'] } },
	)
	await using at = await situation(
		() => ({ '.kube/config': text }),
		() => ({}),
		() => ({}),
	)
	const flags = {
		'as-user-extra': ['a=1', 'a=2=3', 'c.d/e='],
		'proxy-url': 'socks5://[::1]',
		'request-timeout': '2m',
	}
	const { where } = await chooseCluster(at.env, flags, quiet)
	t.deepEqual(where.headers?.slice(1), [
		['Impersonate-Extra-a', '1'],
		['Impersonate-Extra-a', '2=3'],
		['Impersonate-Extra-b', 'kept'],
		['Impersonate-Extra-c.d%2Fe', ''],
	])
	t.deepEqual(where.proxy, { scheme: 'socks5', host: '::1', port: 1080 })
	t.is(where.timeoutMs, 120_000)
	await t.throwsAsync(chooseCluster(at.env, { 'as-user-extra': ['a'] }, quiet), {
		instanceOf: KubeconfigError,
		message: '--as-user-extra "a" has no value: write --as-user-extra KEY=VALUE',
	})
})

const soon = Math.floor(Date.now() / 1000)
const idToken = (claims: unknown): string =>
	`x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`
const oidc = (more: Record<string, string>): string =>
	config(
		{ server: 'https://k.example', 'insecure-skip-tls-verify': true },
		{
			'auth-provider': {
				name: 'oidc',
				config: { 'idp-issuer-url': 'https://i.example', 'client-id': 'c', ...more },
			},
		},
	)

const logins: Readonly<Record<string, readonly [text: string, said: RegExp | undefined]>> = {
	'a token that holds': [oidc({ 'id-token': idToken({ exp: soon + 600 }) }), undefined],
	'a token that ended': [
		oidc({ 'id-token': idToken({ exp: soon - 5 }) }),
		/^the id-token of user "u" expired at \d{4}-.*Z: log in again$/,
	],
	'a token that is about to end, and can be renewed by kubectl': [
		oidc({ 'id-token': idToken({ exp: soon + 5 }), 'refresh-token': 'r' }),
		/expired at .*: run any kubectl command, which renews it, and try again$/,
	],
	'no token': [oidc({}), /^user "u" has no id-token: log in again$/],
	'a token that is none': [
		oidc({ 'id-token': 'abc' }),
		/^the id-token of user "u" cannot be read: log in again$/,
	],
	'a provider that is gone': [
		config({ server: 'https://k.example' }, { 'auth-provider': { name: 'gcp' } }),
		/^user "u" logs in with the auth-provider "gcp", which no longer exists: use an exec plugin for it$/,
	],
}

for (const [how, [text, said]] of Object.entries(logins))
	test(`OpenID Connect: ${how}`, async (t) => {
		await using at = await situation(
			() => ({ '.kube/config': text }),
			() => ({}),
			() => ({}),
		)
		const { where } = await chooseCluster(at.env, {}, quiet)
		if (said) await t.throwsAsync(where.credentials(), { instanceOf: KubeconfigError, message: said })
		else
			t.like(await where.credentials(), { token: idToken({ exp: soon + 600 }), until: (soon + 600) * 1000 })
	})
