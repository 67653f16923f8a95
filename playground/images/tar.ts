// Tar archives of which every byte follows from the files: no times, no owners but root, no order but the given one. Its only input is
// the files that are named by path.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

export type Entry =
	| { readonly path: string; readonly mode: number; readonly from: string }
	| { readonly path: string; readonly mode: number; readonly text: string | Buffer }
	| { readonly path: string; readonly mode: number; readonly directory: true }
	| { readonly path: string; readonly linkTo: string }

const block = 512

interface Header {
	readonly path: string
	readonly mode: number
	readonly size: number
	readonly type: '0' | '2' | '5'
	readonly link?: string
}

/** A ustar header; a long path is split between its two fields. */
function header({ path, mode, size, type, link = '' }: Header): Buffer {
	const bytes = Buffer.alloc(block)
	const cut = path.length <= 100 ? -1 : path.lastIndexOf('/', 154)
	const octal = (value: number, width: number) => `${value.toString(8).padStart(width - 1, '0')}\0`
	if (path.length > 100 && (cut <= 0 || path.length - cut - 1 > 100))
		throw new Error(`${path} is too long for a tar archive`)
	bytes.write(path.slice(cut + 1), 0)
	bytes.write(octal(mode, 8), 100)
	bytes.write(octal(0, 8), 108)
	bytes.write(octal(0, 8), 116)
	bytes.write(octal(size, 12), 124)
	bytes.write(octal(0, 12), 136)
	bytes.write('        ', 148)
	bytes.write(type, 156)
	bytes.write(link, 157, 100)
	bytes.write('ustar\x0000', 257)
	if (cut > 0) bytes.write(path.slice(0, cut), 345)
	const sum = bytes.reduce((total, byte) => total + byte, 0)
	bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
	return bytes
}

const padding = (size: number): Buffer => Buffer.alloc((block - (size % block)) % block)

/** The archive in pieces, so that a program of a hundred megabytes never stands in memory. */
export async function* tar(entries: Iterable<Entry>): AsyncGenerator<Buffer> {
	for (const entry of entries) {
		if ('linkTo' in entry) {
			yield header({ path: entry.path, mode: 0o777, size: 0, type: '2', link: entry.linkTo })
		} else if ('directory' in entry) {
			const path = `${entry.path}/`
			yield header({ path, mode: entry.mode, size: 0, type: '5' })
		} else if ('text' in entry) {
			const body = Buffer.from(entry.text)
			yield header({ path: entry.path, mode: entry.mode, size: body.length, type: '0' })
			yield body
			yield padding(body.length)
		} else {
			const { size } = await stat(entry.from)
			yield header({ path: entry.path, mode: entry.mode, size, type: '0' })
			yield* createReadStream(entry.from, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>
			yield padding(size)
		}
	}
	yield Buffer.alloc(2 * block)
}
