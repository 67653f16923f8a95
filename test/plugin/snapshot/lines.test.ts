// What is said of a snapshot while it comes, when it came, and when somebody looks at its file.
import test from 'ava'
import { BrokenPage } from '../../../backup/bolt/trouble.ts'
import { faultsOf, type Inspected } from '../../../backup/inspected.ts'
import type { Manifest } from '../../../backup/manifest.ts'
import { lookOf } from '../../../plugin/screen/look.ts'
import { fileDocument, fileLines } from '../../../plugin/snapshot/file-lines.ts'
import { progressLine, type Far } from '../../../plugin/snapshot/progress-line.ts'
import { savedLine } from '../../../plugin/snapshot/saved.ts'
import { standardName } from '../../../plugin/snapshot/target.ts'

const mebibyte = 2 ** 20
const look = (width?: number, ascii = false) => lookOf({ colour: false, ascii, width })
const far = (more: Partial<Far>): Far => ({
	name: 'orders-c (follower)',
	bytes: 200 * mebibyte,
	of: 400 * mebibyte,
	seconds: 5,
	...more,
})

for (const [title, line, told] of [
	[
		'half of it',
		progressLine(far({}), look()),
		'orders-c (follower)  ████████░░░░░░░░  50%  200Mi of 400Mi  40Mi/s  5s left',
	],
	[
		'in ASCII',
		progressLine(far({}), look(100, true)),
		'orders-c (follower)  ########........  50%  200Mi of 400Mi  40Mi/s  5s left',
	],
	[
		'nothing yet',
		progressLine(far({ bytes: 0, of: undefined, seconds: 0.2 }), look()),
		'orders-c (follower)  0',
	],
	[
		'too early to say when',
		progressLine(far({ bytes: mebibyte, seconds: 0.5 }), look()),
		'orders-c (follower)  █░░░░░░░░░░░░░░░  0%  1Mi of 400Mi  2Mi/s',
	],
	[
		'minutes to go',
		progressLine(far({ bytes: 10 * mebibyte }), look()),
		'orders-c (follower)  █░░░░░░░░░░░░░░░  3%  10Mi of 400Mi  2Mi/s  3m15s left',
	],
	[
		'gone on with: what was there already is not counted for how fast it is',
		progressLine(far({ before: 150 * mebibyte }), look()),
		'orders-c (follower)  ████████░░░░░░░░  50%  200Mi of 400Mi  10Mi/s  20s left',
	],
	['a narrow screen', progressLine(far({}), look(30)), 'orders-c (follower)  ████████…'],
] as const)
	test(`how far: ${title}`, (t) => t.is(line, told))

const sha256 = 'e161ba9d92299e70d61b61963ce604b61977c0d4ce7fbe3ed3ab5e1e420d57a5'
const manifest: Manifest = {
	form: 1,
	object: 'orders.db',
	bytes: 391 * mebibyte + 32,
	sha256,
	backup: { namespace: 'team-a', name: 'orders', uid: 'u' },
	clusterId: '9a1f',
	member: { id: '1', name: 'orders-c' },
	revision: '1204551',
	term: '7',
	etcdVersion: '3.6.16',
	storageVersion: '3.6.0',
	hashKv: undefined,
	keyId: undefined,
	takenAt: '2026-03-01T14:02:11.000Z',
	verifiedAt: undefined,
}

test('saved', (t) => {
	const line = `391Mi, revision 1,204,551, etcd 3.6.16, from orders-c in 10.0s (39Mi/s), sha256 ${sha256} ok`
	t.is(savedLine({ manifest, path: '/tmp/orders.db', seconds: 10 }), `orders.db saved: ${line}`)
	t.is(savedLine({ manifest, path: undefined, seconds: 10 }), `saved: ${line}`)
	t.is(
		savedLine({ manifest: { ...manifest, revision: '0' }, path: undefined, seconds: 10 }),
		`saved: ${line.replace(', revision 1,204,551', '')}`,
	)
})

test('named by its revision and the time, by letters that every system takes', (t) => {
	t.is(
		standardName('orders', 1204551n, Date.parse('2026-03-01T14:02:11Z')),
		'orders_v1204551_2026-03-01-14-02-11.db',
	)
})

const meta = { version: 2, pageSize: 4096, root: 3, freelist: undefined, pages: 100_096, transaction: 184n }
const good: Inspected = {
	bytes: 391 * mebibyte + 32,
	databaseBytes: 391 * mebibyte,
	sum: { state: 'holds', sha256 },
	metas: { meta, both: [meta, { ...meta, transaction: 183n }] },
	broken: [],
	contents: {
		keys: 154,
		revisions: 355,
		allKeys: 364,
		revision: 1_204_560n,
		reached: 1_204_560n,
		hash: 0xeb43ca50,
		storageVersion: '3.6.0',
	},
	sidecar: { state: 'there', manifest },
}
const mismatch = { state: 'differs', is: 'aa', says: 'bb' } as const
const zero = '0'.repeat(64)

test('a file that holds', (t) => {
	t.deepEqual(fileLines('orders.db', { inspected: good, faults: faultsOf(good) }, look()), [
		'FILE      orders.db, 391Mi',
		`SHA256    holds, ${sha256}`,
		'DATABASE  bbolt 2, 391Mi, 100,096 pages of 4096; page 0 holds (transaction 184), page 1 holds (transaction 183)',
		'CONTENTS  revision 1,204,560, 154 keys, 355 with their history, hash eb43ca50, storage version 3.6.0',
		'MANIFEST  of team-a/orders (cluster 9a1f), from orders-c, etcd 3.6.16, at 2026-03-01T14:02:11.000Z, revision 1,204,551',
	])
	t.like(fileDocument('orders.db', { inspected: good, faults: [] }), {
		kind: 'EtcdSnapshotFile',
		isWhole: true,
		sha256: { state: 'holds', is: sha256 },
		contents: { revision: '1204560', keys: 154, hash: 0xeb43ca50 },
	})
})

interface Row {
	readonly change: Partial<Inspected>
	readonly faults: readonly string[]
}

const rows: Readonly<Record<string, Row>> = {
	'another bit': { change: { sum: mismatch }, faults: ['sha256 mismatch: do not restore from this file'] },
	'a copy of a disk': {
		change: { sum: { state: 'none' } },
		faults: [
			'it has no sum at its end, so that nothing proves it: it was cut, or copied from a member’s disk',
		],
	},
	'a cut': {
		change: { sum: { state: 'cut' }, bytes: 1234, sidecar: { state: 'none' } },
		faults: ['it was cut: 1234 bytes are neither whole pages nor pages with their sum'],
	},
	'broken pages': {
		change: {
			sum: mismatch,
			broken: [new BrokenPage(7, 'it is of kind 3, where keys belong'), new BrokenPage(9, 'it has no keys')],
			contents: undefined,
		},
		faults: [
			'sha256 mismatch: do not restore from this file',
			'page 7: it is of kind 3, where keys belong',
			'page 9: it has no keys',
		],
	},
	'no database': {
		change: {
			metas: { meta: undefined, both: ['it does not begin as a database does', 'the file ends in it'] },
		},
		faults: [
			'page 0, which says what the file is: it does not begin as a database does',
			'page 1, which says what the file is: the file ends in it',
		],
	},
	'a manifest of a larger file': {
		change: { sidecar: { state: 'there', manifest: { ...manifest, bytes: 7 } } },
		faults: [`the manifest beside it is of a file of 7 bytes, and this one has ${391 * mebibyte + 32}`],
	},
	'a manifest of another file': {
		change: { sidecar: { state: 'there', manifest: { ...manifest, sha256: zero } } },
		faults: [`the manifest beside it is of another file, whose sum is ${zero}`],
	},
	'a manifest of a later one': {
		change: { sidecar: { state: 'there', manifest: { ...manifest, revision: '1204561' } } },
		faults: ['the manifest beside it says revision 1204561, and it ends at 1204560'],
	},
	'a manifest that is none': {
		change: { sidecar: { state: 'unreadable', why: 'it is no JSON' } },
		faults: ['the manifest beside it cannot be read: it is no JSON'],
	},
}

for (const [title, { change, faults }] of Object.entries(rows))
	test(`a file with ${title}`, (t) => {
		const inspected = { ...good, ...change }
		const found = faultsOf(inspected)
		t.deepEqual(
			found.map(({ what }) => what),
			faults,
		)
		t.deepEqual(
			fileLines('orders.db', { inspected, faults: found }, look()).slice(5),
			faults.map((what) => `✖ ${what}`),
		)
		t.is(fileDocument('orders.db', { inspected, faults: found }).isWhole, false)
	})
