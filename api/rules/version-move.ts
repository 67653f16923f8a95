// From which version to which, judged by what members run. Pure.
// Of every version that a member may run, the one that makes the move worst decides.
import { annotations } from '../names.ts'
import type { Floor, Releases } from '../releases.ts'
import { goesBack, mayRun, unfinishedRoll } from '../running.ts'
import type { EtcdCluster } from '../types.ts'
import {
	compareVersions,
	minorOf,
	minorsBetween,
	parseVersion,
	sameVersion,
	versionText,
	type Version,
} from '../version.ts'
import { nothing, refuse, warn, type Change, type Check, type Found } from './finding.ts'
import { changedVersion } from './version.ts'

const field = 'spec.version'

interface Move {
	readonly text: string
	readonly to: Version
	/** What members may run, from lowest to highest. */
	readonly running: readonly Version[]
	readonly previous: EtcdCluster
	readonly next: EtcdCluster
	readonly releases: Releases
}

const ofMove =
	(find: (move: Move) => readonly Found[]): Check<EtcdCluster> =>
	(change: Change<EtcdCluster>) => {
		const { previous, next, releases } = change
		const text = changedVersion(change)
		const to = parseVersion(text)
		if (previous === undefined || text === undefined || to === undefined || goesBack(previous, text))
			return nothing
		return find({ text, to, running: mayRun(previous), previous, next, releases })
	}

/** The minor that comes next on the way. */
const stepTowards = (from: Version, to: Version, { recommended }: Releases): string => {
	const minor = `${from.major}.${from.minor + Math.sign(minorsBetween(from, to))}`
	return recommended[minor] ?? minor
}

const versionSkipsAMinor = ofMove(({ text, to, running, releases }) => {
	const far = running.find((from) => Math.abs(minorsBetween(from, to)) > 1)
	if (far === undefined) return nothing
	const next = stepTowards(far, to, releases)
	return refuse(
		field,
		`${text} is more than one minor from ${versionText(far)}; go minor by minor, to ${next} next`,
	)
})

const lowestThatGoesDown = { major: 3, minor: 6, patch: 0 }

const versionGoesDown = ofMove(({ text, to, running, next }) => {
	const highest = running.at(-1)
	if (highest === undefined || compareVersions(to, highest) >= 0) return nothing
	const from = versionText(highest)
	const steps = -minorsBetween(highest, to)
	if (steps > 1) return nothing // versionSkipsAMinor says so
	if (steps === 0) return warn(field, `${text} is an earlier patch than ${from}; its fixes are lost`)
	const what = `${text} is below ${from}, which members run or were told to run`
	if (compareVersions(highest, lowestThatGoesDown) < 0)
		return refuse(
			field,
			`${what}; etcd goes down from 3.6 and later only, so stay, or restore a snapshot elsewhere`,
		)
	if (next.metadata?.annotations?.[annotations.allowDowngrade] !== minorOf(to))
		return refuse(
			field,
			`${what}; if that is meant, add the annotation ${annotations.allowDowngrade}: "${minorOf(to)}"`,
		)
	return warn(field, `${text} is below ${from}, which members run; the annotation permits it`)
})

const upgradeUnfinished = ofMove(({ text, to, previous }) => {
	const roll = unfinishedRoll(previous)
	// Backwards is for versionGoesDown to judge.
	if (roll === undefined || sameVersion(roll.to, text) || sameVersion(roll.from, text)) return nothing
	const wait = `members are on their way from ${roll.from} to ${roll.to}`
	return refuse(
		field,
		`${versionText(to)} cannot begin while ${wait}; wait until they arrive, or go back to ${roll.from}`,
	)
})

function belowFloor(floor: Floor, from: Version, { text, to, releases }: Move): readonly Found[] {
	const below = (version: Version, limit: string | undefined): boolean => {
		const parsed = parseVersion(limit)
		return parsed !== undefined && compareVersions(version, parsed) < 0
	}
	// Sources before 3.5 are hard to get and long out of care: their owners are told, and not held up.
	const isOld = from.major === 3 && from.minor < 5
	const first = releases.recommended[floor.to] ?? floor.target
	const unfit = `${text} is below ${floor.target}, the first fit to upgrade to; write ${first}`
	const target = below(to, floor.target) ? (isOld ? warn : refuse)(field, unfit) : nothing
	const running = versionText(from)
	const advise = (source: string) =>
		warn(field, `${text} is better reached from ${source} or later than from ${running}`)
	if (below(from, floor.source)) {
		if (isOld) return [...target, ...advise(floor.source)]
		const patch = releases.recommended[floor.from] ?? floor.source
		const members = `${text} needs members of ${floor.source} or later and some run ${running}`
		return [...target, ...refuse(field, `${members}; go to ${patch} first, since ${floor.because}`)]
	}
	return below(from, floor.advised) && floor.advised ? [...target, ...advise(floor.advised)] : target
}

const versionBelowFloor = ofMove((move) => {
	const from = move.running.find((version) => minorsBetween(version, move.to) === 1)
	if (from === undefined) return nothing
	const on = move.releases.floors.filter(
		(floor) => floor.from === minorOf(from) && floor.to === minorOf(move.to),
	)
	const found = on.flatMap((floor) => belowFloor(floor, from, move))
	return found.filter(({ message }, index) => found.findIndex((other) => other.message === message) === index)
})

const versionRemoved: Check<EtcdCluster> = ({ previous, next }) => {
	const before = previous?.spec?.version
	if (before === undefined || next.spec === undefined || next.spec.version !== undefined) return nothing
	return previous?.status?.currentVersion
		? warn(field, `was ${before} and is gone; members stay on what they run`)
		: refuse(field, `cannot go before members have reported what they run; keep ${before}`)
}

export const versionMoveRules = {
	versionSkipsAMinor,
	versionGoesDown,
	versionBelowFloor,
	upgradeUnfinished,
	versionRemoved,
} satisfies Record<string, Check<EtcdCluster>>
