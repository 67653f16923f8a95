// Takes out of texts and objects what nobody else shall read, and keeps count of it. Pure. It rather takes out too much.
import { isReservedAnnotation } from '../../api/names.ts'
import { looksSecret, redacted, secretTexts } from './secret-texts.ts'

/** A shorter one may be a word of any text. */
const leastValue = 8
const applied = 'kubectl.kubernetes.io/last-applied-configuration'

interface Named {
	readonly name: string
	readonly value: string
}

const isVariable = (value: object): value is Named =>
	'name' in value && 'value' in value && typeof value.name === 'string' && typeof value.value === 'string'

export class Redactor {
	readonly #counts = new Map<string, number>()
	/** Values that were taken out where they were named; they may stand elsewhere without their name. */
	readonly #values = new Set<string>()

	#took(where: string, what: string): void {
		const key = `${where}: ${what}`
		this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
	}

	#remember(value: unknown): void {
		if (typeof value === 'string' && value.length >= leastValue) this.#values.add(value)
	}

	/** Once everything was seen: without the values that were taken out elsewhere. */
	again(where: string, text: string): string {
		let left = text
		for (const value of this.#values) {
			if (!left.includes(value)) continue
			left = left.replaceAll(value, redacted)
			this.#took(where, 'a value that was taken out elsewhere')
		}
		return left
	}

	text(where: string, text: string): string {
		let left = text
		for (const { what, form, by } of secretTexts)
			left = left.replace(form, (whole: string, ...groups: readonly unknown[]) => {
				const after = by(
					whole,
					groups.map((group) => (typeof group === 'string' ? group : '')),
				)
				if (after !== whole) this.#took(where, what)
				return after
			})
		return left
	}

	/** A copy without them. Secrets and ConfigMaps are never asked for, and would not come through. */
	object(where: string, value: unknown): unknown {
		if (typeof value === 'string') return this.text(where, value)
		if (Array.isArray(value)) return this.#list(where, value)
		if (typeof value !== 'object' || value === null) return value
		if ('kind' in value && (value.kind === 'Secret' || value.kind === 'ConfigMap'))
			return this.#whole(where, value)
		if (isVariable(value) && looksSecret(value.name)) {
			this.#took(where, `the value of the variable ${value.name}`)
			this.#remember(value.value)
			return { ...value, value: redacted }
		}
		return Object.fromEntries(
			Object.entries(value).map(([key, inner]) => [
				key,
				key === 'annotations' || key === 'labels' ? this.#notes(where, inner) : this.object(where, inner),
			]),
		)
	}

	/** An argument may be the value of the one before it. */
	#list(where: string, list: readonly unknown[]): readonly unknown[] {
		return list.map((one, index) => {
			const before = list[index - 1]
			const isValue = typeof one === 'string' && typeof before === 'string' && /^--?[\w-]+$/.test(before)
			if (!isValue || !looksSecret(before) || one.startsWith('-')) return this.object(where, one)
			this.#took(where, 'the value of a flag')
			this.#remember(one)
			return redacted
		})
	}

	/** References to Secrets in our own objects have no data; anything else of these kinds has. */
	#whole(where: string, value: object): unknown {
		if (!('data' in value || 'stringData' in value || 'binaryData' in value)) return value
		this.#took(where, 'a whole object of Secret or ConfigMap')
		return redacted
	}

	#notes(where: string, notes: unknown): unknown {
		if (typeof notes !== 'object' || notes === null) return notes
		return Object.fromEntries(
			Object.entries(notes).map(([name, value]) => {
				if (name === applied) {
					this.#took(where, `the annotation ${name}`)
					return [name, redacted]
				}
				if (looksSecret(name) && !isReservedAnnotation(name)) {
					this.#took(where, `the annotation or label ${name}`)
					this.#remember(value)
					return [name, redacted]
				}
				return [name, this.object(where, value)]
			}),
		)
	}

	lines(): readonly string[] {
		return [...this.#counts]
			.map(([what, count]) => (count === 1 ? what : `${what} (${count} times)`))
			.toSorted()
	}
}
