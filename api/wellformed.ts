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
	array: 'a list',
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

export function sift(node: Node, value: unknown, field = ''): Sifted {
	const misfits: Misfit[] = []
	const unknown: UnknownField[] = []

	const walk = (at: Node, given: unknown, path: string): unknown => {
		if (given === null || given === undefined) return undefined
		if (!fits(at, given)) {
			const type = at['x-kubernetes-int-or-string'] ? 'a quantity such as 8Gi' : wanted[at.type ?? '']
			if (misfits.length < mostFindings)
				misfits.push({ field: path, value: given, wanted: type ?? 'another type' })
			return undefined
		}
		if (Array.isArray(given) && at.items) {
			const { items } = at
			return given.map((item: unknown, index) => walk(items, item, `${path}[${index}]`) ?? empty(items))
		}
		if (!isObject(given) || (at.properties === undefined && at.additionalProperties === undefined))
			return given
		const kept: [string, unknown][] = []
		for (const key of Object.keys(given)) {
			const child = own(at.properties ?? {}, key) ?? at.additionalProperties
			if (child === undefined) {
				kept.push([key, given[key]])
				if (unknown.length < mostFindings)
					unknown.push({ field: childPath(path, key), siblings: Object.keys(at.properties ?? {}) })
				continue
			}
			const inner = walk(child, given[key], childPath(path, key))
			if (inner !== undefined) kept.push([key, inner])
		}
		return Object.fromEntries(kept)
	}
	return { value: walk(node, value, field), misfits, unknown }
}

/** An item that did not fit leaves its place, so that the others keep their numbers. */
const empty = ({ type }: Node): unknown => (type === 'object' ? {} : type === 'string' ? '' : undefined)
