// A chosen user's credentials, read from files and programs each time they are asked for.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Credentials, Where } from '../where.ts'
import { execInfo } from './exec-info.ts'
import type { Cluster, User } from './kubeconfig.ts'
import type { Selected } from './select.ts'
import { KubeconfigError } from './trouble.ts'
import { usable } from './usable.ts'

async function text(path: string, what: string): Promise<string> {
	try {
		// Paths in a kubeconfig are absolute by now; those in flags count from here.
		return await readFile(resolve(path), 'utf8')
	} catch (reason) {
		const { code } = reason as NodeJS.ErrnoException
		const why = code === 'ENOENT' ? 'it does not exist' : (reason as Error).message
		throw new KubeconfigError(`${what} ${path} cannot be read: ${why}`)
	}
}

/** Nothing where a flag says it. */
const of = (kind: string, name: string): string => (name === '' ? '' : ` of ${kind} "${name}",`)

const decoded = (data: string): string => Buffer.from(data, 'base64').toString()

const authorityOf = async (cluster: Cluster, name: string): Promise<string | undefined> => {
	const { 'certificate-authority': file, 'certificate-authority-data': data } = cluster
	if (data) return decoded(data)
	return file ? await text(file, `the certificate-authority${of('cluster', name)}`) : undefined
}

async function fromUser(user: User, name: string): Promise<Credentials> {
	const either = async (field: 'client-certificate' | 'client-key'): Promise<string | undefined> => {
		const data = user[`${field}-data`]
		if (data) return decoded(data)
		return user[field] ? await text(user[field], `the ${field}${of('user', name)}`) : undefined
	}
	const tokenInFile = async (): Promise<string | undefined> => {
		if (!user.tokenFile) return undefined
		const what = `the tokenFile${of('user', name)}`
		const found = text(user.tokenFile, what)
		// A token that is written beside it stands in for one that cannot be read.
		const token = (await (user.token ? found.catch(() => '') : found)).trim()
		if (token === '' && !user.token) throw new KubeconfigError(`${what} ${user.tokenFile} is empty`)
		return token
	}
	// One after the other, so that of several that are missing the same is named each time.
	const cert = await either('client-certificate')
	const key = await either('client-key')
	const fileToken = await tokenInFile()
	const token = fileToken || user.token
	const { username = '', password = '' } = user
	return {
		...(cert !== undefined && { cert, key: key ?? '' }),
		...(token && { token }),
		...((username || password) && { basic: { username, password } }),
	}
}

/** With something that fills the header in which others would say it. */
const saysWho = (user: User): boolean =>
	Boolean(user.token || user.tokenFile || user.username || user.password)

/** Who has something of their own in the kubeconfig or in a flag needs no program. */
const hasOwn = (user: User): boolean =>
	Boolean(saysWho(user) || user['client-certificate'] || user['client-certificate-data'])

interface Setting {
	readonly env: NodeJS.ProcessEnv
	readonly interactive: boolean
	readonly server: string
}

/** Without TLS nothing secret is sent, and nobody is asked for it. */
export async function credentialsOf(
	{ cluster, clusterName, user, userName }: Selected,
	{ env, interactive, server }: Setting,
): Promise<Pick<Where, 'credentials' | 'renew'>> {
	const ca = async (): Promise<string | undefined> => await authorityOf(cluster, clusterName)
	const withCa = async (credentials: Credentials): Promise<Credentials> => {
		const authority = await ca()
		const all = { ...credentials, ...(authority !== undefined && { ca: authority }) }
		return usable(all, clusterName, userName)
	}
	const { exec, 'auth-provider': provider } = user
	if (exec && !hasOwn(user)) {
		const { execSource } = await import('./exec.ts')
		const source = execSource(exec, {
			env,
			interactive,
			async info(isAsking) {
				const told = exec.provideClusterInfo ? { cluster, server, ca: await ca() } : undefined
				return execInfo(exec.apiVersion ?? '', isAsking, told)
			},
		})
		return { credentials: async () => await withCa(await source.credentials()), renew: source.renew }
	}
	if (provider && !saysWho(user)) {
		const { idToken } = await import('./oidc.ts')
		return {
			credentials: async () =>
				await withCa({
					...(await fromUser(user, userName)),
					...idToken(provider, userName, Date.now()),
				}),
		}
	}
	return { credentials: async () => await withCa(await fromUser(user, userName)) }
}
