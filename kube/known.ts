// The objects that a copy holds, by name and by group.
import { keyOf, type KubeObject } from './objects.ts'

/** Without who wrote which field: it is most of an object, and nobody here asks. */
export function lean<T extends KubeObject>(object: T): T {
	const { managedFields: _, ...metadata } = object.metadata as T['metadata'] & {
		readonly managedFields?: unknown
	}
	return { ...object, metadata }
}

export class Known<T extends KubeObject> {
	readonly #groupOf: (object: T) => string | undefined
	readonly #objects = new Map<string, T>()
	readonly #groups = new Map<string, Set<T>>()

	constructor(groupOf: ((object: T) => string | undefined) | undefined) {
		this.#groupOf = groupOf ?? (() => undefined)
	}

	readonly all = () => this.#objects.values()
	readonly of = (group: string): Iterable<T> => this.#groups.get(group) ?? []
	readonly get = (key: string): T | undefined => this.#objects.get(key)

	keep(object: T): void {
		this.drop(this.#objects.get(keyOf(object)))
		this.#objects.set(keyOf(object), object)
		const group = this.#groupOf(object)
		if (group === undefined) return
		const others = this.#groups.get(group)
		if (others) others.add(object)
		else this.#groups.set(group, new Set([object]))
	}

	drop(object: T | undefined): void {
		if (object === undefined) return
		this.#objects.delete(keyOf(object))
		const group = this.#groupOf(object)
		if (group === undefined) return
		const others = this.#groups.get(group)
		others?.delete(object)
		if (others?.size === 0) this.#groups.delete(group)
	}
}
