// The flags that every kubectl command takes to choose a cluster, as they are written on the command line. Pure.

export interface KubeFlags {
	readonly kubeconfig?: string
	readonly context?: string
	readonly cluster?: string
	readonly user?: string
	readonly namespace?: string
	readonly server?: string
	readonly token?: string
	readonly tokenFile?: string
	readonly 'client-certificate'?: string
	readonly 'client-key'?: string
	readonly 'certificate-authority'?: string
	readonly 'tls-server-name'?: string
	readonly 'insecure-skip-tls-verify'?: boolean
	readonly username?: string
	readonly password?: string
	readonly as?: string
	readonly 'as-group'?: readonly string[]
	readonly 'as-uid'?: string
	/** Each KEY=VALUE; a key may come several times. */
	readonly 'as-user-extra'?: readonly string[]
	readonly 'request-timeout'?: string
	readonly 'proxy-url'?: string
	/** Nothing is ever asked for compressed, so this changes nothing. */
	readonly 'disable-compression'?: boolean
}
