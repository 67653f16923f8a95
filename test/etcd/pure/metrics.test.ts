import test from 'ava'
import { assert, array, double, integer, property } from 'fast-check'
import { linesOf, samplesIn } from '../../../etcd/exposition.ts'
import { countOf, histogramIn, quantile, since, type Histogram } from '../../../etcd/histogram.ts'
import { metricsIn } from '../../../etcd/metrics.ts'

const all = linesOf('')

test('samples, with labels that say anything and values that are anything', (t) => {
	const text = [
		'# HELP a words',
		'# TYPE a gauge',
		'a 1',
		'b{x="1"} 2.5e+06',
		'b{x="2",y="a } b\u2028, \\"c\\" \\\\ \\n"} -3 1700000000000',
		'c{} +Inf',
		'd NaN\r',
		'nonsense',
		'{x="1"} 2',
		'',
	].join('\n')
	t.deepEqual(
		[...samplesIn(text, all)],
		[
			['a', [{ labels: {}, value: 1 }]],
			[
				'b',
				[
					{ labels: { x: '1' }, value: 2_500_000 },
					{ labels: { x: '2', y: 'a } b\u2028, "c" \\ \n' }, value: -3 },
				],
			],
			['c', [{ labels: {}, value: Infinity }]],
			['d', [{ labels: {}, value: Number.NaN }]],
		],
	)
	t.deepEqual([...samplesIn(text, linesOf('a')).keys()], ['a'])
})

const histogram = (...buckets: readonly (readonly [number, number])[]): Histogram => ({
	buckets: buckets.map(([atMost, count]) => ({ atMost, count })),
	sum: 1,
})

const text = (name: string, labels = ''): string =>
	[
		`${name}_bucket{${labels}le="0.002"} 30`,
		`${name}_bucket{${labels}le="+Inf"} 100`,
		`${name}_bucket{${labels}le="0.001"} 10`,
		`${name}_sum{${labels}} 7.5`,
		`${name}_count{${labels}} 100`,
	].join('\n')

test('a histogram, whatever the order of its lines', (t) => {
	const expected = { ...histogram([0.001, 10], [0.002, 30], [Infinity, 100]), sum: 7.5 }
	t.deepEqual(histogramIn(samplesIn(text('x'), all), 'x'), expected)
	const two = samplesIn(`${text('x', 'To="a",')}\nx_bucket{To="b",le="+Inf"} 1\nx_sum{To="b"} 1`, all)
	t.deepEqual(
		histogramIn(two, 'x', ({ To }) => To === 'a'),
		expected,
	)
	t.deepEqual(
		histogramIn(two, 'x', ({ To }) => To === 'b'),
		histogram([Infinity, 1]),
	)
	t.is(
		histogramIn(two, 'x', ({ To }) => To === 'c'),
		undefined,
	)
	t.is(histogramIn(samplesIn('x_bucket{le="1"} 1\nx_sum 1', all), 'x'), undefined)
	t.is(histogramIn(samplesIn('x_bucket{le="+Inf"} 1', all), 'x'), undefined)
})

const bounded = test.macro({
	exec: (t, of: Histogram, share: number, seconds: number | undefined, orMore = false) => {
		const found = quantile(of, share)
		t.deepEqual(
			found && { ...found, seconds: Number(found.seconds.toFixed(9)) },
			seconds === undefined ? undefined : { seconds, orMore },
		)
	},
	title: (given) => given ?? '',
})

const some = histogram([0.001, 10], [0.002, 30], [0.004, 30], [Infinity, 40])
test('in the first bucket', bounded, some, 0.125, 0.0005)
test('at the end of the first', bounded, some, 0.25, 0.001)
test('in the middle of the second', bounded, some, 0.5, 0.0015)
test('at its end, not in the empty one after it', bounded, some, 0.75, 0.002)
test('beyond all bounds', bounded, some, 0.99, 0.004, true)
test('of nothing', bounded, histogram([1, 0], [Infinity, 0]), 0.99, undefined)
test('of no bucket', bounded, histogram(), 0.99, undefined)
test('with no bounds', bounded, histogram([Infinity, 5]), 0.5, 0, true)

test('a larger share never takes less time, and what is added up comes apart again', (t) => {
	const counts = array(integer({ min: 0, max: 1000 }), { minLength: 2, maxLength: 15 })
	const made = (each: readonly number[]): Histogram => {
		let sum = 0
		return histogram(
			...each.map(
				(count, index) =>
					[index === each.length - 1 ? Infinity : (index + 1) / 1000, (sum += count)] as const,
			),
		)
	}
	assert(
		property(
			counts,
			double({ min: 0, max: 1, noNaN: true }),
			double({ min: 0, max: 1, noNaN: true }),
			(each, one, other) => {
				const of = made(each)
				const [low, high] = [quantile(of, Math.min(one, other)), quantile(of, Math.max(one, other))]
				t.true((low?.seconds ?? 0) <= (high?.seconds ?? 0))
				const twice = { ...made(each.map((count) => count * 2)), sum: 3 }
				t.deepEqual(since(twice, of), { ...of, sum: 2 })
			},
		),
	)
})

test('what was counted since, unless it began anew', (t) => {
	const earlier = histogram([0.001, 10], [Infinity, 20])
	const later = { ...histogram([0.001, 10], [Infinity, 25]), sum: 3 }
	t.deepEqual(since(later, earlier), { ...histogram([0.001, 0], [Infinity, 5]), sum: 2 })
	t.is(since(earlier, later), undefined)
	t.is(since(later, histogram([0.002, 10], [Infinity, 20])), undefined)
	t.is(since(later, histogram([Infinity, 20])), undefined)
	t.is(countOf(later), 25)
	t.is(countOf(histogram()), 0)
})

test('what is no member says nothing, and one of long ago says less', (t) => {
	for (const other of ['', '<html>', 'go_goroutines 7\nprocess_start_time_seconds 1'])
		t.is(metricsIn(other), undefined)
	const old = metricsIn('etcd_server_has_leader 0\netcd_debugging_mvcc_db_total_size_in_bytes 24576\n')
	t.like(old, {
		memberId: undefined,
		isLeader: undefined,
		hasLeader: false,
		isLearner: false,
		dbSize: 24_576n,
		dbSizeInUse: undefined,
		activePeers: undefined,
		fsync: undefined,
	})
	t.is(old?.roundTrips.size, 0)
})

test('a version of before, a peer that is away, an index that no number holds', (t) => {
	const told = metricsIn(
		[
			'etcd_server_has_leader 1',
			'etcd_cluster_version{cluster_version="3.5"} 0',
			'etcd_cluster_version{cluster_version="3.6"} 1',
			'etcd_network_active_peers{Local="a",Remote="b"} 0',
			'etcd_network_active_peers{Local="a",Remote="c"} 1',
			'etcd_server_proposals_applied_total 1.8e+19',
			'etcd_server_proposals_committed_total 1.234567e+06',
			'process_start_time_seconds 1.79507989709e+09',
		].join('\n'),
	)
	t.like(told, {
		clusterVersion: '3.6',
		appliedIndex: undefined,
		committedIndex: 1_234_567n,
		startedAt: 1_795_079_897_090,
	})
	t.deepEqual(told?.activePeers, new Set(['c']))
})
