// What a kubeconfig says, and the one shape that several of them have together. Pure.

interface Extension {
	readonly name?: string
	readonly extension?: unknown
}

export interface Cluster {
	readonly server?: string
	readonly 'tls-server-name'?: string
	readonly 'insecure-skip-tls-verify'?: boolean
	readonly 'certificate-authority'?: string
	readonly 'certificate-authority-data'?: string
	readonly 'proxy-url'?: string
	readonly 'disable-compression'?: boolean
	readonly extensions?: readonly Extension[]
}

/** A program that makes credentials. */
export interface Exec {
	readonly apiVersion?: string
	readonly command?: string
	readonly args?: readonly string[]
	readonly env?: readonly { readonly name?: string; readonly value?: string }[]
	readonly installHint?: string
	readonly provideClusterInfo?: boolean
	readonly interactiveMode?: string
}

export interface AuthProvider {
	readonly name?: string
	readonly config?: Readonly<Record<string, string>>
}

export interface User {
	readonly 'client-certificate'?: string
	readonly 'client-certificate-data'?: string
	readonly 'client-key'?: string
	readonly 'client-key-data'?: string
	readonly token?: string
	readonly tokenFile?: string
	readonly username?: string
	readonly password?: string
	readonly as?: string
	readonly 'as-uid'?: string
	readonly 'as-groups'?: readonly string[]
	readonly 'as-user-extra'?: Readonly<Record<string, readonly string[]>>
	readonly exec?: Exec
	readonly 'auth-provider'?: AuthProvider
}

export interface Context {
	readonly cluster?: string
	readonly user?: string
	readonly namespace?: string
}

export interface Kubeconfig {
	readonly current: string
	readonly contexts: ReadonlyMap<string, Context>
	readonly clusters: ReadonlyMap<string, Cluster>
	readonly users: ReadonlyMap<string, User>
}

/** The first that names an entry says everything about it; the first that names a current context wins. */
export function merged(all: readonly Kubeconfig[]): Kubeconfig {
	const last = all.toReversed()
	return {
		current: all.find(({ current }) => current !== '')?.current ?? '',
		contexts: new Map(last.flatMap(({ contexts }) => [...contexts])),
		clusters: new Map(last.flatMap(({ clusters }) => [...clusters])),
		users: new Map(last.flatMap(({ users }) => [...users])),
	}
}
