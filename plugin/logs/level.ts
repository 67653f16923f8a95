// How grave a line is, in the words of every logger that etcd has had, and of ours. Pure.

export const levels = ['debug', 'info', 'warn', 'error'] as const
export type Level = (typeof levels)[number]

const words: Readonly<Record<string, Level>> = {
	trace: 'debug',
	debug: 'debug',
	info: 'info',
	notice: 'info',
	warn: 'warn',
	warning: 'warn',
	error: 'error',
	critical: 'error',
	dpanic: 'error',
	panic: 'error',
	fatal: 'error',
	// One letter each in the logs up to 3.4.
	T: 'debug',
	D: 'debug',
	I: 'info',
	N: 'info',
	W: 'warn',
	E: 'error',
	C: 'error',
}

export const levelOf = (word: string): Level | undefined => words[word] ?? words[word.toLowerCase()]

/** What nobody understands may be a panic, and is always shown. */
export const isAtLeast = (level: Level | undefined, least: Level): boolean =>
	level === undefined || levels.indexOf(level) >= levels.indexOf(least)
