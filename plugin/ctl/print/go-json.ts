// JSON as etcdctl writes it: on one line, bytes in base64, every digit of every number, and what is empty left out. Pure.

export type Json =
	| string
	| number
	| bigint
	| boolean
	| null
	| undefined
	| Uint8Array
	| readonly Json[]
	| { readonly [name: string]: Json }

const escapes: Readonly<Record<string, string>> = {
	'<': '\\u003c',
	'>': '\\u003e',
	'&': '\\u0026',
	'\u2028': '\\u2028',
	'\u2029': '\\u2029',
}

const text = (value: string): string =>
	JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (letter) => escapes[letter] ?? letter)

const base64 = (bytes: Uint8Array): string =>
	Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')

const isList = (value: object): value is readonly Json[] => Array.isArray(value)

/** What is undefined is left out. */
export function goJson(value: Json): string {
	if (value === null || value === undefined) return 'null'
	if (typeof value === 'string') return text(value)
	if (typeof value !== 'object') return value.toString()
	if (value instanceof Uint8Array) return `"${base64(value)}"`
	if (isList(value)) return `[${value.map(goJson).join(',')}]`
	const members = Object.entries(value)
		.filter(([, one]) => one !== undefined)
		.map(([name, one]) => `${text(name)}:${goJson(one)}`)
	return `{${members.join(',')}}`
}

/** What says nothing: none, no, zero. */
export function some<T extends Json>(value: T): T | undefined {
	if (value === 0 || value === 0n || value === '' || value === false) return undefined
	if (typeof value === 'object' && value !== null && 'length' in value && value.length === 0) return undefined
	return value
}
