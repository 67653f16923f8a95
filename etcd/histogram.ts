// How long something took, as it was counted in buckets. Pure.
import type { Samples } from './exposition.ts'

export interface Histogram {
	/** How many took at most so long, in seconds, from the shortest to all (at Infinity). */
	readonly buckets: readonly { readonly atMost: number; readonly count: number }[]
	readonly sum: number
}

export interface Quantile {
	readonly seconds: number
	/** It took longer than the longest time that is counted apart, which is given. */
	readonly orMore: boolean
}

export const countOf = ({ buckets }: Histogram): number => buckets.at(-1)?.count ?? 0

/** Nothing when it is not there, or is not whole. One for each value of a label, or all together. */
export function histogramIn(
	samples: Samples,
	name: string,
	of: (labels: Readonly<Record<string, string>>) => boolean = () => true,
): Histogram | undefined {
	const buckets = (samples.get(`${name}_bucket`) ?? [])
		.filter(({ labels }) => of(labels))
		.map(({ labels, value }) => ({ atMost: boundOf(labels['le']), count: value }))
		.filter(({ atMost }) => !Number.isNaN(atMost))
		.toSorted((one, other) => (one.atMost < other.atMost ? -1 : 1))
	const sum = samples.get(`${name}_sum`)?.find(({ labels }) => of(labels))?.value
	return buckets.at(-1)?.atMost === Infinity && sum !== undefined ? { buckets, sum } : undefined
}

const boundOf = (le: string | undefined): number => (le === '+Inf' ? Infinity : Number(le ?? Number.NaN))

/** By what share of all it is bounded, between the bounds in proportion; nothing when nothing was counted. */
export function quantile(histogram: Histogram, share: number): Quantile | undefined {
	const wanted = share * countOf(histogram)
	if (!(countOf(histogram) > 0)) return undefined
	const index = histogram.buckets.findIndex(({ count }) => count >= wanted)
	const [below, bucket] = [histogram.buckets[index - 1], histogram.buckets[index]]
	if (bucket === undefined) return undefined
	const [from, before] = [below?.atMost ?? 0, below?.count ?? 0]
	if (bucket.atMost === Infinity) return { seconds: from, orMore: true }
	const part = bucket.count === before ? 1 : (wanted - before) / (bucket.count - before)
	return { seconds: from + (bucket.atMost - from) * part, orMore: false }
}

/** What was counted since; nothing when the counting began anew in between. */
export function since(later: Histogram, earlier: Histogram): Histogram | undefined {
	if (later.buckets.length !== earlier.buckets.length) return undefined
	const buckets = later.buckets.map(({ atMost, count }, index) => ({
		atMost,
		count:
			count - (earlier.buckets[index]?.atMost === atMost ? (earlier.buckets[index]?.count ?? 0) : Number.NaN),
	}))
	return buckets.every(({ count }) => count >= 0) ? { buckets, sum: later.sum - earlier.sum } : undefined
}
