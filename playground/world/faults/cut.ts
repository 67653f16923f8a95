// Which packets a partition drops. Pure: places become pairs of address ranges, pairs become iptables rules.

/** A side of a partition: everything that speaks from these ranges. */
export interface Side {
	readonly ranges: readonly string[]
}

interface Pair {
	readonly from: string
	readonly to: string
}

const pairs = (one: Side, other: Side): Pair[] =>
	one.ranges.flatMap((from) => other.ranges.map((to) => ({ from, to })))

export const cut = (from: Side, to: Side, oneWay: boolean): Pair[] =>
	oneWay ? pairs(from, to) : [...pairs(from, to), ...pairs(to, from)]

/**
 * The mangle table's hooks see the addresses of the pods behind a Service, on the way in as on the way through; the same rules
 * in every network namespace catch a packet wherever it passes first.
 */
export function rules(dropped: readonly Pair[], act: 'add' | 'delete'): string {
	const flag = act === 'add' ? '-I' : '-D'
	const lines = dropped.flatMap(({ from, to }) =>
		['INPUT', 'FORWARD', 'OUTPUT'].map((chain) => `${flag} ${chain} -s ${from} -d ${to} -j DROP`),
	)
	return ['*mangle', ...lines, 'COMMIT', ''].join('\n')
}
