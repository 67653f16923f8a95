// The comparisons of a JSONPath's filter. As with kubectl, a whole number is no floating one, and neither is a text. Pure.
import { PathError } from './nodes.ts'
import { isWhole } from '../go-text.ts'
import { byCode, type Json } from '../value.ts'

type Kind = 'text' | 'whole' | 'floating' | 'truth'

function kindOf(value: Json): Kind {
	if (typeof value === 'string') return 'text'
	if (typeof value === 'boolean') return 'truth'
	if (typeof value === 'number' || typeof value === 'bigint') return isWhole(value) ? 'whole' : 'floating'
	throw new PathError('invalid type for comparison')
}

/** A number that was written with a point in the filter is floating whatever its value is. */
function order(one: Json, other: Json, isFloating: boolean): number {
	const [mine, theirs] = [kindOf(one), isFloating ? 'floating' : kindOf(other)]
	if (mine !== theirs) throw new PathError('incompatible types for comparison')
	if (typeof one === 'string' && typeof other === 'string') return byCode(one, other)
	const [left, right] = [one as number, other as number]
	return left < right ? -1 : left > right ? 1 : 0
}

export function holds(one: Json, operator: string, other: Json, isFloating: boolean): boolean {
	const compared = order(one, other, isFloating)
	if (operator === '==') return compared === 0
	if (operator === '!=') return compared !== 0
	if (!['<', '>', '<=', '>='].includes(operator))
		throw new PathError(`unrecognized filter operator ${operator}`)
	if (typeof one === 'boolean') throw new PathError('invalid type for comparison')
	if (operator === '<') return compared < 0
	if (operator === '>') return compared > 0
	return operator === '<=' ? compared <= 0 : compared >= 0
}
