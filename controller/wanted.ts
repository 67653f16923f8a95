// What shall be, by the spec or, while that breaks a rule, by the last one that broke none. Pure.
import { imageOf } from '../api/defaults.ts'
import { judge, read } from '../api/judge.ts'
import { minorIn, type Releases } from '../api/releases.ts'
import type { Finding } from '../api/rules/finding.ts'
import type { ClusterSpec, ClusterStatus } from '../api/schema/cluster.ts'
import type { EtcdCluster } from '../api/types.ts'
import { compareVersions, minorOf, parseVersion, versionText, type Version } from '../api/version.ts'
import type { Members, PodSeen, Wanted } from './observed.ts'
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

/**
 * A member that joins runs what the others run; moving them all to another version is a step of its own. While they are on their way from
 * one minor to another it joins with the higher one, if a member has shown that it runs: an earlier one may not understand what it is sent.
 */
function joining(running: readonly Version[], proven: readonly Version[]): Version | undefined {
	const [lowest] = running.toSorted(compareVersions)
	if (new Set(running.map(minorOf)).size < 2) return lowest
	return proven.toSorted(compareVersions).at(-1) ?? lowest
}

const parsed = (texts: readonly string[]): readonly Version[] =>
	texts.map((text) => parseVersion(text)).filter((version) => version !== undefined)

export function wantedOf(
	cluster: EtcdCluster,
	spec: ClusterSpec,
	running: readonly string[],
	proven: readonly string[],
): Wanted | undefined {
	const image = imageOf({ ...cluster, spec })
	const asked = parseVersion(image.version)
	const version = joining(parsed(running), parsed(proven)) ?? asked
	const minor = minorIn(version && versionText(version))
	if (version === undefined || minor === undefined) return undefined
	const askedMinor = minorIn(image.version)
	const isKnown = asked !== undefined && askedMinor !== undefined
	return {
		size: spec.size ?? 0,
		spec,
		version: versionText(version),
		minor,
		// A stored version of no minor that we know moves nobody.
		target: versionText(isKnown ? asked : version),
		targetMinor: askedMinor ?? minor,
		image: image.repository,
		onClaims: spec.pod?.persistentVolumeClaimSpec !== undefined,
		template: templateOf(spec),
	}
}

/** What members that answer say that they run. */
export const provenVersions = (members: Members): readonly string[] =>
	(members.fresh ? members.all : []).flatMap(({ health }) =>
		health.answers && health.confirmed && health.status ? [health.status.version] : [],
	)

/** By their pods; without any, by what was last known of them. */
export function runningVersions(
	pods: readonly PodSeen[],
	{ memberStates = [], currentVersion }: ClusterStatus,
): readonly string[] {
	const found = pods.filter(({ everRan }) => everRan).map(({ version }) => version)
	if (found.length > 0) return found
	const remembered = memberStates.map(({ version }) => version ?? '').filter((version) => version !== '')
	return remembered.length > 0 ? remembered : [currentVersion ?? ''].filter((version) => version !== '')
}
