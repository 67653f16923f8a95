// credentials.json of any kind, and the tokens that Google gives for it.
import { createPrivateKey, sign, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fieldsFrom, tokenIn, type Fields } from '../giver.ts'
import type { Ending } from '../kept.ts'
import { StoreError } from '../store.ts'

const scope = 'https://www.googleapis.com/auth/devstorage.read_write'
const google = 'https://oauth2.googleapis.com/token'

const wrong = (where: string, what: string): StoreError => new StoreError('stranger', `${where} ${what}`)

function word(fields: Fields, name: string, where: string): string {
	const value = fields[name]
	if (typeof value === 'string' && value !== '') return value
	throw wrong(where, `has no ${name}: write the whole file as Google gave it`)
}

/** RFC 7523, signed with the account's key. */
function assertion(fields: Fields, key: KeyObject, audience: string): string {
	const seconds = Math.floor(Date.now() / 1000)
	const claims = {
		iss: fields['client_email'],
		scope,
		aud: audience,
		iat: seconds,
		exp: seconds + 3600,
	}
	const text = [{ alg: 'RS256', typ: 'JWT', kid: fields['private_key_id'] }, claims]
		.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
		.join('.')
	return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}

function byServiceAccount(fields: Fields, where: string): () => Promise<Ending<string>> {
	const email = word(fields, 'client_email', where)
	const pem = word(fields, 'private_key', where)
	let key: KeyObject
	try {
		key = createPrivateKey(pem)
	} catch (reason) {
		throw new StoreError(
			'stranger',
			`${where} has no key in private_key: write the whole file as Google gave it`,
			reason,
		)
	}
	const url = typeof fields['token_uri'] === 'string' ? fields['token_uri'] : google
	const from = `Google, asked as ${email},`
	return async () => {
		const form = {
			grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
			assertion: assertion(fields, key, url),
		}
		return tokenIn(await fieldsFrom({ from, method: 'POST', url, form }), from)
	}
}

function byUser(fields: Fields, where: string): () => Promise<Ending<string>> {
	const [id, secret, refresh] = ['client_id', 'client_secret', 'refresh_token'].map((name) =>
		word(fields, name, where),
	) as [string, string, string]
	const url = typeof fields['token_uri'] === 'string' ? fields['token_uri'] : google
	const form = { grant_type: 'refresh_token', client_id: id, client_secret: secret, refresh_token: refresh }
	return async () => tokenIn(await fieldsFrom({ from: 'Google', method: 'POST', url, form }), 'Google')
}

/** The token that a file of this pod has. */
async function subjectToken(source: Fields, where: string): Promise<string> {
	const path = word(source, 'file', where)
	const text = await readFile(path, 'utf8').catch((reason: unknown) => {
		throw new StoreError(
			'stranger',
			`${where} names ${path}, which cannot be read: mount the token there`,
			reason,
		)
	})
	const { type, subject_token_field_name: field } = (source['format'] ?? {}) as Fields
	return type === 'json' ? word(JSON.parse(text) as Fields, String(field), path) : text.trim()
}

function byAnotherIssuer(fields: Fields, where: string): () => Promise<Ending<string>> {
	const source = fields['credential_source'] as Fields | undefined
	if (typeof source?.['file'] !== 'string')
		throw wrong(
			where,
			'has no file in credential_source, and no other source is known here: make one with --credential-source-file',
		)
	const [url, audience, type] = ['token_url', 'audience', 'subject_token_type'].map((name) =>
		word(fields, name, where),
	) as [string, string, string]
	const account = fields['service_account_impersonation_url']
	return async () => {
		const form = {
			grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
			requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
			subject_token_type: type,
			subject_token: await subjectToken(source, where),
			audience,
			scope: typeof account === 'string' ? 'https://www.googleapis.com/auth/cloud-platform' : scope,
		}
		const federated = tokenIn(await fieldsFrom({ from: 'Google', method: 'POST', url, form }), 'Google')
		if (typeof account !== 'string') return federated
		const said = await fieldsFrom({
			from: 'Google',
			method: 'POST',
			url: account,
			headers: { authorization: `Bearer ${federated.value}` },
			json: { scope: [scope] },
		})
		return {
			value: word(said, 'accessToken', 'the answer of Google'),
			endsAt: Date.parse(String(said['expireTime'])),
		}
	}
}

const kinds: Readonly<Record<string, (fields: Fields, where: string) => () => Promise<Ending<string>>>> = {
	service_account: byServiceAccount,
	authorized_user: byUser,
	external_account: byAnotherIssuer,
}

export function tokenBy(text: string, where: string): () => Promise<Ending<string>> {
	let fields: Fields
	try {
		fields = (JSON.parse(text) ?? {}) as Fields
	} catch (reason) {
		throw new StoreError('stranger', `${where} is no JSON: write the whole file as Google gave it`, reason)
	}
	const type = String(fields['type'])
	const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined
	if (kind !== undefined) return kind(fields, where)
	throw wrong(where, `is of the type "${type}": write one of ${Object.keys(kinds).join(', ')}`)
}
