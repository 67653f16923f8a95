// Which versions lie on the way to another one: a minor at a time, and the patches from and to which etcd's minors can be changed
// safely. Pure.
import type { Releases } from '../../api/releases.ts'
import {
	compareVersions,
	minorOf,
	minorsBetween,
	parseVersion,
	sameVersion,
	versionText,
	type Version,
} from '../../api/version.ts'

export interface Hop {
	readonly from: string
	readonly to: string
	/** Why it is on the way although nobody asked for it. */
	readonly because?: string
}

const atLeast = (version: Version, least: string | undefined): boolean => {
	const parsed = parseVersion(least)
	return parsed === undefined || compareVersions(version, parsed) >= 0
}

/** What members must run before their minor is left, where that is more than they do. */
function patchBefore(from: Version, next: string, { floors, recommended }: Releases): Hop | undefined {
	const floor = floors.find((one) => one.from === minorOf(from) && one.to === next)
	if (floor === undefined || atLeast(from, floor.source)) return undefined
	const to = recommended[floor.from] ?? floor.source
	return {
		from: versionText(from),
		to,
		because: `${next} is reached from ${floor.source} or later, since ${floor.because}`,
	}
}

/** Empty where they are the same; downwards, too, where each step needs its own permission. */
export function pathBetween(fromText: string, toText: string, releases: Releases): readonly Hop[] {
	const to = parseVersion(toText)
	const hops: Hop[] = []
	if (to === undefined) return hops
	for (let at = parseVersion(fromText); at !== undefined; at = parseVersion(hops.at(-1)?.to)) {
		if (sameVersion(versionText(at), versionText(to))) return hops
		if (at.major !== to.major || hops.length > 20) return [] // no way is known
		hops.push(nextHop(at, to, releases))
	}
	return hops
}

function nextHop(at: Version, to: Version, releases: Releases): Hop {
	const steps = minorsBetween(at, to)
	const next = `${at.major}.${at.minor + Math.sign(steps)}`
	const first = steps > 0 ? patchBefore(at, next, releases) : undefined
	if (first !== undefined) return first
	const from = versionText(at)
	if (Math.abs(steps) <= 1) return { from, to: versionText(to) }
	const because = 'etcd’s members understand their neighbours’ minor only'
	return { from, to: releases.recommended[next] ?? `${next}.0`, because }
}
