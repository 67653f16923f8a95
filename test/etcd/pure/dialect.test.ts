import test from 'ava'
import { minors, type Minor } from '../../../api/releases.ts'
import { checksOf, washOf } from '../../../etcd/dialect.ts'

const checks = test.macro({
	exec: (t, minor: Minor, version: string, live: string, ready: string) => {
		const told = checksOf(minor, version)
		const text = ({ listener, path }: (typeof told)['live']) => `${listener}${path ?? ''}`
		t.deepEqual([text(told.live), text(told.ready)], [live, ready])
	},
	title: (_given: string | undefined, _minor: Minor, version: string, live: string, ready: string) =>
		`${version} lives by ${live} and is ready by ${ready}`,
})

test(checks, '3.2', '3.2.13', 'client', 'client/health')
test(checks, '3.3', '3.3.27', 'metrics', 'metrics/health')
test(checks, '3.4', '3.4.23', 'metrics', 'metrics/health')
test(checks, '3.4', '3.4.28', 'metrics', 'metrics/health')
test(checks, '3.4', '3.4.29', 'metrics/livez', 'metrics/readyz')
test(checks, '3.5', '3.5.10', 'metrics', 'metrics/health')
test(checks, '3.5', '3.5.11', 'metrics/livez', 'metrics/readyz')
test(checks, '3.6', 'v3.6.0', 'metrics/livez', 'metrics/readyz')
test(checks, '3.7', '3.7.3', 'metrics/livez', 'metrics/readyz')

test('a log is begun anew before a minor that may not read it: by what the cluster may have run before', (t) => {
	const entries = (born: Minor | undefined): readonly number[] =>
		minors.map((minor) => washOf(minor, born)?.entries ?? 0)
	t.deepEqual(entries(undefined), [0, 0, 1000, 1000, 10_000, 0])
	t.deepEqual(entries('3.2'), [0, 0, 1000, 1000, 10_000, 0])
	t.deepEqual(entries('3.4'), [0, 0, 1000, 1000, 10_000, 0])
	// Whoever was born as 3.6 may have gone down to 3.5 in between.
	t.deepEqual(entries('3.5'), [0, 0, 0, 0, 10_000, 0])
	t.deepEqual(entries('3.6'), [0, 0, 0, 0, 10_000, 0])
})
