// How a snapshot is called in its store: since 2018 <path>_v<revision>_<time>, or exactly the path where there is to be one. Pure. What is
// said by a name is said to people: nothing is ever deleted for it, since a revision of one more digit would come first.

export interface Named {
	readonly path: string
	readonly revision: bigint
	/** In milliseconds since 1970, to the second. */
	readonly at: number
}

const two = (number: number): string => number.toString().padStart(2, '0')

function timeOf(at: number): string {
	const time = new Date(at)
	const day = [time.getUTCFullYear(), two(time.getUTCMonth() + 1), two(time.getUTCDate())].join('-')
	return `${day}-${[time.getUTCHours(), time.getUTCMinutes(), time.getUTCSeconds()].map(two).join(':')}`
}

export const nameOf = ({ path, revision, at }: Named): string => `${path}_v${revision}_${timeOf(at)}`

const shape = /^(.+)_v(\d{1,19})_(\d{4}-\d\d-\d\d)-(\d\d:\d\d:\d\d)$/s

/** Nothing when it was not called so. */
export function named(name: string): Named | undefined {
	const [, path = '', revision = '', day = '', hour = ''] = shape.exec(name) ?? []
	const at = Date.parse(`${day}T${hour}Z`)
	return path === '' || Number.isNaN(at) ? undefined : { path, revision: BigInt(revision), at }
}

const ending = '.manifest.json'

/** Written last: what has none is no backup. */
export const manifestName = (name: string): string => `${name}${ending}`

export const ofManifest = (name: string): string | undefined =>
	name.endsWith(ending) && name.length > ending.length ? name.slice(0, -ending.length) : undefined

/** Whether it is of those that are called by this path, and not of another path that begins so. */
export const isCalledBy = (path: string, name: string): boolean => name === path || named(name)?.path === path
