// What --from names, what is known of it, which etcd it becomes, and what a plan says would be lost.
import test from 'ava'
import type { Backup } from '../../../plugin/backups/backup.ts'
import { shaping } from '../../../plugin/catalogue/shaping.ts'
import { exits } from '../../../plugin/exit.ts'
import { Failure } from '../../../plugin/failure.ts'
import { everywhere } from '../../../plugin/line/everywhere.ts'
import { flagsOf } from '../../../plugin/line/parse.ts'
import { tokensOf } from '../../../plugin/line/tokens.ts'
import { chosenOf, secretsOf } from '../../../plugin/restore/chosen.ts'
import { fromOf } from '../../../plugin/restore/from.ts'
import { lineOf } from '../../../plugin/restore/line.ts'
import { carryingOut, choosing } from '../../../plugin/restore/options.ts'
import { headOf, planDocument, sectionsOf, type Plan } from '../../../plugin/restore/plan.ts'
import { refuseEarlier, versionOf } from '../../../plugin/restore/version.ts'
import { clusterWith } from '../change/stored.ts'

const now = Date.parse('2026-03-01T14:02:11Z')
const last = {
	object: 'team-a/orders_v1203112_2026-03-01-13:36:11',
	bytes: 391 * 2 ** 20,
	revision: '1203112',
	clusterId: 'c1',
	member: 'orders-c',
	etcdVersion: '3.6.11',
	takenAt: '2026-03-01T13:36:11Z',
}
const backup = (more: Partial<Backup> = {}): Backup => ({
	metadata: { name: 'nightly', namespace: 'team-a' },
	spec: {
		etcdCluster: { name: 'orders' },
		storageType: 'S3',
		s3: { path: 'backups/team-a/orders', awsSecret: 'aws', endpoint: 'http://minio:9000' },
		encryption: { keySecret: 'seal' },
	},
	status: { last },
	...more,
})

const words: readonly (readonly [text: string, is: object | RegExp])[] = [
	['nightly', { is: 'backup', name: 'nightly', object: undefined }],
	['nightly/orders_v1_x', { is: 'backup', name: 'nightly', object: 'orders_v1_x' }],
	['nightly/team-a/orders_v1_x', { is: 'backup', name: 'nightly', object: 'team-a/orders_v1_x' }],
	['pre/orders.db', { is: 'backup', name: 'pre', object: 'orders.db' }],
	['s3://b/k', { is: 'place', place: { storageType: 'S3', bucket: 'b', key: 'k' } }],
	['pvc://c/a/b.db', { is: 'place', place: { storageType: 'PVC', bucket: 'c', key: 'a/b.db' } }],
	['', /^--from: is empty/],
	['nightly/', /^--from: "nightly\/" names no snapshot; write nightly for its newest, or nightly\/NAME$/],
	['s3://b/folder/', /^--from: "s3:\/\/b\/folder\/" names a folder; write the name of a snapshot in it/],
	['ftp://b/k', /^--from: "ftp:\/\/b\/k" is no place/],
	...['./orders', '../orders', '/tmp/orders', '~/orders', 'C:\\orders', '-'].map(
		(file) => [file, /is a file of this machine, and a cluster is restored from a store or a claim/] as const,
	),
]

for (const [text, is] of words)
	test(`--from "${text}"`, (t) => {
		if (is instanceof RegExp) t.throws(() => fromOf(text), { instanceOf: Failure, message: is })
		else t.deepEqual(fromOf(text) as object, is)
	})

test('the newest is in the store that its EtcdBackup names, with its credentials and its key', (t) => {
	const chosen = chosenOf(backup())
	t.deepEqual(chosen.snapshot as object, {
		storageType: 'S3',
		s3: { path: `backups/${last.object}`, awsSecret: 'aws', endpoint: 'http://minio:9000' },
		encryption: { keySecret: 'seal' },
	})
	t.is(chosen.url, `s3://backups/${last.object}`)
	t.deepEqual(chosen.of, { namespace: 'team-a', name: 'orders' })
	t.is(chosen.last, last)
	t.deepEqual(secretsOf(chosen.snapshot), ['Secret aws', 'the key in Secret seal'])
	for (const [spec, location] of [
		[backup().spec, `s3://backups/${last.object}`],
		[
			{ storageType: 'ABS', abs: { path: 'snapshots/team-a/orders' } },
			`https://acme.blob.core.windows.net/snapshots/${last.object}`,
		],
		[{ storageType: 'PVC', pvc: { claimName: 'c', path: 'team-a/orders' } }, `/volume/${last.object}`],
	] as const)
		t.notThrows(() => chosenOf(backup({ ...(spec && { spec }), status: { last: { ...last, location } } })))
	t.deepEqual(secretsOf({ storageType: 'PVC', pvc: { claimName: 'c', path: 'p' } }), [])
})

test('another one of it is named with or without its folder, and nothing is said of it', (t) => {
	for (const name of ['orders_v1_x', 'team-a/orders_v1_x']) {
		const chosen = chosenOf(backup(), name)
		t.is(chosen.url, 's3://backups/team-a/orders_v1_x')
		t.is(chosen.last, undefined)
		t.is(chosen.etcdVersion, '3.6.11')
	}
	t.is(chosenOf(backup(), last.object).last, last)
	const pvc: Backup = { ...backup(), spec: { storageType: 'PVC', pvc: { claimName: 'c', path: 'orders' } } }
	t.deepEqual(chosenOf(pvc, 'orders_v1_x').snapshot as object, {
		storageType: 'PVC',
		pvc: { claimName: 'c', path: 'orders_v1_x' },
	})
})

const unfit: readonly (readonly [title: string, backup: Backup, name: string | undefined, says: RegExp])[] = [
	[
		'none was proved',
		backup({ status: { conditions: [{ type: 'Succeeded', status: 'False', message: 'no bucket' }] } }),
		undefined,
		/^EtcdBackup nightly has no snapshot that was proved$/,
	],
	[
		'another’s name',
		backup(),
		'flags_v1_x',
		/^--from: "flags_v1_x" is no snapshot of EtcdBackup nightly, whose names begin with orders;/,
	],
	[
		'its store was changed since',
		backup({ spec: { storageType: 'S3', s3: { path: 'other/place' } } }),
		undefined,
		/^the newest snapshot of EtcdBackup nightly is team-a\/orders_v.*, which is not where it saves to now$/,
	],
	[
		'its bucket was changed since',
		backup({ status: { last: { ...last, location: `s3://others/${last.object}` } } }),
		undefined,
		/is s3:\/\/others\/team-a\/orders_v.*, which is not where it saves to now$/,
	],
	[
		'a volume took the place of its bucket',
		backup({
			spec: { storageType: 'PVC', pvc: { claimName: 'c', path: 'team-a/orders' } },
			status: { last: { ...last, location: `s3://backups/${last.object}` } },
		}),
		undefined,
		/which is not where it saves to now$/,
	],
	['it names no store', backup({ spec: {} }), undefined, /^EtcdBackup nightly names no store/],
]

for (const [title, one, name, says] of unfit)
	test(`refused: ${title}`, (t) => {
		t.throws(() => chosenOf(one, name), { instanceOf: Failure, message: says })
	})

const versions: readonly (readonly [of: string | undefined, becomes: string | undefined])[] = [
	['3.6.11', '3.6.11'],
	['v3.5.20', '3.5.20'],
	['3.5.10', '3.5.10'],
	['3.5.9', '3.5.35'],
	['3.5.1', '3.5.35'],
	['3.4.40', '3.5.35'],
	['3.2.13', '3.5.35'],
	['3.9.1', '3.9.1'],
	['Not available', undefined],
	[undefined, undefined],
]

for (const [of, becomes] of versions)
	test(`of etcd ${of} comes ${becomes}`, (t) => {
		t.is(versionOf({ etcdVersion: of }), becomes)
	})

test('an earlier minor is refused, and only where it is known what wrote it', (t) => {
	const chosen = chosenOf(backup())
	const error = t.throws(() => refuseEarlier(chosen, '3.5.35', 'later'), {
		instanceOf: Failure,
		message: /was written by etcd 3\.6\.11, and 3\.5 may not understand it$/,
	})
	t.is(error?.exit, exits.refused)
	for (const target of ['3.6.1', '3.7.3', 'latest']) t.notThrows(() => refuseEarlier(chosen, target, ''))
	t.notThrows(() => refuseEarlier(chosenOf(backup(), 'orders_v1_x'), '3.5.35', ''))
})

const plan = (more: Partial<Plan> = {}): Plan => ({
	inPlace: false,
	cluster: clusterWith({ version: '3.6.11' }),
	chosen: chosenOf(backup()),
	live: { is: 'heard', name: 'orders', id: 'c1', revision: 1_204_990n, isAll: true },
	now,
	...more,
})
const textOf = (one: Plan): string =>
	[headOf(one), ...sectionsOf(one).map(([title, lines]) => `${title}: ${lines.join(' | ')}`)].join('\n')

test('a new cluster: what is not in it, and what it will be', (t) => {
	t.is(
		textOf(plan()),
		[
			'orders  (team-a)  begins with a snapshot, as a new cluster',
			'SNAPSHOT: s3://backups/team-a/orders_v1203112_2026-03-01-13:36:11   of EtcdBackup nightly | taken 26m ago (2026-03-01T13:36:11Z), revision 1,203,112, 391Mi, etcd 3.6.11, from orders-c | read with Secret aws and the key in Secret seal',
			'LIVE: orders answers at revision 1,204,990: 1,878 revisions later than the snapshot are not in it',
			'CLUSTER: 3 members of etcd 3.6.11, a volume of 10Gi each',
			'STEPS: 1  the first member fetches the snapshot and proves it | 2  etcdutl of 3.6.11 makes its data of it, under revisions that were never handed out | 3  it serves, and 2 more join, one after the other',
		].join('\n'),
	)
	const alone = clusterWith({ size: 1, spec: { pod: {} } })
	const bare = textOf(
		plan({
			cluster: alone,
			chosen: { ...plan().chosen, last: undefined, backup: undefined },
			live: undefined,
		}),
	)
	t.regex(bare, /\| its age, revision and size are known once it was fetched \|/)
	t.regex(bare, /CLUSTER: 1 member of etcd 3\.5\.35, data in the pods\nSTEPS: .* \| 3 {2}it serves$/)
	t.notRegex(bare, /LIVE/)
})

test('in place: what is given up, and what is kept', (t) => {
	const text = textOf(plan({ inPlace: true }))
	t.regex(text, /^orders {2}\(team-a\) {2}is given up for a snapshot\n/)
	t.regex(
		text,
		/1,878 revisions later than the snapshot are given up\nKEPT: the volumes orders-a, orders-b, orders-c, until somebody deletes their claims\n/,
	)
	t.regex(
		text,
		/STEPS: 1 {2}a pod reads all of the snapshot and proves it; until then nothing of orders is touched \| 2 {2}orders forgets/,
	)
	t.regex(
		textOf(plan({ inPlace: true, cluster: clusterWith({ spec: { pod: {} } }) })),
		/KEPT: nothing: it has no volumes/,
	)
})

test('for programs numbers that may be large are texts', (t) => {
	t.like(planDocument(plan()), {
		kind: 'EtcdRestorePlan',
		inPlace: false,
		version: '3.6.11',
		snapshot: { backup: 'nightly', revision: '1203112' },
		live: { is: 'heard', revision: '1204990', revisionsBehind: '1878' },
	})
})

test('the line to run has all that was written but what made it a plan', (t) => {
	const options = [...choosing, ...carryingOut, ...shaping]
	const all = [...options, ...everywhere]
	const written = (line: string) => flagsOf(tokensOf(line.split(' '), all).flags, all)
	const at = { namespace: 'team-a', name: 'orders-2' }
	t.is(
		lineOf(
			at,
			written(
				'--plan --from nightly --replicas 5 --node-selector a=b --node-selector c=d --token secret --context prod -o json',
			),
			[...choosing, ...shaping],
		),
		'kubectl etcd restore orders-2 -n team-a --context prod --from nightly --replicas 5 --node-selector a=b --node-selector c=d',
	)
	t.is(
		lineOf(at, written("--from s3://b/it's --in-place --path-style=false --plan"), choosing, [
			'--confirm=orders-2',
		]),
		"kubectl etcd restore orders-2 -n team-a --from 's3://b/it'\\''s' --in-place --confirm=orders-2",
	)
})
