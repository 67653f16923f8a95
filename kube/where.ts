// Where the API server is, how it is reached, and as whom we ask. Pure.

export interface Credentials {
	readonly ca?: string
	readonly cert?: string
	readonly key?: string
	readonly token?: string
	readonly basic?: { readonly username: string; readonly password: string }
	/** When they end, in milliseconds of the clock, if that is known. */
	readonly until?: number
}

export interface Proxy {
	readonly scheme: 'http' | 'https' | 'socks5'
	readonly host: string
	readonly port: number
	readonly username?: string
	readonly password?: string
}

export interface Where {
	readonly host: string
	readonly port: number
	/** Files are replaced while we run, so credentials are read again from time to time. */
	readonly credentials: () => Promise<Credentials>
	/** Makes new credentials in place of the refused ones; absent where asking again would bring the same. */
	readonly renew?: (refused: Credentials) => Promise<void>
	/** Without TLS. */
	readonly plain?: boolean
	/** Stands before every path and does not end with a slash. */
	readonly prefix?: string
	/** The name in the server's certificate, where it is not the host. */
	readonly serverName?: string
	/** Whoever answers is believed to be the server. */
	readonly insecure?: boolean
	/** Go with every request; a name may come several times. */
	readonly headers?: readonly (readonly [name: string, value: string])[]
	readonly proxy?: Proxy
	/** How long a request may take instead of the usual deadlines; 0 for as long as it likes. */
	readonly timeoutMs?: number
}
