// A snapshot out of gRPC's frames: the same as messages read whole, wherever they are cut; what is no snapshot is an error.
import { create, toBinary } from '@bufbuild/protobuf'
import test from 'ava'
import { Blobs, type Said } from '../../../etcd/blobs.ts'
import { framed } from '../../../etcd/framing.ts'
import { SnapshotResponseSchema } from '../../../etcd/rpc_pb.ts'

const blobs = [Buffer.alloc(300, 1), Buffer.alloc(0), Buffer.alloc(32 * 1024, 2), Buffer.alloc(1, 3)]
const total = blobs.reduce((sum, { length }) => sum + length, 0)

const message = (blob: Buffer, left: number, version = '3.6.0'): Buffer =>
	framed(
		toBinary(
			SnapshotResponseSchema,
			create(SnapshotResponseSchema, {
				header: { clusterId: 2n ** 63n, memberId: 7n, revision: 9n, raftTerm: 2n },
				remainingBytes: BigInt(left),
				blob,
				version,
			}),
		),
	)

function all(version?: string): Buffer {
	let left = total
	return Buffer.concat(blobs.map((blob) => message(blob, (left -= blob.length), version)))
}

function read(bytes: Buffer, cuts: readonly number[]) {
	const reader = new Blobs()
	const said: Said[] = []
	let [at, left] = [0, -1]
	const lefts = new Set<number>()
	for (const cut of [...cuts, bytes.length]) {
		for (const one of reader.push(bytes.subarray(at, cut))) {
			said.push('bytes' in one ? { bytes: Buffer.from(one.bytes) } : one)
			if ('leftBytes' in one) left = one.leftBytes
			if ('bytes' in one) lefts.add(left)
		}
		at = cut
	}
	return {
		isWhole: reader.isWhole,
		bytes: Buffer.concat(said.flatMap((one) => ('bytes' in one ? one.bytes : []))).toString('base64'),
		/** As it was said by the time when bytes came. */
		lefts: [...lefts],
		versions: new Set(said.flatMap((one) => ('storageVersion' in one ? one.storageVersion : []))),
	}
}

test('is read wherever it is cut', (t) => {
	const bytes = all()
	const whole = read(bytes, [])
	t.true(whole.isWhole)
	t.is(whole.bytes, Buffer.concat(blobs).toString('base64'))
	t.deepEqual(whole.lefts, [32 * 1024 + 1, 1, 0])
	t.deepEqual([...whole.versions], ['3.6.0'])
	for (let cut = 1; cut < bytes.length; cut += cut < 500 || cut > bytes.length - 500 ? 1 : 997)
		t.deepEqual(read(bytes, [cut]), whole, `cut at ${cut}`)
	for (const step of [1, 2, 3, 7, 16_384])
		t.deepEqual(
			read(
				bytes,
				Array.from({ length: Math.floor((bytes.length - 1) / step) }, (_, index) => (index + 1) * step),
			),
			whole,
			`in pieces of ${step}`,
		)
})

test('of minors that tell no version', (t) => {
	t.is(read(all(''), []).versions.size, 0)
})

test('what ends in the middle is not whole', (t) => {
	const bytes = all()
	for (const cut of [3, 5, 20, 400, bytes.length - 1]) t.false(read(bytes.subarray(0, cut), []).isWhole)
	t.true(read(Buffer.alloc(0), []).isWhole)
})

const field = (...bytes: readonly number[]): Buffer => framed(Buffer.from(bytes))

for (const [title, bytes, said] of [
	['a compressed message', Buffer.concat([Buffer.from([1]), field(1).subarray(1)]), /it is compressed/],
	['a field that is longer than its message', field(0x1a, 100, 1), /a field is longer than its message/],
	['a number without an end', field(0x10, ...Array.from({ length: 12 }, () => 0xff)), /a number has no end/],
	['a group', field(0x0b, 1), /a field is of kind 3/],
	['a number that reaches beyond its message', Buffer.concat([field(0x10), Buffer.from([1])]), /longer/],
	[
		'a version that is a book',
		field(0x22, 0xff, 0x0f, ...Array.from({ length: 2047 }, () => 65)),
		/no version/,
	],
] as const)
	test(`${title} is no snapshot`, (t) => {
		const reason = t.throws(() => read(bytes, []))
		t.regex(reason.message, said)
	})

test('fields that nobody knows are passed by', (t) => {
	const unknown = [0x79, 1, 2, 3, 4, 5, 6, 7, 8, 0x7d, 1, 2, 3, 4, 0x7a, 2, 9, 9, 0x78, 5]
	const { bytes, isWhole } = read(field(...unknown, 0x1a, 2, 7, 8, ...unknown), [])
	t.true(isWhole)
	t.deepEqual([...Buffer.from(bytes, 'base64')], [7, 8])
})
