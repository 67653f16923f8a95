// Credentials of AWS that the surroundings give, where no secret does, in the order in which AWS' own tools look for them.
import { readFile } from 'node:fs/promises'
import { fieldsFrom, textFrom, type Fields } from '../giver.ts'
import { kept, type Ending } from '../kept.ts'
import type { Surroundings } from '../open.ts'
import { StoreError } from '../store.ts'
import { textIn } from '../xml.ts'
import { domainOf } from './region.ts'
import type { Keys } from './sign.ts'

function endingIn(
	read: (name: string) => unknown,
	{ from, token }: { readonly from: string; readonly token: string },
): Ending<Keys> {
	const [id, secret, session] = ['AccessKeyId', 'SecretAccessKey', token].map(read)
	if (typeof id !== 'string' || typeof secret !== 'string' || typeof session !== 'string')
		throw new StoreError('stranger', `${from}: its answer has no AccessKeyId, SecretAccessKey and ${token}`)
	const endsAt = Date.parse(String(read('Expiration')))
	return {
		value: { accessKeyId: id, secretAccessKey: secret, sessionToken: session },
		endsAt: Number.isNaN(endsAt) ? Date.now() + 600_000 : endsAt,
	}
}

async function fileAt(path: string, variable: string, mend: string): Promise<string> {
	try {
		return (await readFile(path, 'utf8')).trim()
	} catch (reason) {
		throw new StoreError('stranger', `${variable} names ${path}, which cannot be read: ${mend}`, reason)
	}
}

/** The token of a service account for keys of a role. */
async function byWebIdentity(path: string, around: Surroundings): Promise<Ending<Keys>> {
	const { AWS_ROLE_ARN: role, AWS_REGION: region, AWS_ENDPOINT_URL_STS: endpoint } = around
	if (!role)
		throw new StoreError(
			'stranger',
			'AWS_WEB_IDENTITY_TOKEN_FILE is set and AWS_ROLE_ARN is not: annotate the service account with eks.amazonaws.com/role-arn',
		)
	const token = await fileAt(
		path,
		'AWS_WEB_IDENTITY_TOKEN_FILE',
		'mount the token of the service account there',
	)
	const from = `STS of AWS, asked for the role ${role},`
	const said = await textFrom({
		from,
		method: 'POST',
		url: endpoint || (region ? `https://sts.${region}.${domainOf(region)}` : 'https://sts.amazonaws.com'),
		form: {
			Action: 'AssumeRoleWithWebIdentity',
			Version: '2011-06-15',
			RoleArn: role,
			RoleSessionName: around['AWS_ROLE_SESSION_NAME'] || 'kubectl-etcd',
			WebIdentityToken: token,
		},
	})
	return endingIn((name) => textIn(said, name), { from, token: 'SessionToken' })
}

/** An agent beside the pod: of EKS' pod identities, or of ECS. */
async function byAgent(url: string, around: Surroundings): Promise<Ending<Keys>> {
	const { AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: path, AWS_CONTAINER_AUTHORIZATION_TOKEN: token } = around
	const authorization = path
		? await fileAt(
				path,
				'AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE',
				'mount the token of the pod identity there',
			)
		: token
	const from = 'the agent that gives pods credentials of AWS'
	const fields = await fieldsFrom({ from, url, headers: { ...(authorization && { authorization }) } })
	return endingIn((name) => fields[name], { from, token: 'Token' })
}

/** The role of the machine, in version 2: a token first, which nobody who is only forwarded gets. */
async function byMachine(around: Surroundings): Promise<Ending<Keys>> {
	const base = (around['AWS_EC2_METADATA_SERVICE_ENDPOINT'] || 'http://169.254.169.254').replace(/\/$/, '')
	const [from, timeoutMs] = ['the metadata server of AWS', 3000]
	try {
		if (around['AWS_EC2_METADATA_DISABLED']?.toLowerCase() === 'true')
			throw new StoreError('stranger', `${from} is not asked, since AWS_EC2_METADATA_DISABLED is set`)
		const token = await textFrom({
			from,
			method: 'PUT',
			url: `${base}/latest/api/token`,
			headers: { 'x-aws-ec2-metadata-token-ttl-seconds': '300' },
			timeoutMs,
		})
		const headers = { 'x-aws-ec2-metadata-token': token }
		const roles = `${base}/latest/meta-data/iam/security-credentials/`
		const [role = ''] = (await textFrom({ from, url: roles, headers, timeoutMs })).trim().split('\n')
		const fields: Fields = await fieldsFrom({ from, url: `${roles}${role}`, headers, timeoutMs })
		return endingIn((name) => fields[name], { from, token: 'Token' })
	} catch (reason) {
		const why = reason instanceof Error ? reason.message : String(reason)
		throw new StoreError(
			'stranger',
			`nothing here gives credentials of AWS: name a secret with a key credentials, or give this pod's service account a role; ${why}`,
			reason,
		)
	}
}

export function ambientKeys(around: Surroundings): () => Promise<Keys> {
	const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: session } = around
	if (id && secret) {
		const keys = { accessKeyId: id, secretAccessKey: secret, ...(session && { sessionToken: session }) }
		return async () => await Promise.resolve(keys)
	}
	const { AWS_WEB_IDENTITY_TOKEN_FILE: path } = around
	if (path) return kept(async () => await byWebIdentity(path, around))
	const relative = around['AWS_CONTAINER_CREDENTIALS_RELATIVE_URI']
	const agent = relative ? `http://169.254.170.2${relative}` : around['AWS_CONTAINER_CREDENTIALS_FULL_URI']
	if (agent) return kept(async () => await byAgent(agent, around))
	return kept(async () => await byMachine(around))
}
