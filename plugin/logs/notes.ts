// Counts what lines mean, and says it at the end in one sentence each. Pure.
import { patterns, type Pattern } from './patterns.ts'
import { dayOf, timeOfDay } from './stamped.ts'
import type { Understood } from './understand.ts'

interface Count {
	readonly times: number
	readonly from: number
	readonly to: number
	readonly who: ReadonlySet<string>
}

const minute = (at: number): string => timeOfDay(at).slice(0, 5)

function when(from: number, to: number): string {
	if (dayOf(from) !== dayOf(to))
		return `between ${dayOf(from)} ${minute(from)} and ${dayOf(to)} ${minute(to)}`
	return minute(from) === minute(to) ? `at ${minute(from)}` : `between ${minute(from)} and ${minute(to)}`
}

export class Notes {
	readonly #counts = new Map<Pattern, Count>()

	/** The error is as telling as the message. */
	add(at: number, who: string, { message, fields }: Understood): void {
		const error = fields.find(([name]) => name === 'error')?.[1] ?? ''
		const found = patterns.find(({ words }) => words.test(message) || words.test(error))
		if (found === undefined) return
		const {
			times,
			from,
			to,
			who: others,
		} = this.#counts.get(found) ?? {
			times: 0,
			from: at,
			to: at,
			who: new Set<string>(),
		}
		this.#counts.set(found, {
			times: times + 1,
			from: Math.min(from, at),
			to: Math.max(to, at),
			who: new Set([...others, who]),
		})
	}

	lines(isAscii: boolean): readonly string[] {
		return patterns.flatMap((one) => {
			const count = this.#counts.get(one)
			if (count === undefined || count.times < one.least) return []
			const { times, from, to, who } = count
			const whom = [...who].toSorted().join(', ')
			const text = `${one.what} ×${times} ${when(from, to)} UTC on ${whom}: ${one.meaning}`
			return [isAscii ? text.replaceAll('×', 'x').replaceAll('’', "'") : text]
		})
	}
}
