// Lines that are written over one another on a terminal; elsewhere each is written when it is news.
import type { Terminal } from '../terminal.ts'
import { escapeLetter } from '../screen/paint.ts'
import { cut } from '../screen/width.ts'

export interface MovingLines {
	show(lines: readonly string[]): void
	/** What stands stays. */
	end(): void
}

export function movingLines(terminal: Terminal): MovingLines {
	let shown: readonly string[] = []
	return {
		show(lines) {
			if (!terminal.isLive) {
				for (const line of lines) if (!shown.includes(line)) terminal.err(`${line}\n`)
				shown = lines
				return
			}
			// A line that wraps would count as two.
			const width = terminal.width ?? 80
			const fitting = lines.map((line) => (width === undefined ? line : cut(line, width - 1)))
			const up = shown.length > 0 ? `${escapeLetter}[${shown.length}A` : ''
			terminal.err(
				`${up}${fitting.map((line) => `\r${escapeLetter}[2K${line}\n`).join('')}${escapeLetter}[0J`,
			)
			shown = fitting
		},
		end() {
			shown = []
		},
	}
}
