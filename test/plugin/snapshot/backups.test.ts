// What EtcdBackups say of their snapshots: a row each, and who is told to be late.
import test from 'ava'
import { lookOf } from '../../../plugin/screen/look.ts'
import type { Backup } from '../../../plugin/backups/backup.ts'
import { backupLines, backupsDocument, staleLines, staleOf } from '../../../plugin/snapshot/backups.ts'

const now = Date.parse('2026-03-01T14:00:00Z')
const look = lookOf({ colour: false, ascii: false, width: undefined })

const backup = (name: string, change: Partial<Backup> = {}): Backup => ({
	metadata: { name, namespace: 'team-a', creationTimestamp: '2026-02-01T00:00:00Z' },
	...change,
})
const s3 = { storageType: 'S3', s3: { path: 'backups/team-a/orders', awsSecret: 'aws' } } as const
const last = {
	object: 'team-a/orders_v1204551_2026-03-01-12:00:04',
	location: 's3://backups/team-a/orders_v1204551_2026-03-01-12:00:04',
	bytes: 410_000_000,
	revision: '1204551',
	takenAt: '2026-03-01T12:00:04Z',
	verifiedAt: '2026-03-01T12:00:40Z',
	kept: 28,
}

const all: readonly Backup[] = [
	backup('nightly', {
		spec: { ...s3, etcdCluster: { name: 'orders' }, backupPolicy: { schedule: '0 */6 * * *' } },
		status: { last, nextRun: '2026-03-01T18:00:00Z', lastRun: { result: 'Succeeded' } },
	}),
	backup('onto-disk', {
		spec: {
			storageType: 'PVC',
			pvc: { claimName: 'disk', path: 'orders' },
			etcdEndpoints: ['https://flags-client.team-b.svc:2379'],
			backupPolicy: { backupIntervalInSecond: 3600 },
		},
		status: {
			last: { ...last, takenAt: '2026-02-28T12:00:00Z', verifiedAt: '', kept: 2 },
			lastRun: { job: 'onto-disk-1', result: 'Failed' },
			Reason: 'the disk is full',
			nextRun: '2026-03-01T13:59:00Z',
		},
	}),
	backup('once', { spec: { ...s3, etcdEndpoints: ['http://10.0.0.7:2379'] } }),
	backup('broken'),
]

const shown = { now, look, isWide: false, withNamespace: false, headers: true }

test('a row each, whatever is missing', (t) => {
	t.deepEqual(backupLines(all, shown), [
		'NAME        CLUSTER                STORE                      SCHEDULE      LAST     SIZE      REVISION   VERIFIED   KEPT     NEXT',
		'nightly     orders                 S3:backups/team-a/orders   0 */6 * * *   119m     391Mi    1,204,551   True       28       in 4h',
		'onto-disk   team-b/flags           PVC:disk/orders            every 60m     26h !    391Mi    1,204,551   False      2        now',
		'once        http://10.0.0.7:2379   S3:backups/team-a/orders   once          <none>   <none>      <none>   <none>     <none>   <none>',
		'broken      <none>                 S3:                        once          <none>   <none>      <none>   <none>     <none>   <none>',
	])
})

test('wide, with namespaces, without titles, narrow', (t) => {
	const [first] = backupLines(all.slice(0, 1), { ...shown, isWide: true, withNamespace: true })
	t.regex(first ?? '', /^NAMESPACE +NAME .* NEXT +LAST-RUN +LOCATION$/)
	t.is(backupLines(all, { ...shown, headers: false }).length, all.length)
	const narrow = backupLines(all, { ...shown, look: { ...look, width: 80 } })
	t.is(narrow[0]?.replaceAll(/ +/g, ' '), 'NAME CLUSTER LAST SIZE REVISION VERIFIED')
	for (const line of narrow) t.true(line.length <= 80, line)
})

const condition = (status: 'True' | 'False') => [{ type: 'Fresh', status, reason: 'BackupStale' }]
const scheduled = (takenAt: string | undefined, change: object = {}): Backup =>
	backup('nightly', {
		spec: { ...s3, backupPolicy: { schedule: '0 */6 * * *' } },
		status: { ...(takenAt !== undefined && { last: { ...last, takenAt } }), ...change },
	})

const rows: readonly (readonly [what: string, backup: Backup, missed: number | undefined])[] = [
	['the newest is from when it was last due', scheduled('2026-03-01T12:00:04Z'), undefined],
	['one was missed', scheduled('2026-03-01T06:00:04Z'), undefined],
	['two were missed, though nobody says so', scheduled('2026-03-01T00:00:04Z'), 2],
	['the controller says so before', scheduled('2026-03-01T12:00:04Z', { conditions: condition('False') }), 0],
	[
		'the controller says otherwise, and was not there for long',
		scheduled('2026-02-28T12:00:04Z', { conditions: condition('True') }),
		4,
	],
	['none ever came', scheduled(undefined), 114],
	['one that is to be one', backup('once', { spec: s3 }), undefined],
]

for (const [what, one, missed] of rows) test(`fresh? ${what}`, (t) => t.is(staleOf(one, now)?.missed, missed))

test('what is said of one that is late: since when, why, and what next', (t) => {
	const [, late] = all
	const gap = late && staleOf(late, now)
	if (late === undefined || gap === undefined) return t.fail()
	t.deepEqual(staleLines(late, gap, now, look), [
		'! team-a/onto-disk is not fresh: its newest is 26h old, and 26 were due since by its schedule, every 60m',
		'    why   the disk is full',
		'    next  kubectl logs -n team-a job/onto-disk-1',
	])
	const never = scheduled(undefined)
	t.deepEqual(staleLines(never, { after: undefined, until: undefined, missed: 114 }, now, look), [
		'! team-a/nightly is not fresh: it has none, and 114 were due since by its schedule, 0 */6 * * *',
		'    next  kubectl describe etcdbackup nightly -n team-a',
	])
})

test('for programs', (t) => {
	const { backups } = backupsDocument(all, now)
	t.like(backups[0], { name: 'nightly', cluster: 'orders', isFresh: true, last: { revision: '1204551' } })
	t.like(backups[1], { name: 'onto-disk', cluster: 'team-b/flags', isFresh: false, missed: 26 })
})
