// The list of pages that nobody uses. Pure.
import { wholeAt } from './number.ts'
import { flags, pageHead } from './page.ts'
import { BrokenPage } from './trouble.ts'

/** More than that stand behind their number. */
const many = 0xffff

/** Of a page with all that it runs on into. */
export function freePages(
	number: number,
	bytes: Buffer,
): { readonly free: readonly number[]; readonly used: number } {
	if (bytes.readUInt16LE(8) !== flags.freelist)
		throw new BrokenPage(number, 'it is not the list of free pages')
	const short = bytes.readUInt16LE(10)
	const count = short === many ? wholeAt(bytes, pageHead) : short
	const from = pageHead + (short === many ? 8 : 0)
	const used = from + count * 8
	if (used > bytes.length)
		throw new BrokenPage(number, `it says that ${count} pages are free, for which it has no room`)
	return { free: Array.from({ length: count }, (_, index) => wholeAt(bytes, from + index * 8)), used }
}
