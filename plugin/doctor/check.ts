// A check: what it is called, and what it finds. Pure. Nothing found is well; a note is worth knowing, and no trouble.
import type { Facts } from './facts.ts'

export type Severity = 'problem' | 'warning' | 'unknown' | 'note'

export interface Finding {
	readonly is: Severity
	readonly what: string
	readonly why?: string | undefined
	readonly next?: string | undefined
}

export interface Check {
	/** D01. */
	readonly id: string
	/** One word. */
	readonly title: string
	/** What is well when nothing is found. */
	readonly about: string
	readonly judge: (facts: Facts) => readonly Finding[]
}

export const problem = (what: string, more: Omit<Finding, 'is' | 'what'> = {}): Finding => ({
	is: 'problem',
	what,
	...more,
})
export const warning = (what: string, more: Omit<Finding, 'is' | 'what'> = {}): Finding => ({
	is: 'warning',
	what,
	...more,
})
export const note = (what: string): Finding => ({ is: 'note', what })
export const unknown = (what: string, next?: string): Finding => ({ is: 'unknown', what, next })
