// The sum by Castagnoli, and the one number that is read of a key.
import test from 'ava'
import { Crc32c } from '../../../backup/bolt/crc32c.ts'
import { versionIn } from '../../../backup/bolt/key-value.ts'

const sumOf = (...pieces: readonly Uint8Array[]): number => {
	const sum = new Crc32c()
	for (const piece of pieces) sum.update(piece)
	return sum.sum
}

/** RFC 3720 has them. */
for (const [bytes, sum] of [
	[Buffer.from('123456789'), 0xe3069283],
	[Buffer.alloc(0), 0],
	[Buffer.alloc(32), 0x8a9136aa],
	[Buffer.alloc(32, 0xff), 0x62a8ab43],
	[Buffer.from(Array.from({ length: 32 }, (_, index) => index)), 0x46dd794e],
	[Buffer.from(Array.from({ length: 32 }, (_, index) => 31 - index)), 0x113fdb5c],
] as const)
	test(`the sum of ${bytes.toString('hex') || 'nothing'}, in one piece or in two`, (t) => {
		t.is(sumOf(bytes), sum)
		for (let cut = 0; cut <= bytes.length; cut++)
			t.is(sumOf(bytes.subarray(0, cut), bytes.subarray(cut)), sum)
	})

for (const [title, bytes, version] of [
	['a key that was made', [0x0a, 1, 107, 0x10, 5, 0x18, 5, 0x20, 1, 0x2a, 1, 118], 1],
	['one that was written often', [0x0a, 1, 107, 0x10, 5, 0x18, 0x80, 0x02, 0x20, 0xac, 0x02], 300],
	['what has none', [0x0a, 1, 107], undefined],
	['nothing', [], undefined],
	['a number without an end', [0x20, 0xff], undefined],
	['a group', [0x0b, 1, 0x20, 1], undefined],
] as const)
	test(`the version of ${title}`, (t) => {
		t.is(versionIn(Buffer.from(bytes)), version)
	})
