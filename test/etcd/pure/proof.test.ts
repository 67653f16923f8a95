// What is a whole snapshot, however its bytes come, and what is none, whichever of them is missing or another.
import { createHash } from 'node:crypto'
import test from 'ava'
import { array, assert, integer, property } from 'fast-check'
import { BrokenSnapshot, Proof } from '../../../etcd/proof.ts'

/** As much of a database as is looked at. */
function database(pages: number): Buffer {
	const bytes = Buffer.alloc(pages * 4096, 7)
	bytes.writeUInt32LE(0xed0cdaed, 16)
	bytes.writeUInt32LE(2, 20)
	return bytes
}

const summed = (bytes: Buffer): Buffer => Buffer.concat([bytes, createHash('sha256').update(bytes).digest()])

const whole = summed(database(3))

function judged(...pieces: readonly Uint8Array[]): string {
	const proof = new Proof()
	for (const piece of pieces) {
		proof.add(piece)
		// Whoever gave it uses its memory for something else.
		piece.fill(0)
	}
	try {
		const { bytes, sha256 } = proof.end()
		return `${bytes} ${sha256}`
	} catch (reason) {
		return reason instanceof BrokenSnapshot ? reason.because : String(reason)
	}
}

const good = `${whole.length} ${whole.subarray(-32).toString('hex')}`

test('whole, however it comes', (t) => {
	t.is(judged(Buffer.from(whole)), good)
	t.notThrows(() =>
		assert(
			property(array(integer({ min: 0, max: whole.length }), { maxLength: 12 }), (cuts) => {
				const at = [0, ...cuts.toSorted((one, other) => one - other), whole.length]
				const pieces = at.slice(1).map((end, index) => Buffer.from(whole.subarray(at[index], end)))
				return judged(...pieces) === good
			}),
		),
	)
	t.is(judged(...Array.from(whole, (byte) => Buffer.from([byte]))), good)
})

test('cut anywhere', (t) => {
	for (const bytes of [0, 1, 31, 32, 511, 544, 4096, 4096 + 32, whole.length - 32, whole.length - 1])
		t.not(judged(Buffer.from(whole.subarray(0, bytes))), good, `${bytes} bytes`)
	t.notThrows(() =>
		assert(
			property(integer({ min: 0, max: whole.length - 1 }), (bytes) =>
				['cut', 'changed', 'noDatabase'].includes(judged(Buffer.from(whole.subarray(0, bytes)))),
			),
		),
	)
})

test('any bit is another', (t) => {
	t.notThrows(() =>
		assert(
			property(integer({ min: 0, max: whole.length * 8 - 1 }), (bit) => {
				const other = Buffer.from(whole)
				other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7))
				return ['changed', 'noDatabase'].includes(judged(other))
			}),
		),
	)
})

test('something else with a right sum is no database', (t) => {
	t.is(judged(summed(Buffer.alloc(4096, 1))), 'noDatabase')
	t.is(judged(summed(Buffer.alloc(0))), 'noDatabase')
})

const why = (bytes: Buffer): string => {
	const proof = new Proof()
	proof.add(bytes)
	try {
		proof.end()
		return 'nothing'
	} catch (reason) {
		return (reason as Error).message
	}
}

test('what is wrong is said', (t) => {
	t.regex(
		why(database(3)),
		/^it has 12288 bytes and no sum at its end: it was cut, or copied from a member's disk$/,
	)
	t.regex(why(whole.subarray(0, 700)), /^it has 700 bytes and no sum at its end: it was cut$/)
	t.regex(why(Buffer.alloc(0)), /^it has 0 bytes and no sum/)
	t.regex(why(Buffer.concat([database(2), Buffer.alloc(32)])), /do not restore from it$/)
})
