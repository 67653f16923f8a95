// [2], [-1], [1:3], [::2] and [*] of a JSONPath: which elements of a list they mean. Pure.
import { PathError, type Slice } from './nodes.ts'

export function sliceOf(text: string): Slice {
	const match = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/.exec(text)
	if (match === null) throw new PathError(`invalid array index ${text}`)
	const number = (part: string | undefined): number | undefined => {
		if (part === undefined || part === '') return undefined
		if (part === '-') throw new PathError(`array index ${part} is not a number`)
		return Number(part)
	}
	const [, first, second, third] = match
	const from = number(first)
	const isOne = second === undefined
	const to = isOne ? (from ?? 0) + 1 : number(second.slice(1))
	return { from, to, isOne, step: number(third?.slice(1)) }
}

export function elementsOf<Item>(
	list: readonly Item[],
	{ from = 0, to, isOne, step = 1 }: Slice,
): readonly Item[] {
	const { length } = list
	const begin = from < 0 ? from + length : from
	const last = to ?? length
	const end = last < 0 || (last === 0 && isOne) ? last + length : last
	if (begin === end) return []
	const outside = (index: number): PathError =>
		new PathError(`array index out of bounds: index ${index}, length ${length}`)
	if (begin >= length || begin < 0) throw outside(begin)
	if (end > length || end < 0) throw outside(end - 1)
	if (begin > end) throw new PathError(`starting index ${begin} is greater than ending index ${end}`)
	if (step <= 0) throw new PathError('step must be > 0')
	return list.slice(begin, end).filter((_, index) => index % step === 0)
}
