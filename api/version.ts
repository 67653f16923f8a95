// etcd's version numbers. Pure. Its rules are not semver's: what counts is the minor, and how far apart two of them are.

export interface Version {
	readonly major: number
	readonly minor: number
	readonly patch: number
	/** What follows a dash: a release candidate or somebody's own build. */
	readonly suffix?: string
}

/** Short numbers only: nothing that a person calls an etcd version has more digits. */
export const versionPattern = '^v?[0-9]{1,3}[.][0-9]{1,3}[.][0-9]{1,3}(-[0-9A-Za-z.-]{1,64})?$'
const shape = /^v?(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?:-([0-9A-Za-z.-]{1,64}))?$/

/** 3.5.21 and v3.5.21 are the same version; people write both, and what they wrote is kept. */
export function parseVersion(text: string | undefined): Version | undefined {
	const [, major, minor, patch, suffix] = shape.exec(text ?? '') ?? []
	if (patch === undefined) return undefined
	const numbers = { major: Number(major), minor: Number(minor), patch: Number(patch) }
	return suffix === undefined ? numbers : { ...numbers, suffix }
}

export const minorOf = ({ major, minor }: Version): string => `${major}.${minor}`

export const versionText = ({ major, minor, patch, suffix }: Version): string =>
	`${major}.${minor}.${patch}${suffix === undefined ? '' : `-${suffix}`}`

export const withoutSuffix = ({ major, minor, patch }: Version): Version => ({ major, minor, patch })

const isCandidate = ({ suffix = '' }: Version): boolean => /^(alpha|beta|rc)/.test(suffix)

/** Below zero when one comes before other. A candidate comes before its release; other suffixes name a build of the same release. */
export const compareVersions = (one: Version, other: Version): number =>
	one.major - other.major ||
	one.minor - other.minor ||
	one.patch - other.patch ||
	Number(isCandidate(other)) - Number(isCandidate(one))

/** Of two minors such as 3.5 and 3.10, as numbers. */
export function compareMinors(one: string, other: string): number {
	const [[major = 0, minor = 0], [otherMajor = 0, otherMinor = 0]] = [one, other].map((text) =>
		text.split('.').map(Number),
	) as [number[], number[]]
	return major - otherMajor || minor - otherMinor
}

/** Whoever builds a release says so after a dash, which its binary does not know of. */
export function sameNumbers(one: string | undefined, other: string | undefined): boolean {
	const [first, second] = [parseVersion(one), parseVersion(other)]
	return (
		first !== undefined &&
		second !== undefined &&
		versionText(withoutSuffix(first)) === versionText(withoutSuffix(second))
	)
}

/** How many minors up (or, below zero, down) it is from one to the other; etcd moves by one. */
export const minorsBetween = (from: Version, to: Version): number =>
	from.major === to.major ? to.minor - from.minor : (to.major - from.major) * 1000

export const sameVersion = (one: string | undefined, other: string | undefined): boolean => {
	if (one === other) return true
	const [first, second] = [parseVersion(one), parseVersion(other)]
	return first !== undefined && second !== undefined && versionText(first) === versionText(second)
}
