// A command line as pflag reads it, which is what people type: flags anywhere, -owide, -n=x, --watch=false, "--" as the end. Pure.
import type { Option } from '../command.ts'
import { Failure } from '../failure.ts'
import { nearest } from './nearest.ts'

export interface Tokens {
	/** As --name=value or --name, whatever was written. */
	readonly flags: readonly string[]
	readonly words: readonly string[]
	readonly rest: readonly string[]
}

const unknown = (written: string, name: string, options: readonly Option[]): Failure => {
	const near = nearest(
		name,
		options.map((option) => option.name),
	)
	return new Failure({
		what: `unknown flag: ${written}`,
		next: near === undefined ? undefined : `did you mean --${near}?`,
	})
}

const needsValue = (written: string, { value = '' }: Option): Failure =>
	new Failure(`flag needs a value: ${written} ${value}`)

/** `strict` is off while it is not known yet which command it is: what is unknown then may be a flag of it. */
export function tokensOf(argv: readonly string[], options: readonly Option[], strict = true): Tokens {
	const [flags, words]: [string[], string[]] = [[], []]
	const left = [...argv]

	const take = (written: string, option: Option, value: string | undefined): void => {
		if (option.value === undefined)
			flags.push(value === undefined ? `--${option.name}` : `--${option.name}=${value}`)
		else if (value !== undefined) flags.push(`--${option.name}=${value}`)
		else if (option.bare !== undefined) flags.push(`--${option.name}=${option.bare}`)
		else {
			const next = left.shift()
			if (next === undefined) throw needsValue(written, option)
			flags.push(`--${option.name}=${next}`)
		}
	}

	for (let one = left.shift(); one !== undefined; one = left.shift()) {
		if (one === '--') return { flags, words, rest: left }
		if (one.startsWith('--')) {
			const [, name = '', value] = /^--([^=]*)(?:=(.*))?$/s.exec(one) ?? []
			const option = options.find((each) => each.name === name)
			if (option) take(`--${name}`, option, value)
			else if (strict) throw unknown(`--${name}`, name, options)
		} else if (one.startsWith('-') && one !== '-') shorts(one, options, take, strict)
		else words.push(one)
	}
	return { flags, words, rest: [] }
}

function shorts(
	written: string,
	options: readonly Option[],
	take: (written: string, option: Option, value: string | undefined) => void,
	strict: boolean,
): void {
	for (let at = 1; at < written.length; at++) {
		const letter = written[at] ?? ''
		const option = options.find(({ short }) => short === letter)
		if (option === undefined) {
			if (strict) throw new Failure(`unknown flag: -${letter} in ${written}`)
			return
		}
		const after = written.slice(at + 1).replace(/^=/, '')
		if (option.value !== undefined || written[at + 1] === '=') {
			take(`-${letter}`, option, after === '' && written[at + 1] !== '=' ? undefined : after)
			return
		}
		take(`-${letter}`, option, undefined)
	}
}
