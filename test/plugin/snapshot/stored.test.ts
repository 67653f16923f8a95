// Snapshots as they lie in a store: with a manifest, as of 2018 without one, and those that are not what they say.
import test from 'ava'
import type { ListedObject } from '../../../backup/listed.ts'
import type { Manifest } from '../../../backup/manifest.ts'
import { Failure } from '../../../plugin/failure.ts'
import { lookOf } from '../../../plugin/screen/look.ts'
import type { Backup } from '../../../plugin/backups/backup.ts'
import {
	gapLines,
	headLines,
	objectsDocument,
	snapshotLines,
	type Seen,
} from '../../../plugin/snapshot/objects.ts'
import { showLines } from '../../../plugin/snapshot/shown.ts'
import { chosenIn, snapshotsIn } from '../../../plugin/snapshot/stored.ts'

const now = Date.parse('2026-03-01T14:00:00Z')
const look = lookOf({ colour: false, ascii: false, width: undefined })

const manifest = (change: Partial<Manifest> = {}): string =>
	JSON.stringify({
		form: 1,
		object: 'team-a/orders_v1204551_2026-03-01-12:00:04',
		bytes: 4096,
		sha256: 'ab'.repeat(32),
		backup: { namespace: 'team-a', name: 'nightly', uid: 'u1' },
		clusterId: '9a1f',
		member: { id: '8e9e', name: 'orders-c' },
		revision: '1204551',
		term: '7',
		etcdVersion: '3.6.16',
		storageVersion: '3.6.0',
		hashKv: { hash: 255, revision: '1204551', compacted: '-1' },
		takenAt: '2026-03-01T12:00:04Z',
		verifiedAt: '2026-03-01T12:00:40Z',
		...change,
	})

const one = (name: string, change: Partial<ListedObject> = {}): ListedObject => ({
	name: `team-a/${name}`,
	bytes: 4096,
	at: Date.parse('2026-03-01T13:00:00Z'),
	...change,
})

const newest = 'orders_v1204551_2026-03-01-12:00:04'
const objects: readonly ListedObject[] = [
	one('orders_v9_2018-03-04-05:06:07'),
	one(newest, { manifest: manifest() }),
	one('orders_v1204000_2026-03-01-06:00:04', {
		manifest: manifest({
			revision: '1204000',
			takenAt: '2026-03-01T06:00:04Z',
			verifiedAt: undefined,
			keyId: 'k1',
		}),
	}),
	one('orders_v1203000_2026-03-01-00:00:04', {
		bytes: 100,
		manifest: manifest({ takenAt: '2026-03-01T00:00:04Z' }),
	}),
	one('orders_v1202000_2026-02-28-18:00:04', { manifest: '{"form":2}' }),
	one('orders'),
]

const backup: Backup = {
	metadata: { name: 'nightly', namespace: 'team-a', uid: 'u1', creationTimestamp: '2026-01-01T00:00:00Z' },
	spec: {
		storageType: 'S3',
		s3: { path: 'backups/team-a/orders' },
		etcdCluster: { name: 'orders' },
		backupPolicy: { schedule: '0 */6 * * *' },
	},
}

const seen: Seen = {
	backup,
	place: 's3://backups',
	snapshots: snapshotsIn({ place: 's3://backups', objects }),
	now,
}

test('the newest first, by what their manifests, their names or the store say', (t) => {
	t.deepEqual(snapshotLines(seen, { look, isWide: false, headers: true }), [
		'TAKEN    NAME                                  SIZE    REVISION   ETCD     VERIFIED',
		'60m      orders                                4Ki       <none>   <none>   no manifest',
		'119m     orders_v1204551_2026-03-01-12:00:04   4Ki    1,204,551   3.6.16   yes',
		'7h59m    orders_v1204000_2026-03-01-06:00:04   4Ki    1,204,000   3.6.16   no',
		'13h      orders_v1203000_2026-03-01-00:00:04   100    1,204,551   3.6.16   broken',
		'19h      orders_v1202000_2026-02-28-18:00:04   4Ki    1,202,000   <none>   broken',
		'7y364d   orders_v9_2018-03-04-05:06:07         4Ki            9   <none>   no manifest',
	])
	const [first] = snapshotLines(seen, { look, isWide: true, headers: true })
	t.regex(first ?? '', /VERIFIED +MEMBER +CLUSTER-ID +KEY-ID$/)
	t.is(objectsDocument(seen).snapshots[4]?.because, 'its manifest cannot be read: form is 2, and 1 is known')
})

test('above them whose they are and a calendar; what is missing is told', (t) => {
	const lines = headLines(seen, look)
	t.is(lines[0], 'nightly  (team-a)  of orders, 0 */6 * * *: 6 snapshots, 20Ki, in s3://backups')
	t.is(lines[2], 'UTC         0     6     12    18')
	t.is(lines.at(-1), '')
	t.deepEqual(gapLines(seen, look), [
		'! none from 2018-03-04 05:06 to 2026-03-01 06:00 UTC: 1,000 or more missed by the schedule as it is now',
	])
	const late = gapLines({ ...seen, now: Date.parse('2026-03-03T00:30:00Z') }, look)
	t.is(
		late[1],
		'! team-a/nightly is not fresh: its newest is 35h old, and 6 were due since by its schedule, 0 */6 * * *',
	)
})

test('all of one, and what restores it', (t) => {
	t.deepEqual(showLines(seen, chosenIn(seen.snapshots, newest, 'nightly'), look), [
		`SNAPSHOT   ${newest}, of 6 with 1 newer one`,
		`LOCATION   s3://backups/team-a/${newest} (S3:backups/team-a/orders)`,
		'TAKEN      2026-03-01T12:00:04Z, 119m ago',
		'SIZE       4Ki, 4,096 bytes',
		'REVISION   1,204,551, term 7',
		'ETCD       3.6.16, storage version 3.6.0',
		'FROM       orders-c (8e9e) of orders, cluster 9a1f',
		`SHA256     ${'ab'.repeat(32)}`,
		'HASHKV     ff at revision 1,204,551',
		'BACKUP     team-a/nightly',
		'SEALED     no',
		'VERIFIED   read back from the store and as it had been, 119m ago',
		'',
		`RESTORE    kubectl etcd restore NEW --from nightly/${newest} -n team-a`,
		`DOWNLOAD   kubectl etcd snapshot download nightly ${newest} -n team-a`,
	])
	const old = showLines(seen, chosenIn(seen.snapshots, 'orders_v9_2018-03-04-05:06:07', 'nightly'), look)
	t.true(old.includes('REVISION   9, by its name'))
	t.true(old.includes('SEALED     unknown'))
	t.true(old.some((line) => line.startsWith('RESTORE    ')))
	const broken = showLines(
		seen,
		chosenIn(seen.snapshots, 'orders_v1203000_2026-03-01-00:00:04', 'nightly'),
		look,
	)
	t.true(
		broken.includes(
			'VERIFIED   BROKEN: it has 100 bytes, and its manifest says 4096: it was cut or written over',
		),
	)
	t.false(broken.some((line) => line.startsWith('RESTORE')))
})

test('a name is the whole one or its last part; the newest without one', (t) => {
	t.is(chosenIn(seen.snapshots, undefined, 'nightly').name, 'orders')
	t.is(chosenIn(seen.snapshots, `team-a/${newest}`, 'nightly').name, newest)
	const wrong = t.throws(() => chosenIn(seen.snapshots, newest.replace('551', '515'), 'nightly'), {
		instanceOf: Failure,
	})
	t.regex(wrong.told.what, /is none of its 6 snapshots$/)
	t.is(wrong.told.next, `did you mean ${newest}? kubectl etcd snapshot ls nightly`)
	t.throws(() => chosenIn([], undefined, 'nightly'), { message: 'there is no snapshot in its store yet' })
})
