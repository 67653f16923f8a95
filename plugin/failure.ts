// What a person is told when a command cannot do what was asked: what, why, and what to do next. Pure.
import { exits, type Exit } from './exit.ts'

export interface Told {
	/** One sentence: the thing, its value, what is wrong. */
	readonly what: string
	readonly why?: string | undefined
	/** A command or what to write instead. */
	readonly next?: string | undefined
	readonly exit?: Exit
}

export class Failure extends Error {
	readonly told: Told
	readonly exit: Exit

	constructor(told: Told | string, cause?: unknown) {
		const whole = typeof told === 'string' ? { what: told } : told
		super(whole.what, { cause })
		this.told = whole
		this.exit = whole.exit ?? exits.error
	}
}

/** The lines for a terminal: each after the first says what it is. */
export const linesOf = ({ what, why, next }: Told): readonly string[] => [
	`error: ${what}`,
	...(why ? [`  why   ${why}`] : []),
	...(next ? [`  next  ${next}`] : []),
]
