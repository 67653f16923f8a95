// Etcd's words for what it sends as numbers, and etcdctl's way with sizes and times. Pure.

export const alarmName = (alarm: number): string => ['NONE', 'NOSPACE', 'CORRUPT'][alarm] ?? alarm.toString()

export const permissionName = (type: number): string =>
	['READ', 'WRITE', 'READWRITE'][type] ?? type.toString()

const sizes = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'] as const

/** By thousands, two digits at least: 20 kB, 1.1 MB. */
export function size(bytes: bigint): string {
	const count = Number(bytes)
	if (count < 10) return `${count} B`
	const power = Math.floor(Math.log(count) / Math.log(1000))
	const value = Math.floor((count / 1000 ** power) * 10 + 0.5) / 10
	return `${value < 10 ? value.toFixed(1) : halfToEven(value)} ${sizes[power] ?? ''}`
}

/** As Go prints it: 20.5 is 20, and 21.5 is 22. */
function halfToEven(value: number): number {
	const below = Math.floor(value)
	return value - below === 0.5 ? below + (below % 2) : Math.round(value)
}

/** Whole percents; nobody knows of what has no size. */
export const unused = (inUse: bigint, of: bigint): string =>
	of === 0n ? '0%' : `${100n - (inUse * 100n) / of}%`

const trimmed = (value: number, digits: number): string => value.toFixed(digits).replace(/\.?0+$/, '')

/** 1.234567ms. */
export function lasted(ms: number): string {
	if (ms < 1) return `${trimmed(ms * 1000, 3)}µs`
	if (ms < 1000) return `${trimmed(ms, 6)}ms`
	const minutes = Math.floor(ms / 60_000)
	return `${minutes > 0 ? `${minutes}m` : ''}${trimmed((ms % 60_000) / 1000, 9)}s`
}
