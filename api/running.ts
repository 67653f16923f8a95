// Which versions the members of a stored cluster run, as far as its status can be believed. Pure.
import { imageOf } from './defaults.ts'
import type { EtcdCluster } from './types.ts'
import { compareVersions, parseVersion, sameVersion, type Version } from './version.ts'

/** A status that does not answer the stored spec may be too old to know what was done since. */
const isFresh = ({ metadata, status }: EtcdCluster): boolean =>
	status?.observedGeneration !== undefined &&
	metadata?.generation !== undefined &&
	status.observedGeneration === metadata.generation

/** Every version that a member may run: what the status says and, unless it is fresh, also what the old spec asked for. */
export function mayRun(stored: EtcdCluster): Version[] {
	const { spec, status } = stored
	const said = [
		status?.currentVersion,
		status?.targetVersion,
		...(status?.memberStates ?? []).map(({ version }) => version),
		...(isFresh(stored) && status?.currentVersion ? [] : [spec && imageOf(stored).version]),
	]
	return said
		.map((text) => parseVersion(text || undefined))
		.filter((version) => version !== undefined)
		.toSorted(compareVersions)
}

export interface Roll {
	readonly from: string
	readonly to: string
}

/** The move of versions that is under way, by the status. */
export function unfinishedRoll({ status }: EtcdCluster): Roll | undefined {
	const { currentVersion: from, targetVersion: to } = status ?? {}
	return from && to && !sameVersion(from, to) ? { from, to } : undefined
}

/** Back to what still runs is always open while a roll that the controller reported is unfinished. */
export const goesBack = (stored: EtcdCluster, version: string): boolean => {
	const roll = unfinishedRoll(stored)
	return roll !== undefined && isFresh(stored) && sameVersion(roll.from, version)
}
