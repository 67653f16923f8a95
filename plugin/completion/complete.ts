// kubectl's own protocol of completion: a candidate a line, a tab before what it is, and a last line that says how to go on.
import type { Command } from '../command.ts'
import { commands } from '../commands.ts'
import { exits } from '../exit.ts'
import { everywhere } from '../line/everywhere.ts'
import { Flags, type FlagValue } from '../line/flags.ts'
import { tokensOf } from '../line/tokens.ts'
import { directives, wantedAt } from './words.ts'

const print = (lines: readonly string[], directive: number): number => {
	process.stdout.write(`${[...lines, `:${directive}`].join('\n')}\n`)
	return exits.done
}

/** What was typed so far names the cluster to ask; a line that is not finished may be wrong anywhere. */
function flagsSoFar(words: readonly string[], all: readonly Command[]): Flags {
	const options = [...everywhere, ...all.flatMap((command) => command.options)]
	const { flags } = tokensOf(words.at(-1)?.startsWith('-') ? [...words, ''] : words, options, false)
	const values = new Map<string, FlagValue>()
	for (const token of flags) {
		const [, name = '', value] = /^--([^=]+)(?:=(.*))?$/s.exec(token) ?? []
		const many = options.find((option) => option.name === name)?.many
		const before = values.get(name)
		if (many) values.set(name, [...(Array.isArray(before) ? (before as string[]) : []), value ?? ''])
		else values.set(name, value ?? true)
	}
	return new Flags(values)
}

export async function complete(line: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
	try {
		const current = line.at(-1) ?? ''
		const wanted = wantedAt(line, commands)
		if ('candidates' in wanted) {
			const fitting = wanted.candidates.filter(({ word }) => word.startsWith(current))
			const isOpen = fitting.length === 1 && fitting[0]?.word.endsWith('=')
			return print(
				fitting.map(({ word, describe }) => (describe === undefined ? word : `${word}\t${describe}`)),
				wanted.directive | (isOpen ? directives.noSpace : 0),
			)
		}
		if (wanted.names === 'files') return print([], directives.fine)
		const { namesFor } = await import('./names.ts')
		const flags = flagsSoFar(line.slice(0, -1), commands)
		const names = await namesFor(wanted.names, wanted.args, flags, env)
		const words = names.map((name) => `${wanted.before}${name}`).filter((word) => word.startsWith(current))
		return print(words, directives.noFiles)
	} catch {
		return print([], directives.error)
	}
}
