// What shall be, by the spec or, while that breaks a rule, by the last one that broke none. Pure.
import { imageOf } from '../api/defaults.ts'
import { judge, read } from '../api/judge.ts'
import { isMinor, type Releases } from '../api/releases.ts'
import type { Finding } from '../api/rules/finding.ts'
import type { ClusterSpec } from '../api/schema/cluster.ts'
import type { EtcdCluster } from '../api/types.ts'
import { compareVersions, minorOf, parseVersion, versionText } from '../api/version.ts'
import type { Wanted } from './observed.ts'
import { templateOf } from './template.ts'

export interface Judged {
	readonly findings: readonly Finding[]
	readonly good: boolean
	/** As far as it has the right types. */
	readonly cluster: EtcdCluster
	/** The spec to go by. */
	readonly spec: ClusterSpec | undefined
}

/** Objects from before our time break rules of ours and go on as they are; only what changes is judged. */
export function judgeStored(raw: unknown, hasTraces: boolean, releases: Releases): Judged {
	const cluster = read('EtcdCluster', raw)
	const last = cluster.status?.lastGoodSpec as ClusterSpec | undefined
	const before = last ? { ...cluster, spec: last } : hasTraces ? raw : undefined
	const findings = judge('EtcdCluster', before, raw, releases).filter(({ warning }) => warning !== true)
	const good = findings.length === 0 && cluster.spec !== undefined
	return { findings, good, cluster, spec: good ? cluster.spec : last }
}

/** A member that joins runs what the others run; moving them all to another version is a step of its own. */
export function wantedOf(
	cluster: EtcdCluster,
	spec: ClusterSpec,
	running: readonly string[],
): Wanted | undefined {
	const image = imageOf({ ...cluster, spec })
	const versions = running.map((text) => parseVersion(text)).filter((version) => version !== undefined)
	const [lowest] = versions.toSorted(compareVersions)
	const version = lowest ?? parseVersion(image.version)
	const minor = version && minorOf(version)
	if (version === undefined || minor === undefined || !isMinor(minor)) return undefined
	return {
		size: spec.size ?? 0,
		spec,
		version: versionText(version),
		minor,
		image: image.repository,
		onClaims: spec.pod?.persistentVolumeClaimSpec !== undefined,
		template: templateOf(spec, image.repository),
	}
}

/** What we do not do yet is refused and not left out: a cluster that asked for encryption must never run without. */
export function beyondUs({ TLS, bootstrap }: ClusterSpec): string | undefined {
	if (TLS?.certManager || TLS?.static?.operatorSecret || TLS?.static?.member?.peerSecret)
		return 'spec.TLS: members with TLS are not started by this version, and never without what was asked for'
	if (bootstrap?.snapshot) return 'spec.bootstrap.snapshot: restoring is not done by this version'
	return undefined
}
