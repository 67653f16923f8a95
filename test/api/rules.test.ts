// Every row as the rules alone judge it.
import test from 'ava'
import { judge } from '../../api/judge.ts'
import { releases } from '../../api/releases.ts'
import { check, rules } from '../../api/rules.ts'
import type { Finding } from '../../api/rules/finding.ts'
import { plain } from '../admission/rows/row.ts'
import { rows } from '../admission/rows/rows.ts'
import { judged } from './judged.ts'

const said = (found: readonly Finding[], warning: boolean): Map<string, string> =>
	new Map(
		found.filter((one) => (one.warning ?? false) === warning).map(({ rule, message }) => [rule, message]),
	)

for (const row of rows)
	test(`${row.operation} ${row.kind}: ${row.title}`, (t) => {
		const found = judged(row)
		for (const [warning, expected] of [
			[false, row.refused],
			[true, row.warned],
		] as const) {
			if (warning)
				for (const { field, message } of found.filter((one) => one.warning))
					t.true(`${field}: ${message}`.length <= 120, message)
			const messages = said(found, warning)
			t.deepEqual([...messages.keys()].toSorted(), Object.keys(expected).toSorted())
			for (const [rule, part] of Object.entries(expected))
				t.true(messages.get(rule)?.includes(part), `${rule} says: ${messages.get(rule)}`)
		}
	})

test('there are at least 120 rows, and every rule is in one that it refuses or warns in', (t) => {
	t.true(rows.length >= 120)
	const named = new Set(
		rows.flatMap(({ refused, warned }) => [...Object.keys(refused), ...Object.keys(warned)]),
	)
	const all = Object.values(rules).flatMap((list) => Object.keys(list))
	t.deepEqual(
		all.filter((rule) => !named.has(rule)),
		[],
	)
})

test('a size below zero, which Kubernetes itself refuses, is refused here too', (t) => {
	const next = { metadata: { name: 'example' }, spec: { ...plain, size: -3 } }
	t.deepEqual(
		judge('EtcdCluster', undefined, next).map(({ rule }) => rule),
		['sizeIsZero'],
	)
})

test('a rule sees nothing else than what it is shown', (t) => {
	t.deepEqual(
		check('EtcdCluster', { next: {}, releases }).map(({ rule }) => rule),
		['specMissing'],
	)
})
