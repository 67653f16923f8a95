// Columns as kubectl sets them: each as wide as its widest cell among neighbouring lines and never narrower than before. Pure.

const [narrowest, gap] = [6, 3]

type Line = readonly string[]

const widthOf = (cell: string): number => Array.from(cell).length

/** Remembers its widths, so that what is written later stands under what was written before. */
export class Tabs {
	/** The last line is not complete. */
	#lines: string[][] = [['']]
	readonly #widest: number[] = []

	/** Tabs end a cell, breaks end a line; what is complete and cannot change any more is returned. */
	write(text: string): string {
		let out = ''
		for (const part of text.split(/([\t\v\n\f])/)) {
			const line = this.#lines.at(-1) ?? []
			if (part === '\t' || part === '\v') line.push('')
			else if (part === '\n' || part === '\f') {
				this.#lines.push([''])
				if (part === '\f' || line.length === 1) out += this.flush()
			} else line.push((line.pop() ?? '') + part)
		}
		return out
	}

	flush(): string {
		const lines = this.#lines
		this.#lines = [['']]
		const last = lines.pop() ?? []
		const isPartial = last.length > 1 || last[0] !== ''
		const whole = isPartial ? [...lines, last] : lines
		const text = this.#set(whole, 0, whole.length, [])
		return isPartial ? text.slice(0, -1) : text
	}

	/** The last cell of a line is in no column. */
	#set(lines: readonly Line[], from: number, to: number, widths: readonly number[]): string {
		const column = widths.length
		const reaches = (at: number): boolean => (lines[at]?.length ?? 0) - 1 > column
		let [out, begin] = ['', from]
		for (let at = from; at < to; at++) {
			if (!reaches(at)) continue
			out += written(lines.slice(begin, at), widths)
			begin = at
			while (at < to && reaches(at)) at++
			const cells = lines.slice(begin, at).map((line) => widthOf(line[column] ?? '') + gap)
			const width = cells.reduce((most, cell) => Math.max(most, cell), this.#widest[column] ?? narrowest)
			for (let one = this.#widest.length; one < column; one++) this.#widest[one] = widths[one] ?? narrowest
			this.#widest[column] = width
			out += this.#set(lines, begin, at, [...widths, width])
			begin = at
			at--
		}
		return out + written(lines.slice(begin, to), widths)
	}
}

const written = (lines: readonly Line[], widths: readonly number[]): string =>
	lines
		.map((line) => line.map((cell, at) => cell + padding(cell, widths, at, line.length)).join('') + '\n')
		.join('')

const padding = (cell: string, widths: readonly number[], at: number, cells: number): string =>
	at < widths.length && at < cells ? ' '.repeat(Math.max(0, (widths[at] ?? 0) - widthOf(cell))) : ''
