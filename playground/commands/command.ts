// A command of the playground: data for the list that help prints, and what it does.
import { parseArgs } from 'node:util'
import { Complaint, sentence } from '../complaint.ts'

export interface Command {
	readonly usage: string
	readonly describe: string
	/** The exit code; 0 when it says nothing. */
	run(args: readonly string[]): Promise<number | undefined>
}

interface Flags {
	readonly name: string
	readonly values: Readonly<Record<string, string | boolean | undefined>>
	readonly rest: readonly string[]
}

type Kinds = Readonly<Record<string, 'string' | 'boolean'>>

/** Reads --name, which every command has, and the command's own flags. */
export function flags(
	usage: string,
	args: readonly string[],
	kinds: Kinds = {},
	positionals = 0,
	command = `npm run playground -- ${usage}`,
): Flags {
	const options = Object.fromEntries(
		Object.entries({ name: 'string', ...kinds }).map(([flag, type]) => [flag, { type }]),
	)
	try {
		const { values, positionals: rest } = parseArgs({
			args: [...args],
			options: options as Record<string, { type: 'string' | 'boolean' }>,
			allowPositionals: true,
		})
		if (rest.length > positionals) throw new Error(`"${rest[positionals]}" is one word too many`)
		if (rest.length < positionals) throw new Error('something is missing')
		const { name = 'default', ...others } = values
		return { name: String(name), values: others, rest }
	} catch (reason) {
		throw new Complaint(`${sentence(reason)}; usage: ${command}`)
	}
}

/** A whole number in a range, or a complaint that says so. */
export function wholeNumber(
	flag: string,
	value: string | boolean | undefined,
	most: number,
): number | undefined {
	if (value === undefined) return undefined
	const number = Number(value)
	if (Number.isInteger(number) && number >= 1 && number <= most) return number
	throw new Complaint(`--${flag} ${String(value)}: use a whole number from 1 to ${most}.`)
}
