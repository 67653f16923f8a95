// What each check finds of a cluster of which something is wrong.
import test from 'ava'
import { checks } from '../../../plugin/doctor/checks.ts'
import { unseen } from '../status/seen.ts'
import { clusterRows } from './cluster-rows.ts'
import { factsOf, seenWell } from './facts.ts'
import { groundRows } from './ground-rows.ts'
import { a, b } from './planted.ts'

const rows = [...clusterRows, ...groundRows]

for (const [id, what, facts, is, says] of rows)
	test(`${id} ${what}`, (t) => {
		const found = checks.find((check) => check.id === id)?.judge(facts) ?? []
		t.true(
			found.some((one) => one.is === is && says.test(one.what)),
			JSON.stringify(found),
		)
	})

test('D05 says of a silent member that it is silent, and not that etcd’s list was not seen', (t) => {
	const facts = factsOf({ sight: seenWell([a, b, unseen(2)]) })
	const found = checks.find(({ id }) => id === 'D05')?.judge(facts) ?? []
	t.deepEqual(
		found.map(({ is, what }) => [is, what]),
		[['unknown', 'orders-c could not be asked: no answer within 2.5s']],
	)
})

test('there are D01 to D21, each once and by one word', (t) => {
	t.deepEqual(
		checks.map(({ id }) => id),
		Array.from({ length: 21 }, (_, at_) => `D${String(at_ + 1).padStart(2, '0')}`),
	)
	t.is(new Set(checks.map(({ title }) => title)).size, checks.length)
})

test('every check has a row in which something is wrong', (t) => {
	t.deepEqual(
		checks.map(({ id }) => id).filter((id) => !rows.some(([of]) => of === id)),
		[],
	)
})
