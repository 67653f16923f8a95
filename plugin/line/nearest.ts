// What somebody may have meant. Pure.

/** How many letters must be changed, left out, put in or swapped with the next. */
function distance(one: string, other: string): number {
	let [before, row]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)]
	for (const [at, letter] of one.split('').entries()) {
		const next = [at + 1]
		for (const [to, wanted] of other.split('').entries()) {
			const changed = (row[to] ?? 0) + (letter === wanted ? 0 : 1)
			const isSwapped = at > 0 && to > 0 && letter === other[to - 1] && one[at - 1] === wanted
			const swapped = isSwapped ? (before[to - 1] ?? 0) + 1 : Infinity
			next.push(Math.min((next[to] ?? 0) + 1, (row[to + 1] ?? 0) + 1, changed, swapped))
		}
		;[before, row] = [row, next]
	}
	return row.at(-1) ?? 0
}

/** The closest of them, unless none is close. */
export function nearest(word: string, known: readonly string[]): string | undefined {
	const [best] = known
		.map((name) => ({ name, far: distance(word.toLowerCase(), name.toLowerCase()) }))
		.filter(({ name, far }) => far <= Math.max(1, Math.floor(Math.min(word.length, name.length) / 3)))
		.toSorted((one, other) => one.far - other.far)
	return best?.name
}
