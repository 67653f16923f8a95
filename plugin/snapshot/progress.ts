// How far a snapshot is: one line that moves on a terminal, and now and then a line of its own elsewhere.
import type { Look } from '../screen/look.ts'
import { again } from '../screen/steps.ts'
import { progressLine, type Far } from './progress-line.ts'

const [terminalMs, plainMs] = [200, 10_000]

export class Progress {
	readonly #write: (text: string) => void
	readonly #isTerminal: boolean
	readonly #look: Look
	readonly #began = performance.now()
	#far: Far
	#timer: NodeJS.Timeout | undefined

	constructor(write: (text: string) => void, isTerminal: boolean, look: Look, name: string) {
		this.#write = write
		this.#isTerminal = isTerminal
		this.#look = isTerminal ? look : { ...look, width: undefined }
		this.#far = { name, bytes: 0, of: undefined, seconds: 0 }
		this.#timer = setInterval(() => this.#show(), isTerminal ? terminalMs : plainMs)
		this.#timer.unref()
	}

	get seconds(): number {
		return (performance.now() - this.#began) / 1000
	}

	/** Called for each piece, so that it does next to nothing. */
	readonly at = (bytes: number, of: number | undefined, before = 0): void => {
		this.#far = { ...this.#far, bytes, of, before }
	}

	readonly from = (name: string): void => {
		this.#far = { ...this.#far, name, bytes: 0, of: undefined }
	}

	#show(): void {
		const line = progressLine({ ...this.#far, seconds: this.seconds }, this.#look)
		this.#write(this.#isTerminal ? again(line) : `${line}\n`)
	}

	/** What moves is taken away; what is written next begins a line. */
	stop(): void {
		clearInterval(this.#timer)
		this.#timer = undefined
		if (this.#isTerminal) this.#write(again(''))
	}

	/** A sentence of its own, above what moves. */
	readonly say = (text: string): void => {
		this.#write(`${this.#isTerminal ? again('') : ''}${text}\n`)
	}
}
