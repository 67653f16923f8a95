// What is drawn, and what stands for it where there is only ASCII. Pure.

const unicode = {
	well: '●',
	partly: '◐',
	bad: '✖',
	moving: '◌',
	paused: '‖',
	unknown: '?',
	done: '✔',
	now: '▶',
	waiting: '·',
	warn: '!',
	leads: '★',
	full: '█',
	half: '▓',
	empty: '░',
	hollow: '▒',
	levels: '▁▂▃▄▅▆▇█',
	line: '─',
	arrow: '→',
	cut: '…',
}

export type Glyphs = Readonly<typeof unicode>

const ascii: Glyphs = {
	well: '*',
	partly: '%',
	bad: 'X',
	moving: '~',
	paused: '=',
	unknown: '?',
	done: '+',
	now: '>',
	waiting: '.',
	warn: '!',
	leads: '*',
	full: '#',
	half: '=',
	empty: '.',
	hollow: ':',
	levels: '_.,-=+*#',
	line: '-',
	arrow: '->',
	cut: '...',
}

export const glyphsOf = (isAscii: boolean): Glyphs => (isAscii ? ascii : unicode)

/** Sentences have curly quotes and arrows, too. */
export const plainLetters = (text: string): string =>
	text
		.replace(/[’‘]/g, "'")
		.replace(/[“”]/g, '"')
		.replace(/→/g, '->')
		.replace(/…/g, '...')
		.replace(/[–—]/g, '-')
		.replace(/×/g, 'x')
