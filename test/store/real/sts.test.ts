// The token of a service account for keys of a role, from MinIO's STS. Who issues the token is a small server on loopback.
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { s3Store } from '../../../store/s3.ts'
import { ambientKeys } from '../../../store/s3/ambient.ts'
import { StoreError } from '../../../store/store.ts'
import { inPieces, whole } from '../contract.ts'
import { giver } from '../giver.ts'
import { startMinio } from './minio.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const audience = 'sts.backup'

function tokenOf(iss: string, key = privateKey): string {
	const seconds = Math.floor(Date.now() / 1000)
	const claims = {
		iss,
		sub: 'system:serviceaccount:a:backup',
		aud: audience,
		iat: seconds,
		exp: seconds + 900,
	}
	const text = [{ alg: 'RS256', typ: 'JWT', kid: 'k1' }, claims]
		.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
		.join('.')
	return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}

async function issuer(t: ExecutionContext): Promise<string> {
	const { address } = await giver(t, ({ url, headers }) => {
		const base = `http://${headers.host}`
		if (url.pathname === '/keys') {
			const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'RS256' }
			return { body: JSON.stringify({ keys: [jwk] }) }
		}
		return { body: JSON.stringify({ issuer: base, jwks_uri: `${base}/keys` }) }
	})
	return address
}

test('a web identity for keys that end', async (t) => {
	t.timeout(600_000)
	const address = await issuer(t)
	await using minio = await startMinio({
		env: {
			MINIO_IDENTITY_OPENID_CONFIG_URL: `${address}/.well-known/openid-configuration`,
			MINIO_IDENTITY_OPENID_CLIENT_ID: audience,
			MINIO_IDENTITY_OPENID_ROLE_POLICY: 'readwrite',
		},
	})
	const folder = await mkdtemp(join(tmpdir(), 'kubectl-etcd-sts-'))
	t.teardown(async () => await rm(folder, { recursive: true, force: true }))
	const path = join(folder, 'token')
	const around = {
		AWS_WEB_IDENTITY_TOKEN_FILE: path,
		// It names its roles after the audience.
		AWS_ROLE_ARN: `arn:minio:iam:us-east-1::role/${createHash('sha1').update(audience).digest('base64url')}`,
		AWS_ENDPOINT_URL_STS: minio.endpoint,
	}

	await writeFile(path, tokenOf(address))
	const keys = ambientKeys(around)
	const given = await keys()
	t.not(given.accessKeyId, minio.keys.accessKeyId)
	t.truthy(given.sessionToken)
	const store = s3Store({ ...minio.options(), keys })
	t.teardown(() => store.close())
	await store.put('by-role', inPieces(Buffer.from('a')))
	t.is((await whole(store.get('by-role'))).toString(), 'a')

	await writeFile(path, tokenOf(address, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey))
	const reason = await t.throwsAsync(ambientKeys(around)(), { instanceOf: StoreError })
	t.is(reason.code, 'stranger')
	t.regex(
		reason.message,
		/^STS of AWS, asked for the role arn:minio:.*, gives no credentials: it answered 4\d\d: /,
	)
})
