// A line of a container's log with the time at which its node wrote it down. Pure. By that time lines of several members are put in order.

export interface Stamped {
	/** Microseconds since 1970. */
	readonly at: number
	/** As the node wrote it, in its own time zone. */
	readonly stamp: string
	readonly text: string
}

const form = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)(?: (.*))?$/s

/** What has no time of its own was written by the node, in between. */
export function stampedOf(raw: string): Stamped | undefined {
	const [, seconds = '', fraction = '', zone = '', text = ''] = form.exec(raw) ?? []
	if (seconds === '') return undefined
	const at = Date.parse(seconds + zone) * 1000 + Number(fraction.padEnd(9, '0')) / 1000
	return { at, stamp: raw.slice(0, raw.length - text.length).trimEnd(), text }
}

/** 08:54:32.883, in UTC. */
export const timeOfDay = (at: number): string => new Date(at / 1000).toISOString().slice(11, 23)
/** 2026-11-19, in UTC. */
export const dayOf = (at: number): string => new Date(at / 1000).toISOString().slice(0, 10)
