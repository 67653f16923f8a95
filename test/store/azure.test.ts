// What Azure is asked with, what it refuses with, and its credentials before a server on loopback that checks what it is asked.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { ambientToken } from '../../store/azure/ambient.ts'
import { refusalIn } from '../../store/azure/refusal.ts'
import { textToSign } from '../../store/azure/sign.ts'
import { openStore } from '../../store/open.ts'
import { StoreError } from '../../store/store.ts'
import { giver } from './giver.ts'

test('the example that Microsoft publishes', (t) => {
	const url = new URL(
		'https://myaccount.blob.core.windows.net/mycontainer?restype=container&comp=metadata&timeout=20',
	)
	const headers = { 'x-ms-version': '2015-02-21', 'x-ms-date': 'Fri, 26 Jun 2015 23:39:12 GMT' }
	t.is(
		textToSign({ method: 'GET', url, headers }, 'myaccount'),
		'GET\n\n\n\n\n\n\n\n\n\n\n\nx-ms-date:Fri, 26 Jun 2015 23:39:12 GMT\nx-ms-version:2015-02-21\n/myaccount/mycontainer\ncomp:metadata\nrestype:container\ntimeout:20',
	)
})

const refusals = [
	[404, 'BlobNotFound', '', 'missing', /^container c: BlobNotFound: it answered 404$/],
	[404, undefined, '', 'missing', /^container c: 404: it answered 404$/],
	[
		403,
		undefined,
		"<Error><Code>AuthenticationFailed</Code><Message>Server failed to authenticate the request.\nRequestId:1</Message><AuthenticationErrorDetail>Request date header too old: 'Thu'</AuthenticationErrorDetail></Error>",
		'clock',
		/: Server failed to authenticate the request: Request date header too old: 'Thu'; mend the clock/,
	],
	[403, 'AuthenticationFailed', '', 'stranger', /; write the credentials that the account has$/],
	[
		403,
		'AuthorizationPermissionMismatch',
		'',
		'denied',
		/; let these credentials read, write, list and delete/,
	],
	[503, 'ServerBusy', '', 'unreachable', /ServerBusy/],
	[502, undefined, 'oh', 'unreachable', /^container c: 502: it answered 502$/],
] as const
for (const [status, name, body, code, says] of refusals)
	test(`refused: ${status} ${name} ${body}`, (t) => {
		const refusal = refusalIn(status, body, { container: 'c', name })
		t.is(refusal.code, code)
		t.regex(refusal.message, says)
	})

async function tokenFile(t: ExecutionContext): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'kubectl-etcd-azure-'))
	t.teardown(async () => await rm(folder, { recursive: true, force: true }))
	await writeFile(join(folder, 'token'), 'of the pod\n')
	return join(folder, 'token')
}

test('a workload identity', async (t) => {
	const entra = await giver(t, ({ method, url, body }) => {
		t.is(`${method} ${url.pathname}`, 'POST /tenant/oauth2/v2.0/token')
		t.deepEqual(Object.fromEntries(new URLSearchParams(body)), {
			grant_type: 'client_credentials',
			client_id: 'me',
			client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
			client_assertion: 'of the pod',
			scope: 'https://storage.azure.com/.default',
		})
		return { body: JSON.stringify({ access_token: 'a token', expires_in: 3599 }) }
	})
	const around = {
		AZURE_FEDERATED_TOKEN_FILE: await tokenFile(t),
		AZURE_CLIENT_ID: 'me',
		AZURE_TENANT_ID: 'tenant',
	}
	t.is((await ambientToken(around, entra.address)()).value, 'a token')
	const elsewhere = { ...around, AZURE_AUTHORITY_HOST: `${entra.address}/` }
	t.is((await ambientToken(elsewhere, 'http://127.0.0.1:1')()).value, 'a token')
	await t.throwsAsync(ambientToken({ ...around, AZURE_TENANT_ID: '' }, entra.address)(), {
		message: /^AZURE_FEDERATED_TOKEN_FILE is set, and AZURE_CLIENT_ID or AZURE_TENANT_ID is not: annotate/,
	})
	await t.throwsAsync(
		ambientToken({ ...around, AZURE_FEDERATED_TOKEN_FILE: '/nowhere/x' }, entra.address)(),
		{
			message: /^AZURE_FEDERATED_TOKEN_FILE names \/nowhere\/x, which cannot be read: label the pod/,
		},
	)
})

test('the machine’s own identity', async (t) => {
	const machine = await giver(t, ({ url, headers }) => {
		t.is(headers['metadata'], 'true')
		t.is(url.pathname, '/metadata/identity/oauth2/token')
		t.is(url.searchParams.get('resource'), 'https://storage.azure.com/')
		if (url.searchParams.get('client_id') === 'gone')
			return {
				status: 400,
				body: JSON.stringify({ error: 'invalid_request', error_description: 'Identity not found' }),
			}
		return { body: JSON.stringify({ access_token: 'a token', expires_in: '600' }) }
	})
	const around = { AZURE_POD_IDENTITY_AUTHORITY_HOST: machine.address }
	const { value, endsAt } = await ambientToken(around, 'http://127.0.0.1:1')()
	t.is(value, 'a token')
	t.true(Math.abs(endsAt - Date.now() - 600_000) < 60_000)
	await t.throwsAsync(ambientToken({ ...around, AZURE_CLIENT_ID: 'gone' }, 'http://127.0.0.1:1')(), {
		message:
			/^nothing here gives credentials of Azure: write storage-key in the secret, .*invalid_request: Identity not found$/,
	})
})

const account = { 'storage-account': 'backups' }
const wrong: readonly (readonly [secret: Readonly<Record<string, string>>, says: RegExp])[] = [
	[{}, /^the secret has no key storage-account: write the name of the storage account, and with it/],
	[
		{ 'storage-account': 'https://x' },
		/^the secret has "https:\/\/x" in storage-account: write the name alone/,
	],
	[
		{ ...account, 'storage-key': 'a b' },
		/^the secret has no key in storage-key: write the one that the portal shows/,
	],
	[
		{ ...account, cloud: 'Mars' },
		/^the secret has "Mars" in cloud: write one of AzurePublicCloud, AzureChinaCloud/,
	],
]
for (const [secret, says] of wrong)
	test(`one sentence for ${JSON.stringify(secret)}`, async (t) => {
		const opening = openStore({ storageType: 'ABS', path: 'container/a' }, secret)
		t.regex((await t.throwsAsync(opening, { instanceOf: StoreError })).message, says)
	})

for (const [cloud, host] of Object.entries({
	'': 'backups.blob.core.windows.net',
	AzureChinaCloud: 'backups.blob.core.chinacloudapi.cn',
	AzureUSGovernmentCloud: 'backups.blob.core.usgovcloudapi.net',
	AzureGermanCloud: 'backups.blob.core.cloudapi.de',
}))
	test(`where the cloud "${cloud}" is`, async (t) => {
		const { store, name } = await openStore(
			{ storageType: 'ABS', path: 'container/a/b' },
			{ ...account, cloud },
		)
		t.teardown(() => store.close())
		t.is(store.place, `https://${host}/container`)
		t.is(name, 'a/b')
	})
