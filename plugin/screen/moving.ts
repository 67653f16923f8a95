// Writes steps as they are taken: on a terminal the one under way moves in its line, elsewhere there is a line for each that ended.
import type { Look } from './look.ts'
import { again, stepLine, type Step } from './steps.ts'

const everyMs = 200

export class Moving {
	readonly #write: (text: string) => void
	readonly #isTerminal: boolean
	readonly #look: Look
	readonly #width: number
	#timer: NodeJS.Timeout | undefined
	#began = 0

	constructor(
		write: (text: string) => void,
		{
			isTerminal,
			look,
			names,
		}: { readonly isTerminal: boolean; readonly look: Look; readonly names: readonly string[] },
	) {
		this.#write = write
		this.#isTerminal = isTerminal
		this.#look = isTerminal ? look : { ...look, width: undefined }
		this.#width = Math.max(0, ...names.map(({ length }) => length))
	}

	#line = (step: Step): string => stepLine(step, this.#width, this.#look)

	now(name: string, text: string): void {
		this.#stop()
		this.#began = performance.now()
		if (!this.#isTerminal) return
		const show = (): void =>
			this.#write(
				again(this.#line({ name, state: 'now', text, seconds: (performance.now() - this.#began) / 1000 })),
			)
		show()
		this.#timer = setInterval(show, everyMs)
		this.#timer.unref()
	}

	ended(step: Step): void {
		this.#stop()
		this.#write(`${this.#isTerminal ? again(this.#line(step)) : this.#line(step)}\n`)
	}

	/** What moves is taken away, so that what is written next begins a line. */
	clear(): void {
		this.#stop()
		if (this.#isTerminal) this.#write(again(''))
	}

	#stop(): void {
		clearInterval(this.#timer)
		this.#timer = undefined
	}
}
