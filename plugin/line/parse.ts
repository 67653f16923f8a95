// From tokens to typed flags; the only file that knows yargs.
import yargs from 'yargs'
import type { Option } from '../command.ts'
import { Failure } from '../failure.ts'
import { Flags, type FlagValue } from './flags.ts'

const kindOf = ({ value, many }: Option) =>
	value === undefined
		? ({ type: 'boolean' } as const)
		: many
			? ({ type: 'string', array: true } as const)
			: ({ type: 'string' } as const)

/** The last one wins where a flag is given twice and takes one value, as with kubectl. */
export function flagsOf(tokens: readonly string[], options: readonly Option[]): Flags {
	const wrong = tokens.find((token) => {
		const option = options.find(({ name }) => token.startsWith(`--${name}=`))
		return option?.value === undefined && option !== undefined && !/=(true|false)$/.test(token)
	})
	if (wrong !== undefined) throw new Failure(`${wrong.replace('=', ': "')}" is neither true nor false`)
	const parsed = yargs()
		.help(false)
		.version(false)
		.exitProcess(false)
		.parserConfiguration({
			'boolean-negation': false,
			'camel-case-expansion': false,
			'dot-notation': false,
			'duplicate-arguments-array': true,
			'greedy-arrays': false,
			'parse-numbers': false,
			'parse-positional-numbers': false,
		})
		.options(Object.fromEntries(options.map((option) => [option.name, kindOf(option)])))
		.fail((message, error) => {
			throw error ?? new Failure(message)
		})
		.parseSync([...tokens]) as Readonly<Record<string, unknown>>

	const values = new Map<string, FlagValue>()
	for (const { name, choices, default: standard, many } of options) {
		const given = parsed[name] as FlagValue | undefined
		const value = (Array.isArray(given) && !many ? (given.at(-1) as FlagValue) : given) ?? standard
		if (value === undefined) continue
		if (typeof value === 'string' && choices && !choices.includes(value))
			throw new Failure(`--${name}: "${value}" is none of ${choices.join(', ')}`)
		values.set(name, value)
	}
	return new Flags(values)
}
