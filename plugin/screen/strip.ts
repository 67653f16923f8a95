// A line of time with a letter where something happened: 08:00 ─S──────L─U──UU──!── 14:02. Pure. Narrower, letters that fall on one
// place hide each other, the gravest last.

export interface Point {
	readonly at: number
	readonly letter: string
}

export interface Axis {
	readonly from: number
	readonly to: number
	readonly width: number
	readonly ascii: boolean
	/** Which letter hides which: the first is always seen. */
	readonly order: string
	readonly label: (at: number) => string
}

const leastRoom = 10

/** Nothing where there is no room for it. */
export function strip(points: readonly Point[], axis: Axis): string | undefined {
	const { from, to, width, ascii, order, label } = axis
	const [left, right] = [label(from), label(to)]
	const room = width - left.length - right.length - 2
	if (room < leastRoom) return undefined
	const cells = Array.from<string>({ length: room }).fill(ascii ? '-' : '─')
	const rank = (letter: string): number => (order.includes(letter) ? order.indexOf(letter) : order.length)
	for (const { at, letter } of points.toSorted((one, other) => rank(other.letter) - rank(one.letter))) {
		if (at < from || at > to) continue
		const place = to > from ? Math.round(((at - from) / (to - from)) * (room - 1)) : room - 1
		cells[place] = letter
	}
	return `${left} ${cells.join('')} ${right}`
}
