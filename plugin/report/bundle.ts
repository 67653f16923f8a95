// The files of a report as they come together: what cannot be had is written down, and so is what was taken out.
import { documentText } from '../output.ts'
import { Redactor } from './redact.ts'

export interface File {
	readonly path: string
	readonly text: string
}

export class Bundle {
	readonly #files: File[] = []
	readonly #missing: string[] = []
	readonly #redactor = new Redactor()
	readonly #paths = new Set<string>()

	/** Two of one name would hide one another. */
	#keep(path: string, text: string): void {
		if (this.#paths.has(path)) return
		this.#paths.add(path)
		this.#files.push({ path, text })
	}

	missing(what: string, reason: unknown): void {
		const why = reason instanceof Error ? reason.message : String(reason)
		this.#missing.push(`${what}: ${this.#redactor.text('missing.txt', why)}`)
	}

	async text(path: string, make: () => Promise<string | undefined>): Promise<void> {
		try {
			const text = await make()
			if (text !== undefined) this.#keep(path, this.#redactor.text(path, text))
		} catch (reason) {
			this.missing(path, reason)
		}
	}

	/** What was found, for whoever needs it to look further. */
	async object<T>(path: string, make: () => Promise<T | undefined>): Promise<T | undefined> {
		try {
			const found = await make()
			if (found === undefined || (Array.isArray(found) && found.length === 0)) return found
			this.#keep(path, await documentText('yaml', this.#redactor.object(path, found)))
			return found
		} catch (reason) {
			this.missing(path, reason)
			return undefined
		}
	}

	readonly missingLines = (): readonly string[] =>
		this.#missing.map((line) => this.#redactor.again('missing.txt', line)).toSorted()
	readonly redactedLines = (): readonly string[] => this.#redactor.lines()

	/** With the lists of what is missing and of what was taken out. */
	files(): readonly File[] {
		const list = (lines: readonly string[]): string =>
			lines.length === 0 ? 'nothing\n' : `${lines.join('\n')}\n`
		const files = this.#files.map(({ path, text }) => ({ path, text: this.#redactor.again(path, text) }))
		const missing = { path: 'missing.txt', text: list(this.missingLines()) }
		return [...files, missing, { path: 'redacted.txt', text: list(this.redactedLines()) }].toSorted(
			(one, other) => (one.path < other.path ? -1 : 1),
		)
	}
}
