// Names as they were written since 2018, in both directions.
import test from 'ava'
import { manifestName, nameOf, named, ofManifest } from '../../backup/name.ts'

const at = Date.parse('2018-03-07T09:05:01Z')

test('as coreos’ operator wrote them', (t) => {
	t.is(
		nameOf({ path: 'bucket/etcd.backup', revision: 24n, at }),
		'bucket/etcd.backup_v24_2018-03-07-09:05:01',
	)
	t.deepEqual(named('bucket/etcd.backup_v24_2018-03-07-09:05:01'), {
		path: 'bucket/etcd.backup',
		revision: 24n,
		at,
	})
})

const others = [
	'bucket/etcd.backup',
	'bucket/etcd.backup_v24',
	'bucket/etcd.backup_v_2018-03-07-09:05:01',
	'bucket/etcd.backup_v24_2018-13-07-09:05:01',
	'bucket/etcd.backup_v24_2018-03-07-25:05:01',
	'bucket/etcd.backup_v24_2018-03-07-09:05:01.part',
	'_v24_2018-03-07-09:05:01',
]
for (const name of others) test(`not called so: ${name}`, (t) => t.is(named(name), undefined))

test('a path that looks like a name itself', (t) => {
	const path = 'bucket/a_v1_2018-03-07-09:05:01'
	t.deepEqual(named(nameOf({ path, revision: 2n ** 63n - 1n, at })), { path, revision: 2n ** 63n - 1n, at })
})

test('the manifest stands beside it', (t) => {
	t.is(ofManifest(manifestName('bucket/a')), 'bucket/a')
	t.is(ofManifest('bucket/a'), undefined)
	t.is(ofManifest('.manifest.json'), undefined)
})
