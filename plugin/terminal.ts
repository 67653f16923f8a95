// The terminal, or whatever stands in its place: how wide it is, whether it has colours and more than ASCII, and whether somebody is there.
import { createInterface } from 'node:readline/promises'
import type { Flags } from './line/flags.ts'

export interface Terminal {
	/** Data, and nothing else. */
	readonly out: (text: string) => void
	/** Progress, questions, warnings and what is to be done next. */
	readonly err: (text: string) => void
	/** Of a terminal, now; what is piped has no end. */
	readonly width: number | undefined
	readonly height: number | undefined
	readonly colour: boolean
	readonly ascii: boolean
	/** Whether what is written to `out` is looked at as it comes. */
	readonly isLive: boolean
	/** Whether somebody can answer. */
	readonly canAsk: boolean
	readonly ask: (question: string) => Promise<string>
}

const isUnicode = (env: NodeJS.ProcessEnv): boolean =>
	process.platform === 'win32'
		? env['WT_SESSION'] !== undefined || env['TERM_PROGRAM'] !== undefined
		: /utf-?8/i.test(env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '')

function hasColour(env: NodeJS.ProcessEnv, when: string | undefined): boolean {
	if (when === 'always') return true
	if (when === 'never') return false
	if (env['FORCE_COLOR']) return env['FORCE_COLOR'] !== '0'
	return process.stdout.isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
}

/** Terminals that nobody told their size, as those of containers and serial lines, say that it is nothing. */
const known = (size: number | undefined): number | undefined =>
	size !== undefined && size > 0 ? size : undefined

/** Somebody who tests, or draws for a ticket, says how wide by COLUMNS. */
const widthOf = (env: NodeJS.ProcessEnv): number | undefined =>
	known(process.stdout.columns) ??
	(/^\d+$/.test(env['COLUMNS'] ?? '') ? known(Number(env['COLUMNS'])) : undefined)

export function terminalOf(env: NodeJS.ProcessEnv, flags: Flags): Terminal {
	const isLive = process.stdout.isTTY && env['TERM'] !== 'dumb'
	return {
		out: (text) => void process.stdout.write(text),
		err: (text) => void process.stderr.write(text),
		get width() {
			return widthOf(env)
		},
		get height() {
			return known(process.stdout.rows)
		},
		colour: hasColour(env, flags.text('color')),
		ascii: flags.truth('ascii') === true || !isUnicode(env),
		isLive,
		canAsk: process.stdin.isTTY && process.stderr.isTTY && flags.truth('no-input') !== true,
		async ask(question) {
			const lines = createInterface({ input: process.stdin, output: process.stderr })
			try {
				return await lines.question(question)
			} finally {
				lines.close()
			}
		},
	}
}
