// What a drill found, as a person is told.
import test from 'ava'
import type { BackupStatus } from '../../../api/schema/backup.ts'
import { tried } from '../../../plugin/backups/tried.ts'
import { Failure } from '../../../plugin/failure.ts'

const of = (status: BackupStatus) =>
	tried(
		{ apiVersion: 'x', kind: 'EtcdBackup', metadata: { namespace: 'shop', name: 'nightly' }, status },
		'now',
	)
const drill = (change: BackupStatus['drill']): BackupStatus => ({
	drill: {
		occasion: 'now',
		object: 'o_v7',
		message: 'it starts',
		etcdVersion: '3.6.16',
		seconds: 4,
		...change,
	},
})

const rows: readonly (readonly [what: string, status: BackupStatus, said: string | RegExp])[] = [
	['nobody answered', {}, 'waits: the controller has not answered yet'],
	[
		'the one before',
		{ drill: { occasion: 'before', result: 'Failed' } },
		'waits: the controller has not answered yet',
	],
	['it runs', drill({ result: 'Running', message: 'its pod finds no node' }), 'waits: its pod finds no node'],
	['it passed', drill({ result: 'Passed', keys: '1234' }), 'o_v7: it starts (etcd 3.6.16, 1,234 keys, 4.0s)'],
	[
		'it holds something else',
		drill({ result: 'Failed', code: 'differs', message: 'it holds 2 keys' }),
		/^o_v7: it holds 2 keys$/,
	],
	[
		'it could not be tried',
		drill({ result: 'Failed', code: 'room', message: 'no room' }),
		/^o_v7 could not be tried: no room$/,
	],
	['nothing could be compared', drill({ result: 'Unproved' }), /^nothing was proved of o_v7: it starts$/],
	[
		'its spec breaks a rule',
		{
			conditions: [
				{ type: 'Drilled', status: 'False', reason: 'Invalid', message: 'spec.drill.version "x"' },
			],
		},
		/^nightly: spec\.drill\.version "x"$/,
	],
]
for (const [what, status, wanted] of rows)
	test(`what is said when ${what}`, (t) => {
		if (typeof wanted !== 'string') {
			const failure = t.throws(() => of(status), { instanceOf: Failure })
			t.regex(failure.message, wanted)
			return
		}
		const said = of(status)
		t.true(('waits' in said ? `waits: ${said.waits}` : said.ended).startsWith(wanted), JSON.stringify(said))
	})
