// --if: which members are worth it, as freeRatio>0.3 or free>100Mi && quotaUsage>=50%. Pure.
import { parseQuantity } from '../../api/quantity.ts'
import { Failure } from '../failure.ts'
import type { MemberReport } from '../sight/sight.ts'

type Condition = (report: MemberReport) => boolean

const measures = {
	/** How much of the file is free. */
	freeRatio: ({ dbSize, dbInUse }: MemberReport) => (dbSize > 0 ? (dbSize - dbInUse) / dbSize : 0),
	free: ({ dbSize, dbInUse }: MemberReport) => dbSize - dbInUse,
	dbSize: ({ dbSize }: MemberReport) => dbSize,
	/** Nothing where the quota is not told. */
	quotaUsage: ({ dbSize, quota }: MemberReport) => (quota > 0 ? dbSize / quota : Number.NaN),
} as const

const compare: Readonly<Record<string, (one: number, other: number) => boolean>> = {
	'>': (one, other) => one > other,
	'>=': (one, other) => one >= other,
	'<': (one, other) => one < other,
	'<=': (one, other) => one <= other,
}

const isMeasure = (name: string): name is keyof typeof measures => Object.hasOwn(measures, name)

const amountIn = (text: string): number | undefined =>
	/^\d+(\.\d+)?%$/.test(text) ? Number(text.slice(0, -1)) / 100 : parseQuantity(text)

function single(part: string): Condition {
	const [, name = '', sign = '', amount = ''] = /^(\w+)\s*(>=|<=|>|<)\s*(\S+)$/.exec(part) ?? []
	const limit = amountIn(amount)
	const holds = compare[sign]
	if (!isMeasure(name) || holds === undefined || limit === undefined)
		throw new Failure(
			`--if: "${part}" is no condition; write one such as freeRatio>0.3, with ${Object.keys(measures).join(', ')}`,
		)
	return (report) => holds(measures[name](report), limit)
}

export function conditionOf(text: string): Condition {
	const parts = text.split('&&').map((part) => single(part.trim()))
	return (report) => parts.every((holds) => holds(report))
}
