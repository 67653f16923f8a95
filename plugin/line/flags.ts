// The flags of one command line, read by name. Pure.
import { Failure } from '../failure.ts'

export type FlagValue = string | boolean | readonly string[]

export class Flags {
	readonly #values: ReadonlyMap<string, FlagValue>

	constructor(values: ReadonlyMap<string, FlagValue>) {
		this.#values = values
	}

	readonly isGiven = (name: string): boolean => this.#values.has(name)

	text(name: string): string | undefined {
		const value = this.#values.get(name)
		return typeof value === 'string' ? value : undefined
	}

	/** Undefined when it was neither given nor has a default. */
	truth(name: string): boolean | undefined {
		const value = this.#values.get(name)
		return typeof value === 'boolean' ? value : undefined
	}

	all(name: string): readonly string[] {
		const value = this.#values.get(name)
		return typeof value === 'object' ? value : typeof value === 'string' ? [value] : []
	}

	whole(name: string, least = 0, most = Number.MAX_SAFE_INTEGER): number | undefined {
		const text = this.text(name)
		if (text === undefined) return undefined
		const number = Number(text)
		if (/^\d+$/.test(text) && number >= least && number <= most) return number
		const range = most === Number.MAX_SAFE_INTEGER ? `of ${least} or more` : `from ${least} to ${most}`
		throw new Failure(`--${name}: "${text}" is not a whole number ${range}`)
	}

	/** "90s", "1h30m" or bare seconds, in milliseconds. */
	lasting(name: string): number | undefined {
		const text = this.text(name)
		if (text === undefined) return undefined
		const ms = milliseconds(text)
		if (ms !== undefined) return ms
		throw new Failure(`--${name}: "${text}" is not a time; write one such as 30s, 5m or 1h30m`)
	}

	/** Of a flag that has a default: that is written where the flag is. */
	span(name: string): number {
		const ms = this.lasting(name)
		if (ms === undefined) throw new Error(`--${name} has no default`)
		return ms
	}
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

function milliseconds(text: string): number | undefined {
	if (/^\d+$/.test(text)) return Number(text) * 1000
	if (!/^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(text)) return undefined
	return [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)]
		.map(([, count, unit = 's']) => Number(count) * (units[unit] ?? 0))
		.reduce((sum, one) => sum + one, 0)
}
