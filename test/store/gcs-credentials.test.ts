// Credentials of Google of every kind, before a server on loopback that checks what it is asked.
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { ambientToken } from '../../store/gcs/ambient.ts'
import { tokenBy } from '../../store/gcs/credentials.ts'
import { openStore } from '../../store/open.ts'
import { StoreError } from '../../store/store.ts'
import { giver, type Answer } from './giver.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
	modulusLength: 2048,
	privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
	publicKeyEncoding: { type: 'spki', format: 'pem' },
})

const decoded = (part = ''): Record<string, unknown> =>
	JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>

const given: Answer = { body: JSON.stringify({ access_token: 'a token', expires_in: 1800 }) }

async function fileWith(t: ExecutionContext, text: string): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'kubectl-etcd-gcs-'))
	t.teardown(async () => await rm(folder, { recursive: true, force: true }))
	await writeFile(join(folder, 'file'), text)
	return join(folder, 'file')
}

const account = (tokenUri: string): string =>
	JSON.stringify({
		type: 'service_account',
		client_email: 'backup@project',
		private_key: privateKey,
		private_key_id: 'k1',
		token_uri: tokenUri,
	})

test('a service account signs who it is', async (t) => {
	const google = await giver(t, ({ method, url, body }) => {
		const form = new URLSearchParams(body)
		const [head, claims, signature] = (form.get('assertion') ?? '').split('.')
		t.is(`${method} ${url.pathname}`, 'POST /token')
		t.is(form.get('grant_type'), 'urn:ietf:params:oauth:grant-type:jwt-bearer')
		t.deepEqual(decoded(head), { alg: 'RS256', typ: 'JWT', kid: 'k1' })
		const { iat, exp, ...rest } = decoded(claims)
		t.deepEqual(rest, {
			iss: 'backup@project',
			scope: 'https://www.googleapis.com/auth/devstorage.read_write',
			aud: String(new URL('/token', `http://${google.address.slice(7)}`)),
		})
		t.true(Math.abs(Number(iat) - Date.now() / 1000) < 60 && Number(exp) === Number(iat) + 3600)
		const key = createPublicKey(publicKey)
		t.true(verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature ?? '', 'base64url')))
		return given
	})
	const { value, endsAt } = await tokenBy(account(`${google.address}/token`), 'credentials.json')()
	t.is(value, 'a token')
	t.true(Math.abs(endsAt - Date.now() - 1_800_000) < 60_000)
	t.is(google.asked.length, 1)
})

test('a clock that Google does not believe is said', async (t) => {
	const google = await giver(t, () => ({
		status: 400,
		body: JSON.stringify({ error: 'invalid_grant', error_description: 'Invalid JWT: iat is not reasonable' }),
	}))
	const reason = await t.throwsAsync(tokenBy(account(google.address), 'x')(), { instanceOf: StoreError })
	t.is(
		reason.message,
		'Google, asked as backup@project, gives no credentials: it answered 400: invalid_grant: Invalid JWT: iat is not reasonable',
	)
})

test('a user, by a token that is renewed', async (t) => {
	const google = await giver(t, ({ body }) => {
		t.deepEqual(Object.fromEntries(new URLSearchParams(body)), {
			grant_type: 'refresh_token',
			client_id: 'i',
			client_secret: 's',
			refresh_token: 'r',
		})
		return given
	})
	const user = { type: 'authorized_user', client_id: 'i', client_secret: 's', refresh_token: 'r' }
	t.is((await tokenBy(JSON.stringify({ ...user, token_uri: google.address }), 'x')()).value, 'a token')
})

test('the token of a pod for one of Google, and that for one of an account', async (t) => {
	const google = await giver(t, ({ url, headers, body }) => {
		if (url.pathname === '/account') {
			t.is(headers.authorization, 'Bearer a token')
			return { body: JSON.stringify({ accessToken: 'of the account', expireTime: '2100-01-01T00:00:00Z' }) }
		}
		t.like(Object.fromEntries(new URLSearchParams(body)), {
			grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
			audience: 'pool',
			subject_token: 'of the pod',
		})
		return given
	})
	const pod = {
		type: 'external_account',
		audience: 'pool',
		token_url: `${google.address}/sts`,
		subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
		credential_source: { file: await fileWith(t, 'of the pod\n') },
	}
	t.is((await tokenBy(JSON.stringify(pod), 'x')()).value, 'a token')
	const asAccount = { ...pod, service_account_impersonation_url: `${google.address}/account` }
	const { value, endsAt } = await tokenBy(JSON.stringify(asAccount), 'x')()
	t.is(value, 'of the account')
	t.is(endsAt, Date.parse('2100-01-01T00:00:00Z'))
})

test('around us: the file that is named, and else the machine', async (t) => {
	const google = await giver(t, ({ url, headers }) => {
		if (url.pathname === '/token') return { body: JSON.stringify({ access_token: 'of the file' }) }
		t.is(url.pathname, '/computeMetadata/v1/instance/service-accounts/default/token')
		t.is(headers['metadata-flavor'], 'Google')
		return given
	})
	const path = await fileWith(t, account(`${google.address}/token`))
	const host = google.address.slice('http://'.length)
	const named = { GOOGLE_APPLICATION_CREDENTIALS: path, GCE_METADATA_HOST: host }
	t.is((await ambientToken(named)()).value, 'of the file')
	t.is((await ambientToken({ GCE_METADATA_HOST: host })()).value, 'a token')
	await t.throwsAsync(ambientToken({ GCE_METADATA_HOST: '127.0.0.1:1' })(), {
		message: /^nothing here gives credentials of Google: name a secret with a key credentials\.json, or give/,
	})
	await t.throwsAsync(ambientToken({ GOOGLE_APPLICATION_CREDENTIALS: '/nowhere/x' })(), {
		message: /^GOOGLE_APPLICATION_CREDENTIALS names \/nowhere\/x, which cannot be read: name the file/,
	})
})

const wrong: readonly (readonly [secret: Readonly<Record<string, string>>, says: RegExp])[] = [
	[{ password: 'x' }, /^the secret has no key credentials\.json: write the JSON key of a service account/],
	[{ 'access-token': 'a b' }, /^the secret has no token in access-token: write it as one word$/],
	[{ 'credentials.json': '{' }, /^credentials\.json of the secret is no JSON: write the whole file/],
	[
		{ 'credentials.json': 'null' },
		/^credentials\.json of the secret is of the type "undefined": write one of/,
	],
	[
		{ 'credentials.json': '{"type":"toString"}' },
		/is of the type "toString": write one of service_account, /,
	],
	[{ 'credentials.json': '{"type":"service_account"}' }, /has no client_email: write the whole file/],
	[
		{ 'credentials.json': '{"type":"service_account","client_email":"a","private_key":"b"}' },
		/has no key in private_key: write the whole file/,
	],
	[{ 'credentials.json': '{"type":"external_account"}' }, /has no file in credential_source/],
]
for (const [secret, says] of wrong)
	test(`one sentence for ${JSON.stringify(secret)}`, async (t) => {
		const opening = openStore({ storageType: 'GCS', path: 'bucket/a' }, secret)
		const reason = await t.throwsAsync(opening, { instanceOf: StoreError })
		t.regex(reason.message, says)
	})
