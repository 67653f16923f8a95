// Sizes, ages and times as people read them. Pure.

const sizes = ['', 'Ki', 'Mi', 'Gi', 'Ti'] as const

/** Three digits at most: 412Mi, 1.4Gi. */
export function bytes(count: number): string {
	let [value, step] = [count, 0]
	while (value >= 1024 && step < sizes.length - 1) [value, step] = [value / 1024, step + 1]
	const shown =
		value >= 10 || step === 0 ? Math.round(value).toString() : value.toFixed(1).replace(/\.0$/, '')
	return `${shown}${sizes[step] ?? ''}`
}

/** As kubectl writes ages: the two largest units while that is worth it. */
export function age(ms: number): string {
	const seconds = Math.max(0, Math.floor(ms / 1000))
	const [minutes, hours, days] = [
		Math.floor(seconds / 60),
		Math.floor(seconds / 3600),
		Math.floor(seconds / 86_400),
	]
	const two = (large: number, unit: string, small: number, smaller: string): string =>
		small === 0 ? `${large}${unit}` : `${large}${unit}${small}${smaller}`
	if (seconds < 120) return `${seconds}s`
	if (minutes < 10) return two(minutes, 'm', seconds % 60, 's')
	if (hours < 3) return `${minutes}m`
	if (hours < 8) return two(hours, 'h', minutes % 60, 'm')
	if (hours < 48) return `${hours}h`
	if (days < 8) return two(days, 'd', hours % 24, 'h')
	if (days < 730) return `${days}d`
	if (days < 2920) return two(Math.floor(days / 365), 'y', days % 365, 'd')
	return `${Math.floor(days / 365)}y`
}

/** 8812034 as 8,812,034. */
export const grouped = (count: bigint | number): string => count.toString().replace(/\B(?=(\d{3})+$)/g, ',')

export function lasting(value: number): string {
	const ms = value * 1000
	if (ms < 10) return `${ms.toFixed(1)}ms`
	return ms < 1000 ? `${Math.round(ms)}ms` : `${value.toFixed(1)}s`
}
