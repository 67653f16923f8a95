// What a JSONPath finds in a value. Pure.
import { goText, goType } from '../go-text.ts'
import { isList, isObject, keysOf, type Json } from '../value.ts'
import { holds } from './compare.ts'
import { PathError, type Action, type Node, type Template } from './nodes.ts'
import { elementsOf } from './slice.ts'

/** Where nothing is ranged over its body is read all the same, with no value at all. */
export type Found = readonly Json[]

class Evaluation {
	readonly #nodes: Template
	readonly #allowsMissing: boolean
	/** Ranges that were just begun, that are being read, and that were just ended. */
	#begun = 0
	#inside = 0
	#ended = 0
	#lastEnd: number | undefined

	constructor(nodes: Template, allowsMissing: boolean) {
		this.#nodes = nodes
		this.#allowsMissing = allowsMissing
	}

	/** One list for each part of the template, in the order in which they are printed. */
	from(begin: number, values: Found): readonly Found[] {
		const all: Found[] = []
		for (let at = begin; at < this.#nodes.length; at++) {
			const part = this.#nodes[at] ?? ''
			const found = typeof part === 'string' ? [part] : this.#action(values, part)
			if (this.#ended > 0 && this.#ended <= this.#inside) {
				this.#ended--
				this.#lastEnd = at
				break
			}
			if (this.#begun > 0) {
				this.#begun--
				this.#inside++
				for (const value of found) all.push(...this.from(at + 1, [value]))
				if (found.length === 0) this.from(at + 1, [])
				this.#inside--
				if (this.#lastEnd !== undefined && this.#lastEnd > at) at = this.#lastEnd
				continue
			}
			all.push(found)
		}
		return all
	}

	#action(values: Found, action: Action): Found {
		return action.reduce((found, node) => this.#step(found, node), values)
	}

	#step(values: Found, node: Node): Found {
		switch (node.is) {
			case 'text':
				return [node.text]
			case 'whole':
			case 'floating':
			case 'truth':
				return values.map(() => node.value)
			case 'field':
				return this.#field(values, node.name)
			case 'all':
				return values.flatMap(partsOf)
			case 'deep':
				return deep(values)
			case 'slice':
				return values.flatMap((value) => {
					if (value === null) return []
					if (isList(value)) return elementsOf(value, node.slice)
					throw new PathError(`${goType(value)} is not array or slice`)
				})
			case 'union':
				return node.of.flatMap((action) => this.#action(values, action))
			case 'filter':
				return values.flatMap((value) => {
					if (!isList(value))
						throw new PathError(`${goText(value)} is not array or slice and cannot be filtered`)
					return value.filter((item) => this.#passes(item, node))
				})
			case 'word':
				return this.#word(values, node.name)
		}
	}

	#field(values: Found, name: string): Found {
		if (values.length === 0) return []
		const found = values.flatMap((value) =>
			isObject(value) && Object.hasOwn(value, name) ? [value[name] ?? null] : [],
		)
		if (found.length === 0 && !this.#allowsMissing) throw new PathError(`${name} is not found`)
		return found
	}

	#word(values: Found, name: string): Found {
		if (name === 'range') {
			this.#begun++
			return values
		}
		if (name !== 'end') throw new PathError(`unrecognized identifier ${name}`)
		if (this.#inside === 0) throw new PathError('not in range, nothing to end')
		this.#ended++
		return []
	}

	#passes(item: Json, { left, operator, right }: Node & { readonly is: 'filter' }): boolean {
		if (operator === 'exists') {
			try {
				return this.#action([item], left).length > 0
			} catch (reason) {
				if (reason instanceof PathError) return false
				throw reason
			}
		}
		const [lefts, rights] = [this.#action([item], left), this.#action([item], right)]
		if (lefts.length === 0) return false
		if (lefts.length > 1) throw new PathError('can only compare one element at a time')
		if (rights.length === 0) return false
		if (rights.length > 1) throw new PathError('can only compare one element at a time')
		return holds(lefts[0] ?? null, operator, rights[0] ?? null, right.at(-1)?.is === 'floating')
	}
}

/** The bytes of a text are parts of it, too. */
function partsOf(value: Json): Found {
	if (isList(value)) return value
	if (isObject(value)) return keysOf(value).map((key) => value[key] ?? null)
	return typeof value === 'string' ? [...new TextEncoder().encode(value)] : []
}

/** Everything that has parts, each before its own. */
const deep = (values: Found): Found =>
	values.flatMap((value) => {
		const parts = partsOf(value)
		return parts.length === 0 ? [] : [value, ...deep(parts)]
	})

export const evaluate = (template: Template, value: Json, allowsMissing = true): readonly Found[] =>
	new Evaluation(template, allowsMissing).from(0, [value])
