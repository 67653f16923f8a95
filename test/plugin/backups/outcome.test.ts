// What became of a backup, by its status alone, and the sentence for it.
import test from 'ava'
import type { Backup } from '../../../plugin/backups/backup.ts'
import { outcomeOf, takenLine, type Outcome } from '../../../plugin/backups/outcome.ts'
import { givenName, nameAt } from '../../../plugin/change/given-name.ts'
import { Failure } from '../../../plugin/failure.ts'
import { Flags } from '../../../plugin/line/flags.ts'

const last = {
	object: 'team-a/orders',
	location: '/volume/team-a/orders',
	bytes: 391 * 2 ** 20,
	revision: '1204551',
	etcdVersion: '3.6.16',
	member: 'orders-c',
	sha256: 'e161ba9d',
	seconds: 12,
}
const backup = (status: Backup['status'] = {}): Backup => ({
	metadata: { name: 'orders', generation: 2 },
	spec: { storageType: 'PVC', pvc: { claimName: 'snapshots', path: 'team-a/orders' } },
	status: { observedGeneration: 2, ...status },
})
const succeeded = (status: string, reason: string, message: string) => [
	{ type: 'Succeeded', status, reason, message },
]

const rows: readonly (readonly [title: string, backup: Backup, is: Outcome['is'], because?: RegExp])[] = [
	['nobody has answered', { metadata: { name: 'orders', generation: 1 } }, 'waiting', /has not answered yet/],
	[
		'an earlier spec was answered',
		backup({ observedGeneration: 1, last, conditions: succeeded('True', '', '') }),
		'waiting',
		/has not answered/,
	],
	[
		'it runs',
		backup({ conditions: succeeded('Unknown', 'Running', 'a backup is being taken') }),
		'waiting',
		/is being taken/,
	],
	[
		'it is tried again',
		backup({ conditions: succeeded('Unknown', 'Retrying', 'since b') }),
		'waiting',
		/since b/,
	],
	[
		'a Secret is missing',
		backup({ conditions: succeeded('False', 'SecretMissing', 'create it') }),
		'failed',
		/^create it$/,
	],
	[
		'it failed without a sentence',
		backup({ Reason: 'as in 2018', conditions: succeeded('False', 'killed', '') }),
		'failed',
		/^as in 2018$/,
	],
	['it was taken', backup({ last, conditions: succeeded('True', 'Verified', 'ok') }), 'taken'],
]

for (const [title, one, is, because = /^$/] of rows)
	test(`${title}: ${is}`, (t) => {
		const outcome = outcomeOf(one)
		t.is(outcome.is, is)
		t.regex(outcome.is === 'taken' ? '' : outcome.because, because)
	})

test('the sentence has where it is as it was written, and how much it is', (t) => {
	t.is(
		takenLine(backup(), last),
		'pvc://snapshots/team-a/orders saved: 391Mi, revision 1,204,551, etcd 3.6.16, from orders-c in 12.0s (33Mi/s), sha256 e161ba9d ok',
	)
	t.is(
		takenLine(
			{ metadata: { name: 'old' } },
			{ location: 'there', bytes: 1024, revision: '0', note: 'not counted' },
		),
		'there saved: 1Ki, etcd unknown, from a member, sha256  ok; not counted',
	)
})

test('a name says whose it is and when; one that can be none is refused', (t) => {
	t.is(nameAt('orders', Date.parse('2026-03-01T14:02:11.9Z')), 'orders-20260301-140211')
	const given = (name?: string) =>
		givenName(new Flags(new Map(name === undefined ? [] : [['name', name]])), 'EtcdBackup')
	t.is(given(), undefined)
	t.is(given('a.b-1'), 'a.b-1')
	for (const name of ['', 'A', '-a', 'a-', 'a..b', 'a_b', 'x'.repeat(254)])
		t.throws(
			() => given(name),
			{ instanceOf: Failure, message: /^--name: ".*" cannot name an EtcdBackup; write small/ },
			name,
		)
})
