// What somebody knows about releases that we did not when we were built. Pure. It can add: a defect, a higher floor, an end of
// life, a newer release to recommend. It cannot take away what we know.
import { isMinor, type Defect, type Floor, type Releases } from './releases.ts'
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
	const [first, last] = [parseVersion(from), parseVersion(to)]
	if (!first || !last || minorOf(first) !== minorOf(last) || compareVersions(first, last) > 0)
		return `defects: "${from}" to "${to}" is no range of releases of one minor`
	if (harm === '') return `defects: ${from} to ${to} has no harm; write what it can do`
	return { from, to, harm, verdict: given['verdict'] === 'refuse' ? 'refuse' : 'warn' }
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

export function addReleases(known: Releases, given: unknown): More {
	const more = fields(given)
	const defects = list(more['defects']).map(defectOf)
	const floors = list(more['floors'])
	const unknownFloors = floors.filter(
		({ from, to }) => !known.floors.some((floor) => floor.from === from && floor.to === to),
	)
	const recommended = Object.entries(fields(more['recommended']))
	const unfit = recommended.filter(([minor, version]) => {
		const parsed = parseVersion(text(version))
		return parsed === undefined || minorOf(parsed) !== minor || !known.supported.includes(minor)
	})
	const ends = Object.entries(fields(more['endOfLife'])).filter(
		([minor, lacks]) => isMinor(minor) && text(lacks) !== '',
	)
	const names = ['defects', 'floors', 'recommended', 'endOfLife']
	return {
		releases: {
			...known,
			defects: [...defects.filter((one) => typeof one !== 'string'), ...known.defects].toSorted(
				(one, other) => Number(other.verdict === 'refuse') - Number(one.verdict === 'refuse'),
			),
			floors: known.floors.map((floor) => raise(floor, floors)),
			recommended: recommended
				.filter((entry) => !unfit.includes(entry))
				.reduce<Record<string, string>>(
					(all, [minor, version]) => ({ ...all, [minor]: later(text(version), all[minor] ?? '') }),
					{ ...known.recommended },
				),
			endOfLife: {
				...Object.fromEntries(ends.map(([minor, lacks]) => [minor, text(lacks)])),
				...known.endOfLife,
			},
		},
		ignored: [
			...(given === undefined || given === null || fields(given) === given
				? []
				: ['it is no mapping; write defects: and a list']),
			...Object.keys(more)
				.filter((name) => !names.includes(name))
				.map((name) => `${name}: is unknown; write ${names.join(', ')}`),
			...defects.filter((one) => typeof one === 'string'),
			...unknownFloors.map(
				({ from, to }) => `floors: there is no step from "${text(from)}" to "${text(to)}"`,
			),
			...unfit.map(([minor]) => `recommended: "${minor}" needs a release of that minor`),
		],
	}
}
