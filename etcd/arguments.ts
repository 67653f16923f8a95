// How a member is told who it is. Pure. What no minor lacks is an argument; the rest are variables, since a minor ignores
// those it does not know, so that a pod can change its image without changing anything else.
import { minors, type Minor } from '../api/releases.ts'
import { dialects, washOf } from './dialect.ts'

export interface MemberArguments {
	readonly name: string
	readonly host: string
	readonly peerScheme: 'http' | 'https'
	readonly clientScheme: 'http' | 'https'
	/** "0.0.0.0", or "[::]" where the network is IPv6. */
	readonly anyAddress: string
	readonly dataDir: string
	/** Directories with a certificate, its key and the authorities to trust, where members or clients speak TLS. */
	readonly peerFiles?: string
	readonly clientFiles?: string
	/** References to variables of the container, whose values can change between two of its starts. */
	readonly initialCluster: string
	readonly initialState: string
	readonly token: string
}

export const peerUrl = (scheme: 'http' | 'https', host: string): string => `${scheme}://${host}:2380`

/** Whoever connects must show a certificate as well. */
const tlsArguments = ({ peerFiles, clientFiles }: MemberArguments): readonly string[] => [
	...(peerFiles === undefined
		? []
		: [
				'--peer-client-cert-auth=true',
				`--peer-trusted-ca-file=${peerFiles}/peer-ca.crt`,
				`--peer-cert-file=${peerFiles}/peer.crt`,
				`--peer-key-file=${peerFiles}/peer.key`,
			]),
	...(clientFiles === undefined
		? []
		: [
				'--client-cert-auth=true',
				`--trusted-ca-file=${clientFiles}/server-ca.crt`,
				`--cert-file=${clientFiles}/server.crt`,
				`--key-file=${clientFiles}/server.key`,
			]),
]

export const memberArguments = (member: MemberArguments): readonly string[] => [
	`--name=${member.name}`,
	`--data-dir=${member.dataDir}`,
	`--initial-advertise-peer-urls=${peerUrl(member.peerScheme, member.host)}`,
	`--listen-peer-urls=${member.peerScheme}://${member.anyAddress}:2380`,
	`--listen-client-urls=${member.clientScheme}://${member.anyAddress}:2379`,
	`--advertise-client-urls=${member.clientScheme}://${member.host}:2379`,
	`--initial-cluster=${member.initialCluster}`,
	`--initial-cluster-state=${member.initialState}`,
	`--initial-cluster-token=${member.token}`,
	'--strict-reconfig-check=true',
	...tlsArguments(member),
]

/**
 * Everybody else in its list of members is struck out as it starts. What it has not written
 * down as committed is struck out, too, acknowledged or not (recovery/commit-log.ts). It keeps its ids, and needs no quorum.
 */
export const forceAlone = '--force-new-cluster=true'

export interface MemberOptions {
	readonly minor: Minor
	readonly anyAddress: string
	readonly quotaBytes: number | undefined
	readonly compaction: { readonly mode: 'Periodic' | 'Revision' | 'Off'; readonly retention: string }
}

const compactionOf = ({ minor, compaction }: MemberOptions): Record<string, string> => {
	if (compaction.mode === 'Off') return {}
	if (dialects[minor].compactionModes)
		return {
			ETCD_AUTO_COMPACTION_MODE: compaction.mode.toLowerCase(),
			ETCD_AUTO_COMPACTION_RETENTION: compaction.retention,
		}
	const hours = /^(\d+)h$/.exec(compaction.retention)?.[1]
	return hours === undefined ? {} : { ETCD_AUTO_COMPACTION_RETENTION: hours }
}

/** Ours give way to what the cluster's own variables say. */
export const memberVariables = (options: MemberOptions): Readonly<Record<string, string>> => ({
	ETCD_LISTEN_METRICS_URLS: `http://${options.anyAddress}:2381`,
	ETCD_MAX_LEARNERS: String(2),
	...compactionOf(options),
	...(options.quotaBytes !== undefined && { ETCD_QUOTA_BACKEND_BYTES: String(options.quotaBytes) }),
})

const minorNames = [
	...new Set(minors.flatMap((minor) => Object.keys(dialects[minor].corruptionChecks))),
	'ETCD_SNAPSHOT_COUNT',
]

/**
 * Every name that any minor has, since a pod that changes its image cannot change them; etcd takes an empty one for none. A log from an
 * early minor is washed before that is left, and by the last that still reads all of it.
 */
export function minorVariables(minor: Minor, bornIn?: Minor): Readonly<Record<string, string>> {
	const { entries, oftener = false } = washOf(minor, bornIn) ?? {}
	return {
		...Object.fromEntries(minorNames.map((name) => [name, ''])),
		...dialects[minor].corruptionChecks,
		...(oftener && { ETCD_SNAPSHOT_COUNT: String(entries) }),
	}
}

/** What only an empty directory would read: it names nobody of us, and etcd refuses to start from it. */
export const refusal = {
	initialCluster: 'refuse-empty=http://refuse-empty.invalid:2380',
	initialState: 'existing',
}

/** What etcd's last words are when it is refused so. */
export const saysRefused = (lastWords: string): boolean => lastWords.includes("couldn't find local name")

/** What they are when it was told of more members than there are yet: it ran, reached them, and they answered. */
export const saysUnlisted = (lastWords: string): boolean => lastWords.includes('member count is unequal')

/** What they are when another member told it that it is none any more. */
export const saysSentAway = (lastWords: string): boolean =>
	lastWords.includes('the member has been permanently removed from the cluster')

/** What they are when its data was not that of another member, before it served anybody. It may be the other one that is wrong. */
export const saysCorrupt = (lastWords: string): boolean =>
	lastWords.includes('found data inconsistency with peers')
