// What somebody knows about releases that we did not when we were built. Pure. It can add: a defect, a higher floor, an end of
// life, a newer release to recommend. It cannot take away what we know.
import { isMinor, isRefused, type Defect, type Floor, type Releases } from './releases.ts'
import { compareVersions, minorOf, parseVersion } from './version.ts'

export interface More {
	readonly releases: Releases
	/** Entries that could not be used, each with the reason. */
	readonly ignored: readonly string[]
}

type Fields = Readonly<Record<string, unknown>>
const fields = (value: unknown): Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
const list = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fields) : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const later = (one: string, other: string): string => {
	const [first, second] = [parseVersion(one), parseVersion(other)]
	return first && second && compareVersions(first, second) >= 0 ? one : other
}

function defectOf(given: Fields): Defect | string {
	const [from, to, harm] = [text(given['from']), text(given['to']), text(given['harm']).trim()]
	const verdict = given['verdict'] ?? 'warn'
	const [first, last] = [parseVersion(from), parseVersion(to)]
	if (!first || !last || minorOf(first) !== minorOf(last) || compareVersions(first, last) > 0)
		return `defects: "${from}" to "${to}" is no range of releases of one minor`
	if (harm === '') return `defects: ${from} to ${to} has no harm; write what it can do`
	if (verdict !== 'refuse' && verdict !== 'warn')
		return `defects: ${from} to ${to} has an unknown verdict; write refuse or warn`
	return { from, to, harm, verdict, ...(given['noDefrag'] === true && { noDefrag: true }) }
}

const versionsOf = ({ source, target }: Fields): unknown[] =>
	[source, target].filter((one) => one !== undefined)

function floorUnfit(known: Releases, given: Fields): string | undefined {
	const step = `from "${text(given['from'])}" to "${text(given['to'])}"`
	if (!known.floors.some(({ from, to }) => from === given['from'] && to === given['to']))
		return `floors: there is no step ${step}`
	if (versionsOf(given).every((one) => parseVersion(text(one)) !== undefined)) return undefined
	return `floors: ${step} needs source and target such as "3.6.19", in quotes`
}

function raise(floor: Floor, all: readonly Fields[]): Floor {
	return all
		.filter((more) => more['from'] === floor.from && more['to'] === floor.to)
		.reduce<Floor>(
			(highest, more) => ({
				...highest,
				source: later(text(more['source']), highest.source),
				target: later(text(more['target']), highest.target),
			}),
			floor,
		)
}

/** What a new cluster is given: the recommended release of the usual minor, or of another when that one is refused. */
function forNewClusters({ recommended, defects, supported }: Releases, usual: string): string {
	const minor = usual.split('.').slice(0, 2).join('.')
	const others = supported.toReversed().filter((one) => one !== minor)
	const refused = (release: string): boolean => {
		const version = parseVersion(release)
		return version !== undefined && isRefused(version, { defects })
	}
	return [minor, ...others].flatMap((one) => recommended[one] ?? []).find((one) => !refused(one)) ?? usual
}

const names = ['defects', 'floors', 'recommended', 'endOfLife']

function misshapen(more: Fields, given: unknown): string[] {
	if (given !== undefined && given !== null && fields(given) !== given)
		return ['it is no mapping; write defects: and a list']
	return Object.entries(more).flatMap(([name, value]) => {
		if (!names.includes(name)) return [`${name}: is unknown; write ${names.join(', ')}`]
		const isList = name === 'defects' || name === 'floors'
		if (isList ? Array.isArray(value) : fields(value) === value) return []
		return [`${name}: is no ${isList ? 'list' : 'mapping'}`]
	})
}

export function addReleases(known: Releases, given: unknown): More {
	const more = fields(given)
	const defects = list(more['defects']).map(defectOf)
	const floors = list(more['floors'])
	const floorsUnfit = floors.map((floor) => floorUnfit(known, floor))
	const recommended = Object.entries(fields(more['recommended']))
	const unfit = recommended.filter(([minor, version]) => {
		const parsed = parseVersion(text(version))
		return parsed === undefined || minorOf(parsed) !== minor || !known.supported.includes(minor)
	})
	const ends = Object.entries(fields(more['endOfLife']))
	const isEnd = ([minor, lacks]: readonly [string, unknown]) => isMinor(minor) && text(lacks) !== ''
	const merged: Releases = {
		...known,
		defects: [...defects.filter((one) => typeof one !== 'string'), ...known.defects].toSorted(
			(one, other) => Number(other.verdict === 'refuse') - Number(one.verdict === 'refuse'),
		),
		floors: known.floors.map((floor) =>
			raise(
				floor,
				floors.filter((_, index) => floorsUnfit[index] === undefined),
			),
		),
		recommended: recommended
			.filter((entry) => !unfit.includes(entry))
			.reduce<Record<string, string>>(
				(all, [minor, version]) => ({ ...all, [minor]: later(text(version), all[minor] ?? '') }),
				{ ...known.recommended },
			),
		endOfLife: {
			...Object.fromEntries(ends.filter(isEnd).map(([minor, lacks]) => [minor, text(lacks)])),
			...known.endOfLife,
		},
	}
	return {
		releases: { ...merged, forNewClusters: forNewClusters(merged, known.forNewClusters) },
		ignored: [
			...misshapen(more, given),
			...defects.filter((one) => typeof one === 'string'),
			...floorsUnfit.filter((one) => one !== undefined),
			...unfit.map(([minor]) => `recommended: "${minor}" needs a release of that minor`),
			...ends
				.filter((entry) => !isEnd(entry))
				.map(([minor]) => `endOfLife: "${minor}" needs a minor that we know, and what it lacks`),
		],
	}
}
