import test from 'ava'
import { closingLine, count, nothingRan, settle } from '../../tools/tap.ts'

const counts = test.macro({
	exec: (
		t,
		lines: readonly string[],
		exitCode: number,
		expected: string,
		skipped: readonly string[] = [],
	) => {
		const all = settle(lines.reduce(count, nothingRan), exitCode)
		t.is(closingLine(all), expected)
		t.deepEqual(all.skipped, skipped)
	},
	title: (given) => given ?? '',
})

test('passes and failures', counts, ['ok 1 - a › b', 'not ok 2 - c', 'ok 3 - d'], 1, '2 passed, 1 failed')
test(
	'a skipped test is neither, and is named',
	counts,
	['ok 1 - a', 'ok 2 - b # SKIP'],
	0,
	'1 passed, 0 failed',
	['b'],
)
test('a todo is neither', counts, ['ok 1 - a', 'not ok 2 - b # TODO'], 0, '1 passed, 0 failed')
test('a crash without a failed test is a failure', counts, ['ok 1 - a'], 1, '1 passed, 1 failed')
test('a run without a test is a failure', counts, ['TAP version 13', '1..0'], 0, '0 passed, 1 failed')
test(
	'output that only looks similar does not count',
	counts,
	['  ok 1 - nested', 'okay', 'ok 1 - a'],
	0,
	'1 passed, 0 failed',
)
