// What a credential program is told, and what its answer means. Pure.
import type { Credentials } from '../where.ts'
import type { Cluster } from './kubeconfig.ts'

/** `ca` is what the authority's file or data hold. */
export function execInfo(
	apiVersion: string,
	interactive: boolean,
	told: { readonly cluster: Cluster; readonly server: string; readonly ca: string | undefined } | undefined,
): string {
	const cluster = told?.cluster
	const config = cluster?.extensions?.find(
		({ name }) => name === 'client.authentication.k8s.io/exec',
	)?.extension
	return JSON.stringify({
		kind: 'ExecCredential',
		apiVersion,
		spec: {
			...(told !== undefined && {
				cluster: {
					server: told.server,
					'tls-server-name': cluster?.['tls-server-name'] || undefined,
					'insecure-skip-tls-verify': cluster?.['insecure-skip-tls-verify'] || undefined,
					'certificate-authority-data': told.ca && btoa(told.ca),
					'proxy-url': cluster?.['proxy-url'] || undefined,
					'disable-compression': cluster?.['disable-compression'] || undefined,
					config: config ?? null,
				},
			}),
			interactive,
		},
	})
}

interface Answer {
	readonly apiVersion?: unknown
	readonly kind?: unknown
	readonly status?: {
		readonly token?: string
		readonly clientCertificateData?: string
		readonly clientKeyData?: string
		readonly expirationTimestamp?: string
	} | null
}

function parsed(text: string): Answer | undefined {
	try {
		const answer = JSON.parse(text) as unknown
		return typeof answer === 'object' && answer !== null ? answer : undefined
	} catch {
		return undefined
	}
}

/** The credentials, or what is wrong with the answer; never what is in it. */
export function execAnswer(text: string, apiVersion: string): Credentials | string {
	const answer = parsed(text)
	if (answer === undefined) return 'printed no JSON object'
	if (answer.kind !== 'ExecCredential') return 'printed an object that is no ExecCredential'
	if (answer.apiVersion !== apiVersion)
		return `answered in ${String(answer.apiVersion)}, and the kubeconfig says ${apiVersion}`
	const { token, clientCertificateData: cert, clientKeyData: key, expirationTimestamp } = answer.status ?? {}
	if (!token && !cert && !key) return 'gave neither a token nor a certificate'
	if (!cert !== !key) return 'gave a certificate or a key, and not both'
	const until = expirationTimestamp ? Date.parse(expirationTimestamp) : undefined
	if (Number.isNaN(until)) return `says that it expires at "${expirationTimestamp}", which is no time`
	return { ...(token && { token }), ...(cert && key && { cert, key }), ...(until !== undefined && { until }) }
}
