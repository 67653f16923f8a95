// A database in a file: what is asked for is read by its place, so that it does not matter how large all of it is.
import { readSync } from 'node:fs'
import type { Pages } from './pages.ts'

/** Pages of one tree often follow each other, and a call of the system costs more than a page. */
const windowBytes = 64 * 1024

export function filePages(descriptor: number, bytes: number): Pages {
	const window = Buffer.allocUnsafeSlow(windowBytes)
	let [from, to] = [0, 0]

	function filled(into: Buffer, at: number): Buffer {
		const most = Math.max(0, Math.min(into.length, bytes - at))
		let got = 0
		while (got < most) {
			const read = readSync(descriptor, into, got, most - got, at + got)
			if (read === 0) break
			got += read
		}
		return into.subarray(0, got)
	}

	return {
		bytes,
		read(at, length) {
			if (length > windowBytes) return filled(Buffer.allocUnsafeSlow(length), at)
			if (at < from || at + length > to) {
				from = at
				to = at + filled(window, at).length
			}
			return window.subarray(at - from, Math.min(at - from + length, to - from))
		},
	}
}
