// One command line, from its words to its exit code.
import type { Call } from './call.ts'
import { commands } from './commands.ts'
import type { Command } from './command.ts'
import { exits } from './exit.ts'
import { find, unknownCommand } from './find.ts'
import { helpOf, overview } from './help.ts'
import { everywhere } from './line/everywhere.ts'
import { Flags } from './line/flags.ts'
import { tokensOf } from './line/tokens.ts'
import type { Reach } from './reach.ts'
import { terminalOf } from './terminal.ts'

const completes = '__complete'
const wantsHelp = (flags: readonly string[]): boolean => flags.includes('--help')
const none = new Flags(new Map())

export async function runLine(
	argv: readonly string[],
	env: NodeJS.ProcessEnv,
	signal: AbortSignal,
): Promise<number> {
	if (argv[0] === completes) {
		const { complete } = await import('./completion/complete.ts')
		return await complete(argv.slice(1), env)
	}
	let terminal = terminalOf(env, none)
	let command: string | undefined
	let reach: Promise<Reach> | undefined
	try {
		const loose = tokensOf(argv, allOptions, false)
		const [first, ...others] = loose.words
		const named = first === 'help' ? others : loose.words
		const found = find(named, commands)
		if (found === undefined) {
			if (named.length > 0) throw unknownCommand(named, commands)
			terminal.out(overview(commands))
			return exits.done
		}
		if (first === 'help' || wantsHelp(loose.flags)) {
			terminal.out(helpOf(found.command))
			return exits.done
		}
		command = found.command.name
		const { tokens, words, rest } = readAs(found.command, argv, found.words)
		const { flagsOf } = await import('./line/parse.ts')
		const flags = flagsOf(tokens, [...found.command.options, ...everywhere])
		terminal = terminalOf(env, flags)
		const call: Call = {
			args: words,
			rest,
			flags,
			terminal,
			env,
			signal,
			clock: Date.now,
			reach: async () =>
				await (reach ??= import('./reach.ts').then(
					async ({ reachOf }) => await reachOf(env, flags, terminal, signal),
				)),
		}
		const { run } = await found.command.load()
		return await run(call)
	} catch (reason) {
		if (signal.aborted) return exits.interrupted
		const { asksForJson, explain } = await import('./explain.ts')
		const context = (await reach?.catch(() => undefined))?.context
		return explain(reason, { terminal, env, asJson: asksForJson(argv), command, context })
	}
}

/** While it is not known which command it is any of their flags may stand before its words. */
const allOptions = [...everywhere, ...commands.flatMap(({ options }) => options)]

function readAs(command: Command, argv: readonly string[], named: number) {
	const { flags: tokens, words, rest } = tokensOf(argv, [...command.options, ...everywhere])
	return { tokens, words: words.slice(named), rest }
}
