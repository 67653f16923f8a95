// Snapshots that are not restored: each is refused in a sentence, and nothing of it is left.
import { randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { manifestName } from '../../../backup/name.ts'
import { sealed } from '../../../backup/sealing.ts'
import { emptySnapshot } from '../../../etcd/empty-database.ts'
import { fetched, place } from './place.ts'

const flipped = (bytes: Buffer): Buffer => {
	const copy = Buffer.from(bytes)
	copy[5000] = (copy[5000] ?? 0) ^ 1
	return copy
}

const sealedBytes = async (key: Buffer): Promise<Buffer> => {
	async function* pieces() {
		yield await Promise.resolve(emptySnapshot())
	}
	const all: Uint8Array[] = []
	for await (const piece of sealed(pieces(), key)) all.push(piece)
	return Buffer.concat(all)
}

const manifest = (change: object) => ({
	form: 1,
	object: 'orders',
	bytes: emptySnapshot().length,
	sha256: emptySnapshot().subarray(-32).toString('hex'),
	backup: { namespace: 'shop', name: 'daily', uid: 'u' },
	clusterId: 'a1',
	member: { id: 'b1', name: 'b' },
	revision: '7',
	term: '2',
	etcdVersion: '3.6.16',
	storageVersion: '3.6.0',
	takenAt: '2026-01-02T03:04:05.000Z',
	...change,
})

const refusals: readonly (readonly [
	what: string,
	files: () => Promise<Record<string, Buffer | object>>,
	code: string,
	says: RegExp,
])[] = [
	['not there', async () => ({}), 'store-missing', /has no orders$/],
	[
		'cut',
		async () => ({ orders: emptySnapshot().subarray(0, 9000) }),
		'broken',
		/orders is no whole snapshot: it has 9000 bytes/,
	],
	[
		'changed',
		async () => ({ orders: flipped(emptySnapshot()) }),
		'broken',
		/are not those that were summed up/,
	],
	[
		'no database',
		async () => ({ orders: randomBytes(2048 + 32) }),
		'broken',
		/does not begin like a database/,
	],
	[
		'sealed, and there is no key',
		async () => ({ orders: await sealedBytes(randomBytes(32)) }),
		'key',
		/is sealed: name the Secret/,
	],
	[
		'another than its manifest says',
		async () => ({ orders: emptySnapshot(), [manifestName('orders')]: manifest({ sha256: 'a'.repeat(64) }) }),
		'broken',
		/its manifest says aaaa/,
	],
	[
		'of another size than its manifest says',
		async () => ({ orders: emptySnapshot(), [manifestName('orders')]: manifest({ bytes: 7 }) }),
		'broken',
		/has 16416 bytes, and its manifest says 7/,
	],
	[
		'beside a manifest that cannot be read',
		async () => ({ orders: emptySnapshot(), [manifestName('orders')]: { form: 2 } }),
		'manifest',
		/form is 2, and 1 is known/,
	],
	[
		'of a later minor, by its manifest',
		async () => ({
			orders: emptySnapshot(),
			[manifestName('orders')]: manifest({ storageVersion: '3.6.0' }),
		}),
		'newer',
		/was written by etcd 3\.6, and the cluster is to run 3\.5: write spec\.version 3\.6 or later$/,
	],
]

for (const [what, files, code, says] of refusals)
	test.serial(`refused, and nothing is left: ${what}`, async (t) => {
		const { store, volume, task } = await place(t, { minor: '3.5' })
		for (const [name, bytes] of Object.entries(await files()))
			await writeFile(join(store, name), Buffer.isBuffer(bytes) ? bytes : JSON.stringify(bytes))
		const said = await fetched(task)
		t.like(said, { ok: false, code })
		t.regex(said.ok ? '' : said.message, says)
		t.deepEqual(await readdir(volume), [])
	})

test.serial('what its manifest says is told', async (t) => {
	const { store, task } = await place(t, { minor: '3.6' })
	await writeFile(join(store, 'orders'), emptySnapshot())
	await writeFile(join(store, manifestName('orders')), JSON.stringify(manifest({})))
	t.like(await fetched(task), {
		ok: true,
		fetched: { minor: '3.6', takenAt: '2026-01-02T03:04:05.000Z', manifest: true, revision: '7' },
	})
})
