// Whether a value from outside has the types that the schema asks for. Pure.
// What does not fit is named and left out, so that the rules may trust the types of what they know. What nobody knows stays.
import type { Node } from './schema/field.ts'

interface Misfit {
	readonly field: string
	readonly value: unknown
	readonly wanted: string
}

export interface Sifted {
	readonly value: unknown
	readonly misfits: readonly Misfit[]
	/** Fields that the schema does not know: kept in what is stored, and of no effect. */
	readonly unknown: readonly UnknownField[]
}

export interface UnknownField {
	readonly field: string
	readonly siblings: readonly string[]
}

const wanted: Readonly<Record<string, string>> = {
	object: 'an object',
	array: 'a list of at most 1024',
	string: 'a text',
	integer: 'a whole number',
	boolean: 'true or false',
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null && !Array.isArray(value)

const isOfType: Readonly<Record<NonNullable<Node['type']>, (value: unknown) => boolean>> = {
	object: isObject,
	array: Array.isArray,
	string: (value) => typeof value === 'string',
	integer: Number.isSafeInteger,
	boolean: (value) => typeof value === 'boolean',
}

function fits(node: Node, value: unknown): boolean {
	if (node['x-kubernetes-int-or-string']) return typeof value === 'string' || Number.isInteger(value)
	if (Array.isArray(value) && value.length > (node.maxItems ?? Infinity)) return false
	return node.type === undefined || isOfType[node.type](value)
}

export const childPath = (field: string, key: string): string => {
	if (!/^[A-Za-z][\w-]{0,62}$/.test(key)) return `${field}[${JSON.stringify(key.slice(0, 63))}]`
	return field === '' ? key : `${field}.${key}`
}

/** Own keys only: what a review calls __proto__ or constructor is a field like any other. */
const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
	Object.hasOwn(table, key) ? table[key] : undefined

const mostFindings = 32

/** A list of keys as a person writes it: spec.pod.etcdEnv[0].name. Made only when there is something to say. */
const pathOf = (keys: readonly (string | number)[]): string =>
	keys.reduce<string>((path, key) => (typeof key === 'number' ? `${path}[${key}]` : childPath(path, key)), '')

class Sieve {
	readonly misfits: Misfit[] = []
	readonly unknown: UnknownField[] = []
	readonly #at: (string | number)[] = []

	/** The value itself where all of it fits, which is nearly always; otherwise a copy without what does not. */
	sift(node: Node, value: unknown): unknown {
		if (value === null || value === undefined) return undefined
		if (!fits(node, value)) {
			const type = node['x-kubernetes-int-or-string'] ? 'a quantity such as 8Gi' : wanted[node.type ?? '']
			if (this.misfits.length < mostFindings)
				this.misfits.push({ field: pathOf(this.#at), value, wanted: type ?? 'another type' })
			return undefined
		}
		if (Array.isArray(value)) return node.items ? this.#items(node.items, value) : value
		return isObject(value) && (node.properties ?? node.additionalProperties)
			? this.#fields(node, value)
			: value
	}

	#items(node: Node, list: readonly unknown[]): readonly unknown[] {
		let copy: unknown[] | undefined
		for (const [index, item] of list.entries()) {
			this.#at.push(index)
			const kept = this.sift(node, item) ?? empty(node)
			this.#at.pop()
			if (kept !== item) (copy ??= [...list])[index] = kept
		}
		return copy ?? list
	}

	#fields(node: Node, object: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
		let changed: Map<string, unknown> | undefined
		const { properties = {}, additionalProperties } = node
		for (const key of Object.keys(object)) {
			const child = own(properties, key) ?? additionalProperties
			this.#at.push(key)
			if (child === undefined) this.#unknownField(node)
			else {
				const kept = this.sift(child, object[key])
				if (kept !== object[key]) (changed ??= new Map()).set(key, kept)
			}
			this.#at.pop()
		}
		if (changed === undefined) return object
		const all = Object.entries(object).map(
			([key, value]) => [key, changed.has(key) ? changed.get(key) : value] as const,
		)
		return Object.fromEntries(all.filter(([, value]) => value !== undefined))
	}

	/** Only where our schema keeps unknown fields is one of them news. */
	#unknownField({ properties = {}, ...node }: Node): void {
		if (node['x-kubernetes-preserve-unknown-fields'] && this.unknown.length < mostFindings)
			this.unknown.push({ field: pathOf(this.#at), siblings: Object.keys(properties) })
	}
}

export function sift(node: Node, value: unknown): Sifted {
	const sieve = new Sieve()
	return { value: sieve.sift(node, value), misfits: sieve.misfits, unknown: sieve.unknown }
}

/** An item that did not fit leaves its place, so that the others keep their numbers. */
const empty = ({ type }: Node): unknown => (type === 'object' ? {} : type === 'string' ? '' : undefined)
