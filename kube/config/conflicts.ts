// What contradicts itself in the chosen cluster and user; kubectl refuses the same. Pure.
import type { Cluster, Exec, User } from './kubeconfig.ts'

const versions = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1']

const modes = ['Never', 'IfAvailable', 'Always']

/** Since v1 it has to be said; before, it could be left out. */
export const interactiveModeOf = ({ apiVersion, interactiveMode }: Exec): string | undefined =>
	interactiveMode || (apiVersion === versions[1] ? 'IfAvailable' : undefined)

function inExec(exec: Exec): (string | false)[] {
	const mode = interactiveModeOf(exec)
	return [
		!exec.command && 'exec has no command',
		!exec.apiVersion && 'exec has no apiVersion',
		Boolean(exec.apiVersion) &&
			!versions.includes(exec.apiVersion ?? '') &&
			`exec has apiVersion "${exec.apiVersion}": it must be ${versions.join(' or ')}`,
		(exec.env ?? []).some(({ name }) => !name) && 'exec has a variable without a name in env',
		mode === undefined && `exec has no interactiveMode: write ${modes.join(', ')}`,
		mode !== undefined &&
			!modes.includes(mode) &&
			`exec has interactiveMode "${mode}": write ${modes.join(', ')}`,
	]
}

function inUser(user: User): (string | false)[] {
	const { exec } = user
	const certificate = user['client-certificate'] || user['client-certificate-data']
	const key = user['client-key'] || user['client-key-data']
	const both = (name: 'client-certificate' | 'client-key'): string | false =>
		Boolean(user[name] && user[`${name}-data`]) && `${name} and ${name}-data are both given: leave one out`
	const basic = user.username || user.password
	return [
		both('client-certificate'),
		Boolean(certificate) && both('client-key'),
		Boolean(certificate) && !key && 'a client certificate without its key is given: add client-key',
		Boolean(basic && (user.token || user.tokenFile)) &&
			'a password and a token are both given: leave one out',
		Boolean(exec && user['auth-provider']) && 'exec and auth-provider are both given: leave one out',
		...(exec ? inExec(exec) : []),
		!user.as &&
			Boolean(
				user['as-uid'] || user['as-groups']?.length || Object.keys(user['as-user-extra'] ?? {}).length > 0,
			) &&
			'groups, a uid or extras are to be impersonated without a user: add --as',
	]
}

function inCluster(cluster: Cluster): (string | false)[] {
	const name = 'certificate-authority'
	const authority = cluster[name] || cluster[`${name}-data`]
	return [
		Boolean(cluster[name] && cluster[`${name}-data`]) &&
			`${name} and ${name}-data are both given: leave one out`,
		Boolean(authority && cluster['insecure-skip-tls-verify']) &&
			`${name} and insecure-skip-tls-verify are both given: leave one out`,
	]
}

/** One sentence each. */
export function conflicts(
	{ clusterName, cluster }: { readonly clusterName: string; readonly cluster: Cluster },
	{ userName, user }: { readonly userName: string; readonly user: User },
): readonly string[] {
	const of = (kind: string, name: string) => (what: string) =>
		name === '' ? what : `${kind} "${name}": ${what}`
	const only = (all: (string | false)[]): string[] => all.filter((one) => one !== false)
	return [
		...only(inCluster(cluster)).map(of('cluster', clusterName)),
		...only(inUser(user)).map(of('user', userName)),
	]
}
