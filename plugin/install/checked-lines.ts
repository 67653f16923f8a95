// What was checked, a line each, and what it means for a script. Pure.
import { exits, type Exit } from '../exit.ts'
import type { Paint } from '../screen/paint.ts'
import type { Checked } from './checks.ts'

const marks = { well: ['✔', '+'], wrong: ['✖', 'x'], unseen: ['?', '?'] } as const

export function checkedLines(all: readonly Checked[], paint: Paint, ascii: boolean): readonly string[] {
	const colours = { well: paint.good, wrong: paint.bad, unseen: paint.warn }
	const width = Math.max(...all.map(({ name }) => name.length))
	return all.flatMap(({ name, is, what, next }) => [
		`${colours[is](marks[is][ascii ? 1 : 0])} ${name.padEnd(width)}   ${what}`,
		...(next === undefined ? [] : [`  ${' '.repeat(width)}   next ${next}`]),
	])
}

/** Never well while something was not seen. */
export function exitOf(all: readonly Checked[]): Exit {
	if (all.some(({ is }) => is === 'wrong')) return exits.error
	return all.some(({ is }) => is === 'unseen') ? exits.blind : exits.done
}
