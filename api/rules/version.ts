// Which version a cluster may ask for, wherever it comes from. Pure.
import { hasDefect, isRefused, minors, type Releases } from '../releases.ts'
import type { EtcdCluster } from '../types.ts'
import {
	compareVersions,
	minorOf,
	parseVersion,
	sameVersion,
	versionText,
	withoutSuffix,
	type Version,
} from '../version.ts'
import { nothing, quoted, refuse, warn, type Change, type Check, type Found } from './finding.ts'

const field = 'spec.version'

/** The new version, when the change is about it; its spelling alone is no change. */
export function changedVersion({ previous, next }: Change<EtcdCluster>): string | undefined {
	const version = next.spec?.version
	return version === undefined || sameVersion(previous?.spec?.version, version) ? undefined : version
}

/** The release to write instead: of the same minor, if that is newer and not refused itself. */
export function better(version: Version, releases: Releases): string {
	const same = parseVersion(releases.recommended[minorOf(version)])
	const isFit = same && !isRefused(same, releases)
	return isFit && compareVersions(same, version) > 0 ? versionText(same) : releases.forNewClusters
}

const isSupported = (version: Version, { supported }: Releases): boolean =>
	supported.includes(minorOf(version))

const ofVersion =
	(
		find: (version: Version, text: string, change: Change<EtcdCluster>) => readonly Found[],
	): Check<EtcdCluster> =>
	(change) => {
		const text = changedVersion(change)
		const version = parseVersion(text)
		return version === undefined || text === undefined ? nothing : find(version, text, change)
	}

const losesAlone: Check<EtcdCluster> = (change) => {
	const { previous, next, releases } = change
	const version = parseVersion(next.spec?.version)
	const resized = next.spec?.size !== previous?.spec?.size
	if (version === undefined || next.spec?.size !== 1 || !(resized || changedVersion(change))) return nothing
	const found = releases.defects.find((one) => one.verdict === 'refuseAlone' && hasDefect(version, one))
	if (found === undefined) return nothing
	return refuse(
		field,
		`${next.spec.version} ${found.harm}; write ${better(version, releases)}, or a size of 3`,
	)
}

export const versionRules = {
	versionUnreadable: (change) => {
		const text = changedVersion(change)
		if (text === undefined || parseVersion(text)) return nothing
		const { forNewClusters } = change.releases
		return refuse(field, `${quoted(text)} is not an etcd version; write one such as ${forNewClusters}`)
	},
	versionUnsupported: ofVersion((version, text, { releases }) => {
		if (isSupported(version, releases)) return nothing
		const range = `${minors[0]} to ${releases.supported.at(-1)}`
		return refuse(
			field,
			`${text} is not supported; write one from ${range}, such as ${releases.forNewClusters}`,
		)
	}),
	versionKnownBad: ofVersion((version, text, { releases }) => {
		const worst = releases.defects.find((one) => one.verdict !== 'refuseAlone' && hasDefect(version, one))
		if (worst === undefined) return nothing
		const message = `${text} ${worst.harm}; write ${better(version, releases)}`
		return worst.verdict === 'refuse' ? refuse(field, message) : warn(field, message)
	}),
	versionLosesDataAlone: losesAlone,
	versionEndOfLife: ofVersion((version, text, { releases }) => {
		const lacks = releases.endOfLife[minorOf(version)]
		if (lacks === undefined) return nothing
		return warn(
			field,
			`${text} is at its end of life (${lacks}); write ${releases.forNewClusters} for new clusters`,
		)
	}),
	versionIsNoRelease: ofVersion((version, text, { releases }) =>
		version.suffix === undefined || !isSupported(version, releases)
			? nothing
			: warn(field, `${text} is no release of etcd; judged as ${versionText(withoutSuffix(version))}`),
	),
} satisfies Record<string, Check<EtcdCluster>>
