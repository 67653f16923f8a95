// Credentials of AWS around us, before a server on loopback that checks what it is asked. STS is asked for real in real/sts.test.ts.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { ambientKeys } from '../../store/s3/ambient.ts'
import { giver } from './giver.ts'

async function fileWith(t: ExecutionContext, text: string): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'kubectl-etcd-aws-'))
	t.teardown(async () => await rm(folder, { recursive: true, force: true }))
	await writeFile(join(folder, 'token'), text)
	return join(folder, 'token')
}

const keys = { accessKeyId: 'a', secretAccessKey: 'b', sessionToken: 'c' }
const said = (endsInMs: number): string =>
	JSON.stringify({
		AccessKeyId: 'a',
		SecretAccessKey: 'b',
		Token: 'c',
		Expiration: new Date(Date.now() + endsInMs).toISOString(),
	})

test('variables come first', async (t) => {
	const named = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }
	const others = {
		AWS_WEB_IDENTITY_TOKEN_FILE: '/nowhere',
		AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://127.0.0.1:1',
	}
	t.deepEqual(await ambientKeys({ ...named, ...others })(), { accessKeyId: 'a', secretAccessKey: 'b' })
	t.deepEqual(await ambientKeys({ ...named, AWS_SESSION_TOKEN: 'c' })(), keys)
})

test('an agent beside the pod, asked again before they end', async (t) => {
	let endsInMs = 3_600_000
	const agent = await giver(t, ({ method, url, headers }) => {
		t.is(`${method} ${url.pathname}`, 'GET /v1/credentials')
		t.is(headers.authorization, 'of the pod')
		return { body: said(endsInMs) }
	})
	const ask = ambientKeys({
		AWS_CONTAINER_CREDENTIALS_FULL_URI: `${agent.address}/v1/credentials`,
		AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: await fileWith(t, 'of the pod\n'),
	})
	t.deepEqual(await Promise.all([ask(), ask()]), [keys, keys])
	t.is(agent.asked.length, 1)
	endsInMs = 1
	const short = ambientKeys({
		AWS_CONTAINER_CREDENTIALS_FULL_URI: `${agent.address}/v1/credentials`,
		AWS_CONTAINER_AUTHORIZATION_TOKEN: 'of the pod',
	})
	await short()
	await new Promise((resolve) => setTimeout(resolve, 5))
	await short()
	t.is(agent.asked.length, 3)
})

test('the role of the machine, by a token first', async (t) => {
	const machine = await giver(t, ({ method, url, headers }) => {
		if (url.pathname === '/latest/api/token') {
			t.is(method, 'PUT')
			t.is(headers['x-aws-ec2-metadata-token-ttl-seconds'], '300')
			return { body: 'a token' }
		}
		t.is(headers['x-aws-ec2-metadata-token'], 'a token')
		const roles = '/latest/meta-data/iam/security-credentials/'
		if (url.pathname === roles) return { body: 'backup\n' }
		return url.pathname === `${roles}backup` ? { body: said(3_600_000) } : { status: 404, body: 'not found' }
	})
	t.deepEqual(await ambientKeys({ AWS_EC2_METADATA_SERVICE_ENDPOINT: `${machine.address}/` })(), keys)
	t.is(machine.asked.length, 3)
})

const wrong: readonly (readonly [around: Readonly<Record<string, string>>, says: RegExp])[] = [
	[
		{ AWS_EC2_METADATA_DISABLED: 'true' },
		/^nothing here gives credentials of AWS: name a secret with a key credentials, or give .* AWS_EC2_METADATA_DISABLED is set$/,
	],
	[
		{ AWS_EC2_METADATA_SERVICE_ENDPOINT: 'http://127.0.0.1:1' },
		/^nothing here gives credentials of AWS: .*; 127\.0\.0\.1:1: connect ECONNREFUSED/,
	],
	[
		{ AWS_WEB_IDENTITY_TOKEN_FILE: '/nowhere/x' },
		/^AWS_WEB_IDENTITY_TOKEN_FILE is set and AWS_ROLE_ARN is not: annotate the service account with/,
	],
	[
		{ AWS_WEB_IDENTITY_TOKEN_FILE: '/nowhere/x', AWS_ROLE_ARN: 'r' },
		/^AWS_WEB_IDENTITY_TOKEN_FILE names \/nowhere\/x, which cannot be read: mount the token/,
	],
	[
		{
			AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://127.0.0.1:1',
			AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: '/nowhere/x',
		},
		/^AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE names \/nowhere\/x, which cannot be read: mount the token/,
	],
]
for (const [around, says] of wrong)
	test(`one sentence for ${JSON.stringify(around)}`, async (t) => {
		await t.throwsAsync(ambientKeys(around)(), { message: says })
	})

test('an answer that is none', async (t) => {
	const agent = await giver(t, ({ url }) => ({ body: url.pathname === '/text' ? 'hello' : '{}' }))
	await t.throwsAsync(ambientKeys({ AWS_CONTAINER_CREDENTIALS_FULL_URI: `${agent.address}/text` })(), {
		message: 'the agent that gives pods credentials of AWS gives no credentials: its answer is no JSON',
	})
	await t.throwsAsync(ambientKeys({ AWS_CONTAINER_CREDENTIALS_FULL_URI: agent.address })(), {
		message: /its answer has no AccessKeyId, SecretAccessKey and Token$/,
	})
})
