// --sort-by: whatever lacks the field comes first, amounts go by their value, and texts by their letters. Pure.
import { Failure } from '../failure.ts'
import { relaxedPath } from '../output/columns.ts'
import { goType, isWhole } from '../output/go-text.ts'
import { evaluate } from '../output/jsonpath/evaluate.ts'
import { PathError } from '../output/jsonpath/nodes.ts'
import { parseTemplate } from '../output/jsonpath/parse.ts'
import { byCode, type Json } from '../output/value.ts'
import { amountOf } from './quantity.ts'

export function sortedBy<Item>(
	items: readonly Item[],
	field: string,
	objectOf: (item: Item) => Json,
): readonly Item[] {
	try {
		const path = parseTemplate(relaxedPath(field))
		const keyed = items.map((item) => ({ item, key: evaluate(path, objectOf(item))[0]?.[0] }))
		if (keyed.every(({ key }) => key === undefined))
			throw new Failure(
				`couldn't find any field with path ${JSON.stringify(relaxedPath(field))} in the list of objects`,
			)
		const sorted: (typeof keyed)[number][] = []
		// One by one from behind, as kubectl does with a few: what it holds for equal then comes in the same order.
		for (const one of keyed) {
			let at = sorted.length
			while (at > 0 && isLess(one.key, sorted[at - 1]?.key, field)) at--
			sorted.splice(at, 0, one)
		}
		return sorted.map(({ item }) => item)
	} catch (reason) {
		if (reason instanceof PathError) throw new Failure(`--sort-by: ${field}: ${reason.message}`, reason)
		throw reason
	}
}

function isLess(one: Json | undefined, other: Json | undefined, field: string): boolean {
	if (one === undefined) return true
	if (other === undefined) return false
	if (one === null) return other !== null
	if (other === null) return false
	if (typeof one === 'string' && typeof other === 'string') {
		const [mine, theirs] = [amountOf(one), amountOf(other)]
		return mine === undefined || theirs === undefined ? byCode(one, other) < 0 : mine < theirs
	}
	if (isNumber(one) && isNumber(other) && isWhole(one) === isWhole(other)) return one < other
	throw new Failure(`--sort-by: ${field} cannot be put in order: it is ${goType(one)} and ${goType(other)}`)
}

const isNumber = (value: Json): value is number | bigint =>
	typeof value === 'number' || typeof value === 'bigint'
