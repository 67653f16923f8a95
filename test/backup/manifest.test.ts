// What a manifest must say, and what is said of one that does not.
import test from 'ava'
import { manifestIn, NoManifest, textOf, type Manifest } from '../../backup/manifest.ts'

const whole: Manifest = {
	form: 1,
	object: 'bucket/orders_v24_2026-11-19-09:05:01',
	bytes: 20_512,
	sha256: 'a'.repeat(64),
	backup: { namespace: 'team-a', name: 'nightly', uid: 'b5b9' },
	clusterId: 'cdf818194e3a8c32',
	member: { id: '8e9e05c52164694d', name: 'orders-a' },
	revision: '9223372036854775807',
	term: '7',
	etcdVersion: '3.6.16',
	storageVersion: '3.6.0',
	hashKv: { hash: 3_735_928_559, revision: '24', compacted: '-1' },
	keyId: 'k1',
	takenAt: '2026-11-19T09:05:01.000Z',
	verifiedAt: '2026-11-19T09:05:09.000Z',
}

test('what is written is read', (t) => {
	t.deepEqual(manifestIn(textOf(whole)), whole)
	const least = { ...whole, hashKv: undefined, keyId: undefined, verifiedAt: undefined }
	t.deepEqual(manifestIn(textOf(least)), least)
})

test('what somebody adds later is no reason not to read it', (t) => {
	t.deepEqual(manifestIn(JSON.stringify({ ...whole, more: 1 })), whole)
})

const rows: readonly (readonly [what: string, json: string, says: RegExp])[] = [
	['half of one', textOf(whole).slice(0, -10), /^it is no JSON$/],
	['a list', '[]', /^it is no object$/],
	['of another form', JSON.stringify({ ...whole, form: 2 }), /^form is 2, and 1 is known$/],
	['without a UID', JSON.stringify({ ...whole, backup: { ...whole.backup, uid: '' } }), /^uid is ""$/],
	['without its backup', JSON.stringify({ ...whole, backup: null }), /^backup is missing$/],
	['with a negative size', JSON.stringify({ ...whole, bytes: -1 }), /^bytes is -1$/],
	['with a large revision as a number', JSON.stringify({ ...whole, revision: 24 }), /^revision is 24$/],
	['with a sum that is none', JSON.stringify({ ...whole, sha256: 'abc' }), /^sha256 is "abc"$/],
	['with no time', JSON.stringify({ ...whole, takenAt: 'yesterday' }), /^takenAt is "yesterday"$/],
	['without an object', JSON.stringify({ ...whole, object: '' }), /^object is ""$/],
]
for (const [what, json, says] of rows)
	test(`no manifest: ${what}`, (t) => {
		const reason = t.throws(() => manifestIn(json), { instanceOf: NoManifest })
		t.regex(reason.message, says)
	})
