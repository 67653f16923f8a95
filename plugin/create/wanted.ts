// What somebody wants of a new cluster, from the flags. Pure.
import { Failure } from '../failure.ts'
import type { Flags } from '../line/flags.ts'

type Tls =
	| { readonly kind: 'none' }
	| { readonly kind: 'issuer'; readonly name: string; readonly isClusterWide: boolean }
	| { readonly kind: 'secrets' }

export interface Wanted {
	readonly name: string
	readonly namespace: string | undefined
	readonly size: number
	readonly version: string | undefined
	/** Nothing: in the pods, where data is gone with them. */
	readonly storage: string | undefined
	readonly storageClass: string | undefined
	readonly memory: string | undefined
	readonly cpu: string | undefined
	readonly quota: string | undefined
	readonly tls: Tls | undefined
	readonly nodeSelector: Readonly<Record<string, string>> | undefined
}

function tlsOf(text: string | undefined): Tls | undefined {
	if (text === undefined || text === 'none') return text && { kind: 'none' }
	if (text === 'secrets') return { kind: 'secrets' }
	const [, kind, name] = /^cert-manager:(?:(issuer|clusterissuer)\/)?([^/:\s]+)$/i.exec(text) ?? []
	if (name === undefined)
		throw new Failure(
			`--tls: "${text}" is nothing that is known; write cert-manager:ISSUER, cert-manager:clusterissuer/NAME, secrets or none`,
		)
	return { kind: 'issuer', name, isClusterWide: kind?.toLowerCase() === 'clusterissuer' }
}

function labelsOf(flags: Flags, name: string): Readonly<Record<string, string>> | undefined {
	const pairs = flags.all(name)
	if (pairs.length === 0) return undefined
	return Object.fromEntries(
		pairs.map((pair) => {
			const [, key, value] = /^([^=]+)=(.*)$/.exec(pair) ?? []
			if (key === undefined || value === undefined)
				throw new Failure(`--${name}: "${pair}" is no label; write KEY=VALUE`)
			return [key, value] as const
		}),
	)
}

function sizeOf(flags: Flags): number {
	const [replicas, size] = [flags.whole('replicas'), flags.whole('size')]
	if (replicas !== undefined && size !== undefined && replicas !== size)
		throw new Failure(
			`--replicas ${replicas} and --size ${size} are two names of one thing; write one of them`,
		)
	return replicas ?? size ?? 3
}

export function wantedOf(name: string, namespace: string | undefined, flags: Flags): Wanted {
	const storage = flags.text('storage')
	const storageClass = flags.text('storage-class')
	if (storage === 'none' && storageClass !== undefined)
		throw new Failure('--storage-class: there is no volume with --storage=none; write one of them')
	return {
		name,
		namespace,
		size: sizeOf(flags),
		version: flags.text('version'),
		storage: storage === 'none' ? undefined : (storage ?? '10Gi'),
		storageClass,
		memory: flags.text('memory'),
		cpu: flags.text('cpu'),
		quota: flags.text('quota'),
		tls: tlsOf(flags.text('tls')),
		nodeSelector: labelsOf(flags, 'node-selector'),
	}
}

const words: Readonly<Record<string, string>> = {
	'spec.size': '--replicas',
	'spec.version': '--version',
	'spec.quotaBackendBytes': '--quota',
	'spec.bootstrap.snapshot': '--version',
	'metadata.name': 'NAME',
	'spec.pod.persistentVolumeClaimSpec.resources.requests.storage': '--storage',
}

/** What a rule says of a field, in the words of who wrote flags. */
export const inFlags = ({ field, message }: { readonly field: string; readonly message: string }): string =>
	`${words[field] ?? field}: ${message}`
