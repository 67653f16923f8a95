// What may stand where the cursor is. Pure: names of clusters and the like are asked for by whoever called.
import type { Command, Names, Option } from '../command.ts'
import { find } from '../find.ts'
import { everywhere } from '../line/everywhere.ts'
import { tokensOf } from '../line/tokens.ts'

/** As kubectl's own completion understands them, and as bits. */
export const directives = { fine: 0, error: 1, noSpace: 2, noFiles: 4 } as const

interface Candidate {
	readonly word: string
	readonly describe?: string
}

export type Wanted =
	| { readonly candidates: readonly Candidate[]; readonly directive: number }
	/** What is to be asked for, which of these words go before each, and what was given so far. */
	| { readonly names: Names; readonly before: string; readonly args: readonly string[] }

const none: Wanted = { candidates: [], directive: directives.noFiles }
const these = (candidates: readonly Candidate[]): Wanted => ({ candidates, directive: directives.noFiles })

function valueOf({ choices, names }: Option, before: string, args: readonly string[]): Wanted {
	if (choices) return these(choices.map((word) => ({ word: `${before}${word}` })))
	if (names === undefined) return none
	return { names, before, args }
}

function flagsOf(options: readonly Option[]): Wanted {
	return these(
		options.map(({ name, value, bare, describe }) => ({
			word: `--${name}${value === undefined || bare !== undefined ? '' : '='}`,
			describe,
		})),
	)
}

/** The words of commands that begin like what is there; a word that more words follow comes once. */
function verbs(words: readonly string[], commands: readonly Command[]): readonly Candidate[] {
	const fitting = commands
		.map((command) => ({ command, parts: command.name.split(' ') }))
		.filter(({ parts }) => parts.length > words.length && words.every((word, at) => parts[at] === word))
	return [
		...new Map(
			fitting.map(({ command, parts }) => {
				const word = parts[words.length] ?? ''
				const isWhole = parts.length === words.length + 1
				return [word, { word, ...(isWhole && { describe: command.describe }) }] as const
			}),
		).values(),
	]
}

export function wantedAt(line: readonly string[], commands: readonly Command[]): Wanted {
	const current = line.at(-1) ?? ''
	const before = line.slice(0, -1)
	const all = [...everywhere, ...commands.flatMap(({ options }) => options)]
	const loose = tokensOf(before.at(-1)?.startsWith('-') ? [...before, ''] : before, all, false)
	const found = find(loose.words, commands)
	const options = [...(found?.command.options ?? []), ...everywhere]
	const args = loose.words.slice(found?.words ?? 0)
	const last = before.at(-1) ?? ''
	const open = options.find(
		({ name, short, value, bare }) =>
			value !== undefined &&
			bare === undefined &&
			(last === `--${name}` || (short !== undefined && last === `-${short}`)),
	)
	if (open) return valueOf(open, '', args)
	const [, name] = /^--([^=]+)=/.exec(current) ?? []
	if (name !== undefined) {
		const option = options.find((one) => one.name === name)
		return option ? valueOf(option, `--${name}=`, args) : none
	}
	if (current.startsWith('-')) return flagsOf(options)
	const more = verbs(loose.words, commands)
	if (found === undefined) return these(more)
	const names =
		found.command.argNames?.[args.length] ?? (args.length > 0 ? undefined : found.command.argNames?.[0])
	if (names !== undefined && more.length === 0) return { names, before: '', args }
	return these(more)
}
