// Amounts as Kubernetes writes them, such as 100m, 1.5Gi or 2e3, for putting them in order. Pure.
import { multiples } from '../../api/quantity.ts'

/** Nothing for what is no amount. */
export function amountOf(text: string): number | undefined {
	const match = /^([-+]?(?:\d+\.?\d*|\.\d+))(?:([eE][-+]?\d+)|([numkMGTPE]|[KMGTPE]i))?$/.exec(text)
	if (match === null) return undefined
	const [, digits = '', exponent = '', unit = ''] = match
	return Number(digits + exponent) * (multiples[unit] ?? 1)
}
