// Schedules: what is wished of one, what that changes, and when the next are due.
import test from 'ava'
import { judge } from '../../../api/judge.ts'
import { backupOf, type Backup } from '../../../plugin/backups/backup.ts'
import { nextRuns, runLines } from '../../../plugin/backups/runs.ts'
import { changedSchedule, isWished, newSchedule, scheduleLine } from '../../../plugin/backups/schedule.ts'
import { scheduleLines } from '../../../plugin/backups/show-schedule.ts'
import { snapshotSchedule } from '../../../plugin/catalogue/snapshot-schedule.ts'
import { changeOf, changesNothing } from '../../../plugin/change/change.ts'
import { Failure } from '../../../plugin/failure.ts'
import { everywhere } from '../../../plugin/line/everywhere.ts'
import { flagsOf } from '../../../plugin/line/parse.ts'
import { tokensOf } from '../../../plugin/line/tokens.ts'
import { kinds } from '../../../kube/objects.ts'
import { clusterWith } from '../change/stored.ts'

const now = Date.parse('2026-03-01T14:02:11Z')
const options = [...snapshotSchedule.options, ...everywhere]
const flags = (line: readonly string[]) => flagsOf(tokensOf(line, options).flags, options)

const every4h = ['--cron', '0 */4 * * *']
const toBackups = ['--to', 's3://backups/orders']

const made: readonly (readonly [line: readonly string[], spec: object])[] = [
	[
		[...every4h, ...toBackups, '--keep', '24', '--secret', 'aws'],
		{
			storageType: 'S3',
			s3: { path: 'backups/orders', awsSecret: 'aws' },
			backupPolicy: { schedule: '0 */4 * * *', maxBackups: 24 },
		},
	],
	[
		[
			'--cron',
			'@daily',
			'--to',
			'pvc://snapshots/team-a/',
			'--key-secret',
			'seal',
			'--service-account',
			'saver',
		],
		{
			storageType: 'PVC',
			pvc: { claimName: 'snapshots', path: 'team-a/nightly' },
			encryption: { keySecret: 'seal' },
			serviceAccountName: 'saver',
			backupPolicy: { schedule: '@daily' },
		},
	],
]

for (const [line, spec] of made)
	test(`made: ${line.join(' ')}`, (t) => {
		const backup = newSchedule(clusterWith(), 'nightly', flags(line), now)
		t.deepEqual(backup.spec as object, { etcdCluster: { name: 'orders' }, ...spec })
		t.deepEqual(judge('EtcdBackup', undefined, backup), [])
	})

const refused: readonly (readonly [line: readonly string[], says: RegExp])[] = [
	[['--cron', 'hourly', ...toBackups], /^--cron: "hourly" is not a cron line: it has 1 field and not five/],
	[
		['--cron', '0 0 0 * * *', ...toBackups],
		/it has 6 fields and not five, for minute, hour, day, month and weekday;/,
	],
	[['--cron', '60 * * * *', ...toBackups], /^--cron: "60 \* \* \* \*" is not a cron line; write one such as/],
	[['--cron', '0 0 30 2 *', ...toBackups], /^--cron: "0 0 30 2 \*" never comes/],
	[[...every4h, ...toBackups, '--keep', '-1'], /^--keep: "-1" is not a whole number of 0 or more$/],
	[[...every4h, ...toBackups, '--keep', 'all'], /^--keep: "all" is not a whole number/],
	[toBackups, /^--cron is missing, and there is no EtcdBackup nightly to be changed/],
	[every4h, /^--to is missing, and there is no EtcdBackup nightly to be changed; .* s3:\/\/BUCKET\/orders$/],
	[[...every4h, '--to', 'backups'], /^--to: "backups" is no place/],
]

for (const [line, says] of refused)
	test(`refused: ${line.join(' ')}`, (t) => {
		t.throws(() => newSchedule(clusterWith(), 'nightly', flags(line), now), {
			instanceOf: Failure,
			message: says,
		})
	})

const stored = (spec: Backup['spec'] = {}): Backup => ({
	...backupOf(
		clusterWith(),
		'orders',
		{ storageType: 'S3', s3: { path: 'b/orders', awsSecret: 'aws' } },
		flags([]),
	),
	metadata: { name: 'orders', namespace: 'team-a', creationTimestamp: '2026-03-01T00:00:00Z' },
	spec: {
		etcdCluster: { name: 'orders' },
		storageType: 'S3',
		s3: { path: 'b/orders', awsSecret: 'aws' },
		backupPolicy: { schedule: '0 * * * *', maxBackups: 24, timeoutInSecond: 60 },
		...spec,
	},
})

const changes: readonly (readonly [line: readonly string[], spec: object, asks: boolean, says?: RegExp])[] = [
	[every4h, { backupPolicy: { schedule: '0 */4 * * *', maxBackups: 24, timeoutInSecond: 60 } }, false],
	[
		['--keep', '12'],
		{ backupPolicy: { schedule: '0 * * * *', maxBackups: 12, timeoutInSecond: 60 } },
		true,
		/removes all but the newest 12/,
	],
	[['--keep', '0'], { backupPolicy: { schedule: '0 * * * *', maxBackups: 0, timeoutInSecond: 60 } }, false],
	[['--keep', '48'], { backupPolicy: { schedule: '0 * * * *', maxBackups: 48, timeoutInSecond: 60 } }, false],
	[['--secret', 'other'], { s3: { path: 'b/orders', awsSecret: 'other' } }, false],
	[
		['--to', 's3://c/'],
		{ s3: { path: 'c/orders', awsSecret: 'aws' } },
		false,
		/what is in s3:\/\/b\/orders stays there/,
	],
	[
		['--to', 'pvc://claim/orders'],
		{ storageType: 'PVC', s3: undefined, pvc: { claimName: 'claim', path: 'orders' } },
		false,
		/what is in s3:\/\/b\/orders stays there/,
	],
	[['--key-secret', 'seal'], { encryption: { keySecret: 'seal' } }, false],
]

for (const [
	line,
	spec,
	asks,
	says = /^before  orders: to s3:\/\/b\/orders by 0 \* \* \* \*, in UTC; keeps the newest 24/,
] of changes)
	test(`changed: ${line.join(' ')}`, (t) => {
		const backup = stored()
		const asked = changedSchedule(backup, flags(line), now)
		const { after } = changeOf(backup, asked, kinds.backup)
		const expected = Object.fromEntries(
			Object.entries({ ...backup.spec, ...spec }).filter(([, value]) => value !== undefined),
		)
		t.deepEqual((after as Backup).spec as object, expected)
		t.is(asked.question !== undefined, asks)
		t.regex(asked.lines.join('\n'), says)
		t.deepEqual(judge('EtcdBackup', backup, after), [])
	})

test('an interval makes room for a cron line, and one that is taken once needs one', (t) => {
	const interval = stored({ backupPolicy: { backupIntervalInSecond: 3600, maxBackups: 3 } })
	const { after } = changeOf(interval, changedSchedule(interval, flags(every4h), now), kinds.backup)
	t.deepEqual((after as Backup).spec?.backupPolicy, { schedule: '0 */4 * * *', maxBackups: 3 })
	const { backupPolicy: _, ...once } = stored().spec ?? {}
	t.throws(() => changedSchedule({ ...stored(), spec: once }, flags(['--keep', '3']), now), {
		message: /^--cron is missing: EtcdBackup orders is taken once/,
	})
	t.throws(() => changedSchedule(stored({ storageType: 'S3', s3: {} }), flags(['--endpoint', 'a b']), now), {
		message: /^--endpoint: that is no address/,
	})
})

test('the same again changes nothing, and only what changes something is a wish', (t) => {
	const backup = stored()
	const same = ['--cron', '0 * * * *', '--keep', '24', '--to', 's3://b/orders', '--secret', 'aws']
	t.true(changesNothing(backup, changeOf(backup, changedSchedule(backup, flags(same), now), kinds.backup)))
	t.false(isWished(flags(['-o', 'json', '--name', 'orders', '--dry-run'])))
	for (const line of [['--keep', '1'], ['--endpoint', 'e'], every4h]) t.true(isWished(flags(line)))
})

const runs: readonly (readonly [policy: object, texts: readonly string[]])[] = [
	[{ schedule: '0 */4 * * *' }, ['2026-03-01T16:00', '2026-03-01T20:00', '2026-03-02T00:00']],
	[{ schedule: '30 3 29 2 *' }, ['2028-02-29T03:30', '2032-02-29T03:30', '2036-02-29T03:30']],
	[{ backupIntervalInSecond: 6 * 3600 }, ['2026-03-01T18:00', '2026-03-02T00:00', '2026-03-02T06:00']],
	[{}, []],
	[{ schedule: 'never' }, []],
]

for (const [policy, texts] of runs)
	test(`the next runs of ${JSON.stringify(policy)}`, (t) => {
		const next = nextRuns(stored({ backupPolicy: policy }), now)
		t.deepEqual(
			next.map((at) => new Date(at).toISOString().slice(0, 16)),
			texts as string[],
		)
	})

test('next runs stand in the time of here and in UTC, across a change of clocks', (t) => {
	const next = ['2026-03-28T23:30:00Z', '2026-03-29T03:30:00Z'].map((text) => Date.parse(text))
	const change = Date.parse('2026-03-29T01:00:00Z')
	t.deepEqual(
		runLines(next, Date.parse('2026-03-28T20:30:00Z'), (at) => (at < change ? 60 : 120)),
		[
			'IN   HERE                          UTC',
			'3h   Sun 2026-03-29 00:30 +01:00   Sat 2026-03-28 23:30',
			'7h   Sun 2026-03-29 05:30 +02:00   Sun 2026-03-29 03:30',
		],
	)
	t.regex(runLines([now], now, () => -210).join(), /Sun 2026-03-01 10:32 -03:30 /)
	t.deepEqual(
		runLines([], now, () => 0),
		[],
	)
})

test('a schedule is shown with what became of the last and when the next are due', (t) => {
	const backup = stored()
	const last = {
		takenAt: '2026-03-01T13:50:11Z',
		bytes: 391 * 2 ** 20,
		revision: '1204551',
		object: 'orders_v1204551_x',
		kept: 24,
	}
	const shown = { ...backup, status: { last, conditions: [{ type: 'Succeeded', status: 'True' }] } }
	t.deepEqual(scheduleLines(shown, ['IN   UTC', '1h   then'], now), [
		'orders  (team-a)  of orders',
		'WHAT   orders: to s3://b/orders by 0 * * * *, in UTC; keeps the newest 24',
		'LAST   12m ago, 391Mi, revision 1,204,551, s3://b/orders_v1204551_x, 24 there',
		'NEXT   IN   UTC',
		'       1h   then',
	])
	const failed = {
		conditions: [
			{ type: 'Succeeded', status: 'False', reason: 'SecretMissing', message: 'the Secret aws is missing' },
		],
	}
	t.regex(
		scheduleLines({ ...backup, status: failed }, [], now).join('\n'),
		/LAST   none was proved yet\nSTATE  failed: the Secret aws is missing/,
	)
	t.is(
		scheduleLine({ metadata: { name: 'x' }, spec: { storageType: 'S3', s3: { path: 'b/k' } } }),
		'x: to s3://b/k once',
	)
})
