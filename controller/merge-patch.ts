// What a merge patch must say so that one value becomes another. Pure. It goes down into objects, since whatever it does not name stays:
// a field that is gone is told as null, however deep it was. Lists are told whole, and null means missing, as there.
import { canonical } from './template.ts'

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value)

function changeOf(before: unknown, after: unknown): unknown {
	if (after === undefined || after === null) return before === undefined || before === null ? undefined : null
	if (isObject(before) && isObject(after)) return patchBetween(before, after)
	return canonical(before) === canonical(after) ? undefined : after
}

/** Nothing when they say the same. */
export function patchBetween(before: Fields, after: Fields): Fields | undefined {
	const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
	const changes = keys
		.map((key) => [key, changeOf(before[key], after[key])] as const)
		.filter(([, change]) => change !== undefined)
	return changes.length === 0 ? undefined : Object.fromEntries(changes)
}
