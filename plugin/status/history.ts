// What was seen over a while, for sparklines and for the list of what happened. Pure.
import type { Sight } from '../sight/sight.ts'
import { headOf } from './columns.ts'
import type { Verdict } from './verdict.ts'

interface Sample {
	readonly at: number
	readonly head: bigint
	readonly dbSize: number
	/** In seconds; the slowest member's. */
	readonly fsync: number
}

interface Happening {
	readonly at: number
	readonly what: string
}

export interface History {
	readonly samples: readonly Sample[]
	readonly happenings: readonly Happening[]
	readonly last: { readonly sight: Sight; readonly verdict: Verdict } | undefined
	/** Nobody answers who could say how it is now. */
	readonly isStale: boolean
	/** What each member said last of itself: between two versions it is silent. */
	readonly versions: ReadonlyMap<string, string>
}

export const noHistory: History = {
	samples: [],
	happenings: [],
	last: undefined,
	isStale: false,
	versions: new Map(),
}

const answers = 'the API server answers again'

const longest = 60

function sampleOf(sight: Sight): Sample {
	const reports = sight.members.flatMap(({ report }) => report ?? [])
	return {
		at: sight.at,
		head: headOf(sight),
		dbSize: Math.max(0, ...reports.map(({ dbSize }) => dbSize)),
		fsync: Math.max(0, ...reports.map(({ fsyncP99 }) => fsyncP99 ?? 0)),
	}
}

function changes(
	before: NonNullable<History['last']>,
	versionsBefore: History['versions'],
	{ sight, verdict }: NonNullable<History['last']>,
): string[] {
	const leaderOf = ({ members }: Sight): string | undefined =>
		members.find(({ report }) => report?.leads)?.name
	const [was, is] = [leaderOf(before.sight), leaderOf(sight)]
	const versions = sight.members.flatMap(({ name, report }) => {
		const then = versionsBefore.get(name)
		return report && then && then !== report.version ? [`${name} ${then} → ${report.version}`] : []
	})
	const names = new Set(sight.members.map(({ name }) => name))
	const known = new Set(before.sight.members.map(({ name }) => name))
	const heard = sight.members.flatMap(({ name, report }) => {
		const then = before.sight.members.find((one) => one.name === name)
		if (then === undefined || (then.report === undefined) === (report === undefined)) return []
		return [report === undefined ? `${name} does not answer` : `${name} answers again`]
	})
	return [
		...(before.verdict.health === verdict.health ? [] : [`${before.verdict.health} → ${verdict.health}`]),
		...(was === is || is === undefined ? [] : [`leader ${was ?? '<none>'} → ${is}`]),
		...versions,
		...[...names].filter((name) => !known.has(name)).map((name) => `${name} came`),
		...[...known].filter((name) => !names.has(name)).map((name) => `${name} went`),
		...heard,
	]
}

export function withSight(history: History, sight: Sight, verdict: Verdict): History {
	const now = { sight, verdict }
	const news = history.last === undefined ? [] : changes(history.last, history.versions, now)
	if (history.isStale) news.push(answers)
	const versions = sight.members.map(
		({ name, report }) => [name, report?.version ?? history.versions.get(name) ?? ''] as const,
	)
	return {
		samples: [...history.samples, sampleOf(sight)].slice(-longest),
		happenings: [...news.map((what) => ({ at: sight.at, what })), ...history.happenings].slice(0, longest),
		last: now,
		isStale: false,
		versions: new Map(versions),
	}
}

/** What was seen last stands. */
export function withSilence(history: History, at: number, because: string): History {
	if (history.isStale) return history
	const news = { at, what: `the API server does not answer, what is above was seen before: ${because}` }
	return { ...history, isStale: true, happenings: [news, ...history.happenings].slice(0, longest) }
}

/** Entries of the log a second between looks; what is elected and kept alive is among them. */
export const rates = ({ samples }: History): readonly number[] =>
	samples.slice(1).map((sample, index) => {
		const before = samples[index]
		const seconds = (sample.at - (before?.at ?? sample.at)) / 1000
		return seconds > 0 ? Math.max(0, Number(sample.head - (before?.head ?? sample.head)) / seconds) : 0
	})
