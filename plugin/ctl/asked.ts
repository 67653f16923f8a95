// The flags of one line, wherever they stood, as the numbers and bytes that etcd is sent. Pure.
import { Failure } from '../failure.ts'
import type { Flags } from '../line/flags.ts'
import type { Format } from './print/answer.ts'
import { formats } from './print/answer.ts'

const mostInt64 = 2n ** 63n - 1n
const defaultMs = 5000

export class Asked {
	readonly #flags: readonly Flags[]

	constructor(flags: readonly Flags[]) {
		this.#flags = flags
	}

	readonly isGiven = (name: string): boolean => this.#flags.some((flags) => flags.isGiven(name))

	readonly truth = (name: string): boolean => this.#flags.some((flags) => flags.truth(name) === true)

	readonly text = (name: string): string | undefined =>
		this.#flags.map((flags) => flags.text(name)).find((text) => text !== undefined)

	/** 0 when it was not given. */
	int64(name: string): bigint {
		const text = this.text(name)
		if (text === undefined) return 0n
		if (/^\d{1,19}$/.test(text) && BigInt(text) <= mostInt64) return BigInt(text)
		throw new Failure(`--${name}: "${text}" is not a whole number of 0 or more`)
	}

	oneOf<T extends string>(name: string, known: readonly T[]): T | undefined {
		const text = this.text(name)
		const found = known.find((one) => one === text?.toUpperCase() || one === text)
		if (text === undefined || text === '' || found !== undefined) return found
		throw new Failure(`--${name}: "${text}" is none of ${known.join(', ')}`)
	}

	get deadlineMs(): number {
		const given = this.#flags.find((flags) => flags.isGiven('command-timeout'))
		const ms = given?.lasting('command-timeout') ?? defaultMs
		if (ms > 0 && ms <= 0x7fffffff) return ms
		throw new Failure('--command-timeout: write a time such as 5s or 1m; there must be an end')
	}

	format(isTerminal: boolean): Format {
		return {
			as: this.oneOf('write-out', formats) ?? 'simple',
			hex: this.truth('hex'),
			valueOnly: this.truth('print-value-only'),
			isTerminal,
		}
	}

	/** A key or a value as it stands on the command line. */
	bytes(word: string): Uint8Array {
		const how = this.oneOf('input', ['text', 'hex', 'base64']) ?? 'text'
		if (how === 'text') return textBytes(word)
		const bytes = how === 'hex' ? hexBytes(word) : base64Bytes(word)
		if (bytes === undefined) throw new Failure(`--input=${how}: "${word}" is not ${how}`)
		return bytes
	}
}

/** Programs are given their arguments as text, so that bytes which are none are lost before anybody can look at them. */
function textBytes(word: string): Uint8Array {
	if (!word.includes('\ufffd')) return Buffer.from(word)
	throw new Failure({
		what: `"${word}" has bytes that are no text, and they cannot be told apart`,
		next: 'write it in hex or base64 and add --input=hex or --input=base64; a value can come from stdin',
	})
}

/** With or without the \x that --hex shows. */
function hexBytes(word: string): Uint8Array | undefined {
	const digits = word.replaceAll('\\x', '')
	return /^([0-9a-f]{2})*$/i.test(digits) ? Buffer.from(digits, 'hex') : undefined
}

function base64Bytes(word: string): Uint8Array | undefined {
	const bytes = Buffer.from(word, 'base64')
	return bytes.toString('base64').replace(/=+$/, '') === word.replace(/=+$/, '') ? bytes : undefined
}

/** A lease, in hex as it is shown. */
export function leaseOf(word: string): bigint {
	if (/^[0-9a-f]{1,16}$/i.test(word)) return BigInt.asIntN(64, BigInt(`0x${word}`))
	throw new Failure(`"${word}" is no lease; write its id in hex, as kubectl etcd ctl lease list shows it`)
}
