// A tar archive of regular files, in the form of POSIX (ustar), byte by byte the same for the same files. Pure.

export interface TarFile {
	readonly name: string
	readonly body: Uint8Array
	/** 0644 when missing. */
	readonly mode?: number
}

const block = 512
const encoder = new TextEncoder()

/** Files in the order of their names, which belong to nobody, as of one time in seconds since 1970. */
export function tar(files: readonly TarFile[], seconds: number): Uint8Array {
	const parts: Uint8Array[] = []
	for (const file of files.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
		parts.push(header(file, seconds), file.body)
		const over = file.body.length % block
		if (over > 0) parts.push(new Uint8Array(block - over))
	}
	parts.push(new Uint8Array(2 * block))
	const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
	let at = 0
	for (const part of parts) {
		whole.set(part, at)
		at += part.length
	}
	return whole
}

const octal = (value: number, digits: number): string => Math.floor(value).toString(8).padStart(digits, '0')

/** A name of up to 100 bytes, and before it, up to a slash, 155 more. */
function split(name: string): readonly [prefix: string, name: string] {
	const fits = (text: string, most: number): boolean => encoder.encode(text).length <= most
	if (fits(name, 100)) return ['', name]
	for (let at = name.indexOf('/'); at > 0; at = name.indexOf('/', at + 1))
		if (fits(name.slice(0, at), 155) && fits(name.slice(at + 1), 100))
			return [name.slice(0, at), name.slice(at + 1)]
	throw new Error(`${name} is too long a name for a tar archive`)
}

function header({ name, body, mode = 0o644 }: TarFile, seconds: number): Uint8Array {
	const [prefix, rest] = split(name)
	const bytes = new Uint8Array(block)
	const put = (at: number, text: string): void => bytes.set(encoder.encode(text), at)
	put(0, rest)
	put(
		100,
		`${octal(mode, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0${octal(body.length, 11)}\0${octal(seconds, 11)}\0`,
	)
	put(148, '        ') // its own checksum counts as blanks
	put(156, '0')
	put(257, 'ustar\u000000')
	put(329, `${octal(0, 7)}\0${octal(0, 7)}\0`)
	put(345, prefix)
	const sum = bytes.reduce((all, byte) => all + byte, 0)
	put(148, `${octal(sum, 6)}\0 `)
	return bytes
}
