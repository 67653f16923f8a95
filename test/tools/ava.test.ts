import test from 'ava'
import { avaBy, lines } from '../../tools/ava.ts'

test('every line is heard, and how it ended is said', async (t) => {
	const heard: string[] = []
	const code = await lines(['sh', '-c', 'echo one; echo two; exit 3'], {}, (line) => heard.push(line))
	t.deepEqual([heard, code], [['one', 'two'], 3])
})

test('what says nothing is ended, even where what it started still holds its output', async (t) => {
	const began = performance.now()
	const argv = ['sh', '-c', 'echo one; sleep 30 & sleep 30']
	t.not(await lines(argv, {}, () => {}, 500), 0)
	t.true(performance.now() - began < 10_000)
})

test('what keeps on speaking is not', async (t) => {
	const argv = ['sh', '-c', 'for one in 1 2 3 4 5 6; do echo ok $one - said; sleep 0.2; done']
	t.is(await lines(argv, {}, () => {}, 900), 0)
})

test('a run that was ended has failed', async (t) => {
	const runner = ['sh', '-c', 'echo ok 1 - said; exec kill -KILL $$']
	t.like(await avaBy(runner, {}, [], () => {}), { passed: 1, failed: 1 })
})
