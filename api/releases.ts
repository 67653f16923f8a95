// What is known about etcd's releases: supported minors, ends of life, defects, floors of upgrades. Pure.
// A mounted ConfigMap can add to it and never take away (api/more-releases.ts).

import { compareVersions, minorOf, parseVersion, withoutSuffix, type Version } from './version.ts'

export const minors = ['3.2', '3.3', '3.4', '3.5', '3.6', '3.7'] as const
export type Minor = (typeof minors)[number]

export interface Defect {
	/** The first and the last release that have it. */
	readonly from: string
	readonly to: string
	/** Completes the sentence "3.5.1 …". */
	readonly harm: string
	/** What admission does about it: refuses the version, refuses it for a cluster of one member, or warns. */
	readonly verdict: 'refuse' | 'refuseAlone' | 'warn'
	/** Such a member is never defragmented. */
	readonly noDefrag?: true
}

export interface Floor {
	readonly from: string
	readonly to: string
	/** Members below this must take a patch first, and the target must not be below that. */
	readonly source: string
	readonly target: string
	/** What etcd's own guide asks of the source, where that is more. */
	readonly advised?: string
	readonly because: string
}

export interface Releases {
	readonly supported: readonly string[]
	/** Minors without fixes, and what they lack. */
	readonly endOfLife: Readonly<Record<string, string>>
	/** Which release of a minor to use. */
	readonly recommended: Readonly<Record<string, string>>
	readonly forNewClusters: string
	readonly defects: readonly Defect[]
	readonly floors: readonly Floor[]
}

const defect = (verdict: Defect['verdict'], harm: string, ...ranges: readonly [string, string][]): Defect[] =>
	ranges.map(([from, to]) => ({ from, to, harm, verdict }))

export const releases: Releases = {
	supported: minors,
	endOfLife: {
		'3.2': 'no fixes, no learners, no restores',
		'3.3': 'no fixes, no learners, no restores',
		'3.4': 'no fixes, no restores',
	},
	recommended: {
		'3.2': '3.2.13',
		'3.3': '3.3.27',
		'3.4': '3.4.45',
		'3.5': '3.5.35',
		'3.6': '3.6.16',
		'3.7': '3.7.3',
	},
	forNewClusters: '3.6.16',
	// From worst to least: a version is described by the first that it has.
	defects: [
		...defect('refuse', 'can lose committed writes on a member that is killed', ['3.5.0', '3.5.2']),
		...defect('refuseAlone', 'can lose acknowledged writes of a single member', ['3.5.0', '3.5.4']),
		...defect('warn', 'can lose acknowledged writes of a single member', ['3.4.0', '3.4.20']),
		...defect('warn', 'can diverge after a crash in defrag', ['3.5.0', '3.5.5']).map((one): Defect => ({
			...one,
			noDefrag: true,
		})),
		...defect('warn', 'can go back in revision after a crash', ['3.5.0', '3.5.13'], ['3.4.0', '3.4.31']),
		...defect('warn', 'can apply half a transaction', ['3.5.0', '3.5.16']),
		...defect('warn', 'can forget that a learner was promoted', ['3.5.1', '3.5.19']),
		...defect('warn', 'can fail at its first start', ['3.6.0', '3.6.3']),
		...defect(
			'warn',
			'can corrupt a member by defrag while it catches up',
			['3.4.0', '3.4.37'],
			['3.5.0', '3.5.22'],
			['3.6.0', '3.6.4'],
		),
		...defect(
			'warn',
			'can answer stale reads and lets auth be bypassed',
			['3.4.0', '3.4.41'],
			['3.5.0', '3.5.27'],
			['3.6.0', '3.6.8'],
		),
		...defect(
			'warn',
			'can be exhausted by unfinished TLS handshakes',
			['3.5.0', '3.5.32'],
			['3.6.0', '3.6.13'],
			['3.7.0', '3.7.0'],
		),
	],
	floors: [
		{
			from: '3.4',
			to: '3.5',
			source: '3.4.45',
			target: '3.5.33',
			because: 'earlier ones can diverge on the way',
		},
		{
			from: '3.5',
			to: '3.6',
			source: '3.5.26',
			target: '3.6.11',
			advised: '3.5.32',
			because: 'removed members come back as voters otherwise',
		},
		{
			from: '3.6',
			to: '3.7',
			source: '3.6.11',
			target: '3.7.1',
			because: '3.7 starts from what only later 3.6 releases write',
		},
	],
}

export const isMinor = (text: string): text is Minor => (minors as readonly string[]).includes(text)

/** The minor of a version, if it is one that we know. */
export function minorIn(text: string | undefined): Minor | undefined {
	const version = parseVersion(text)
	const minor = version && minorOf(version)
	return minor !== undefined && isMinor(minor) ? minor : undefined
}

/** A candidate of the first release that has it has it, too. */
export function hasDefect(version: Version, { from, to }: Defect): boolean {
	const [first, last] = [parseVersion(from), parseVersion(to)]
	if (first === undefined || last === undefined) return false
	return compareVersions(first, withoutSuffix(version)) <= 0 && compareVersions(version, last) <= 0
}

/** Nobody is to start it anew, however many members there are. */
export const isRefused = (version: Version, { defects }: Pick<Releases, 'defects'>): boolean =>
	defects.some((one) => one.verdict === 'refuse' && hasDefect(version, one))

/** Why a member that runs this is never defragmented; nothing when it may be. */
export function defragHarm(text: string, { defects }: Pick<Releases, 'defects'>): string | undefined {
	const version = parseVersion(text)
	const found = version && defects.find((one) => one.noDefrag === true && hasDefect(version, one))
	return found && `${text} ${found.harm}`
}
