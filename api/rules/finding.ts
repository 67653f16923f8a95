// What a rule is and what it says. Pure. A rule is named after what it finds, sees only what was and what shall be, and speaks
// only of what changed: a stored object from before the rule stays editable.
import type { Releases } from '../releases.ts'

export interface Change<T> {
	/** Nothing when the object is being created. */
	readonly previous?: T | undefined
	readonly next: T
	readonly releases: Releases
}

export interface Found {
	readonly field: string
	/** What is wrong with the value, a semicolon, and what to write instead. */
	readonly message: string
	/** The change goes through, and its maker is told. */
	readonly warning?: true
}

export interface Finding extends Found {
	readonly rule: string
}

export type Check<T> = (change: Change<T>) => readonly Found[]

export const refuse = (field: string, message: string): readonly Found[] => [{ field, message }]
export const warn = (field: string, message: string): readonly Found[] => [{ field, message, warning: true }]
export const nothing: readonly Found[] = []

/** Compared by value; deeper than any spec of ours is never the same. */
export function same(one: unknown, other: unknown, depth = 24): boolean {
	if (Object.is(one, other)) return true
	if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null || depth === 0)
		return false
	if (Array.isArray(one) !== Array.isArray(other)) return false
	const [first, second] = [one as Record<string, unknown>, other as Record<string, unknown>]
	const keys = Object.keys(first)
	return (
		keys.length === Object.keys(second).length &&
		keys.every((key) => Object.hasOwn(second, key) && same(first[key], second[key], depth - 1))
	)
}

/** What is wrong now, without what was wrong in the same way before: that stays as it is. */
export function news<T>(
	find: (value: T) => readonly Found[],
	before: T | undefined,
	after: T | undefined,
): readonly Found[] {
	if (after === undefined) return nothing
	const old = before === undefined ? nothing : find(before)
	return find(after).filter((found) => !old.some((was) => same(was, found)))
}

/** A value as it can be quoted: whole when it is short. */
export function quoted(value: unknown): string {
	if (typeof value === 'string') return JSON.stringify(value.length > 63 ? `${value.slice(0, 60)}...` : value)
	if (Array.isArray(value)) return 'a list'
	return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
