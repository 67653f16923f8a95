// The token that a login with OpenID Connect left in a kubeconfig. Pure.
// It is not renewed here: a provider may end the old way to renew it with each use, and then it must be written back.
import type { AuthProvider } from './kubeconfig.ts'
import { KubeconfigError } from './trouble.ts'

const marginMs = 10_000

function expiryMs(token: string): number | undefined {
	const [, payload = ''] = token.split('.')
	try {
		const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { exp?: unknown }
		return typeof claims.exp === 'number' ? claims.exp * 1000 : undefined
	} catch {
		return undefined
	}
}

export function idToken(
	{ name = '', config = {} }: AuthProvider,
	userName: string,
	nowMs: number,
): { readonly token: string; readonly until: number } {
	const who = `user "${userName}"`
	if (name !== 'oidc')
		throw new KubeconfigError(
			`${who} logs in with the auth-provider "${name}", which no longer exists: use an exec plugin for it`,
		)
	const { 'id-token': token, 'refresh-token': refresh } = config
	const again = refresh ? 'run any kubectl command, which renews it, and try again' : 'log in again'
	if (!token) throw new KubeconfigError(`${who} has no id-token: ${again}`)
	const until = expiryMs(token)
	if (until === undefined) throw new KubeconfigError(`the id-token of ${who} cannot be read: ${again}`)
	if (until - marginMs <= nowMs)
		throw new KubeconfigError(`the id-token of ${who} expired at ${new Date(until).toISOString()}: ${again}`)
	return { token, until }
}
