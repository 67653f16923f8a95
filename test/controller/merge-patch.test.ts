import test from 'ava'
import { array, assert, constantFrom, dictionary, integer, letrec, oneof, property } from 'fast-check'
import { patchBetween } from '../../controller/merge-patch.ts'

type Fields = Record<string, unknown>
const isObject = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value)

/** As RFC 7386 has it. */
function merge(target: unknown, patch: unknown): unknown {
	if (!isObject(patch)) return patch
	const merged: Fields = isObject(target) ? { ...target } : {}
	for (const [key, value] of Object.entries(patch)) {
		if (value === null) delete merged[key]
		else merged[key] = merge(merged[key], value)
	}
	return merged
}

const withoutNulls = (value: unknown): unknown =>
	isObject(value)
		? Object.fromEntries(
				Object.entries(value)
					.filter(([, field]) => field !== null && field !== undefined)
					.map(([key, field]) => [key, withoutNulls(field)]),
			)
		: value

const rows: readonly [string, Fields, Fields, Fields | undefined][] = [
	['nothing', { a: 1 }, { a: 1 }, undefined],
	['the order of fields', { a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 } }, undefined],
	['a field that came', {}, { a: 1 }, { a: 1 }],
	['a field that went', { a: 1 }, {}, { a: null }],
	[
		'one that went from deep inside',
		{ spec: { size: 3, service: { name: 'old', type: 'NodePort' } } },
		{ spec: { size: 3, service: { type: 'NodePort' } } },
		{ spec: { service: { name: null } } },
	],
	['a map that lost its only key', { labels: { a: 'b' } }, { labels: {} }, { labels: { a: null } }],
	['a list, whole', { a: [1, 2] }, { a: [2] }, { a: [2] }],
	['null, which is missing', { a: { b: 1 } }, { a: { b: 1, c: null }, d: null }, undefined],
	['an object where a text was', { a: 'x' }, { a: { b: 1 } }, { a: { b: 1 } }],
]

for (const [what, before, after, patch] of rows)
	test(`tells ${what}`, (t) => t.deepEqual(patchBetween(before, after), patch))

const key = constantFrom('a', 'b', 'c')
const { value } = letrec<{ value: unknown; fields: Fields }>((tie) => ({
	value: oneof(
		{ maxDepth: 3 },
		constantFrom(null, 1, 2, 'x', true),
		array(integer({ max: 3 }), { maxLength: 2 }),
		tie('fields'),
	),
	fields: dictionary(key, tie('value')),
}))
const fields = dictionary(key, value)

test('merged into the one it becomes the other, and then nothing is left to tell', (t) => {
	t.notThrows(() =>
		assert(
			property(fields, fields, (first, after) => {
				const before = withoutNulls(first) as Fields
				const merged = merge(before, patchBetween(before, after) ?? {}) as Fields
				t.deepEqual(merged, withoutNulls(after))
				t.is(patchBetween(merged, after), undefined)
			}),
			{ numRuns: 2000 },
		),
	)
})
