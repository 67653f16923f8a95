// Which keys get, del and watch are about, and how get wants them. Pure.
import { afterPrefix, firstKey, openEnd } from '../../etcd/keys.ts'
import { Failure } from '../failure.ts'
import type { Asked } from './asked.ts'

interface Range {
	readonly key: Uint8Array
	/** Of a single key there is none. */
	readonly rangeEnd?: Uint8Array
}

export function rangeOf(args: readonly string[], asked: Asked): Range {
	const [prefix, fromKey] = [asked.truth('prefix'), asked.truth('from-key')]
	const [key = new Uint8Array(), end] = args.map((word) => asked.bytes(word))
	if (prefix && fromKey) throw new Failure('--prefix and --from-key are two things; write one of them')
	if (end !== undefined && (prefix || fromKey))
		throw new Failure(`with --${prefix ? 'prefix' : 'from-key'} there is one key, and no end of a range`)
	if (end !== undefined) return end.length === 0 ? { key } : { key, rangeEnd: end }
	if (key.length === 0 && (prefix || fromKey)) return { key: firstKey, rangeEnd: openEnd }
	if (key.length === 0) throw new Failure('no key is empty; for all keys write "" and --prefix')
	if (fromKey) return { key, rangeEnd: openEnd }
	return prefix ? { key, rangeEnd: afterPrefix(key) } : { key }
}

const targets = { KEY: 0, VERSION: 1, CREATE: 2, MODIFY: 3, VALUE: 4 } as const
const orders = { ASCEND: 1, DESCEND: 2 } as const

function between(asked: Asked, what: string): { least: bigint; most: bigint } {
	const [least, most] = [asked.int64(`min-${what}-rev`), asked.int64(`max-${what}-rev`)]
	if (most > 0n && least > most)
		throw new Failure(`--min-${what}-rev is ${least}, and --max-${what}-rev only ${most}`)
	return { least, most }
}

export function getOf(args: readonly string[], asked: Asked) {
	const target = asked.oneOf('sort-by', Object.keys(targets) as (keyof typeof targets)[]) ?? 'KEY'
	const order = asked.oneOf('order', Object.keys(orders) as (keyof typeof orders)[])
	const [created, changed] = [between(asked, 'create'), between(asked, 'mod')]
	const consistency = asked.oneOf('consistency', ['l', 's'])
	const [keysOnly, countOnly] = [asked.truth('keys-only'), asked.truth('count-only')]
	if (keysOnly && countOnly)
		throw new Failure('--keys-only and --count-only are two things; write one of them')
	// So etcd's own client asks: keys come in this order anyhow.
	const isAsStored = target === 'KEY' && order !== 'DESCEND'
	return {
		...rangeOf(args, asked),
		limit: asked.int64('limit'),
		revision: asked.int64('rev'),
		sortTarget: targets[target],
		sortOrder: isAsStored || order === undefined ? 0 : orders[order],
		serializable: consistency === 's',
		keysOnly,
		countOnly,
		minCreateRevision: created.least,
		maxCreateRevision: created.most,
		minModRevision: changed.least,
		maxModRevision: changed.most,
	}
}

/** Etcd reads no more than a page of these; of all others everything, whatever the limit. */
export const isPaged = (asked: ReturnType<typeof getOf>): boolean =>
	asked.rangeEnd !== undefined &&
	!asked.countOnly &&
	asked.sortTarget === targets.KEY &&
	asked.sortOrder === 0 &&
	[asked.minCreateRevision, asked.maxCreateRevision, asked.minModRevision, asked.maxModRevision].every(
		(revision) => revision === 0n,
	)
