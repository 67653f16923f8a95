import test from 'ava'
import { array, assert, boolean, nat, property, uint8Array } from 'fast-check'
import { framed, unframed, Unframer } from '../../../etcd/framing.ts'

function pieces(bytes: Buffer, cuts: readonly number[]): Buffer[] {
	const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted(
		(one, other) => one - other,
	)
	return at.slice(1).map((end, index) => bytes.subarray(at[index], end))
}

const bodies = array(uint8Array({ maxLength: 40 }), { maxLength: 12 })

test('messages come out whole and in order, wherever they are cut and whenever one asks', (t) => {
	assert(
		property(bodies, array(nat(), { maxLength: 30 }), boolean(), (messages, cuts, atOnce) => {
			const unframer = new Unframer()
			const got: Buffer[] = []
			const take = (): void => {
				for (let one = unframer.next(); one !== undefined; one = unframer.next()) got.push(Buffer.from(one))
			}
			for (const piece of pieces(Buffer.concat(messages.map(framed)), cuts)) {
				unframer.push(piece)
				if (atOnce) take()
			}
			take()
			t.deepEqual(
				got,
				messages.map((message) => Buffer.from(message)),
			)
			t.is(unframer.size, 0)
		}),
	)
})

test('what is no gRPC is said at its first five bytes', (t) => {
	for (const first of [
		[1, 0, 0, 0, 0],
		[0, 255, 0, 0, 0],
		[0x48, 0x54, 0x54, 0x50, 0x2f],
	]) {
		const unframer = new Unframer()
		unframer.push(Buffer.from(first.slice(0, 4)))
		t.is(unframer.next(), undefined)
		unframer.push(Buffer.from(first.slice(4)))
		t.throws(() => unframer.next(), { message: /no plain gRPC/ })
	}
})

test('one message, or none', (t) => {
	t.deepEqual(unframed(framed(Buffer.from('abc'))), Buffer.from('abc'))
	for (const bytes of [[], [0, 0, 0, 0], [0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 1]])
		t.throws(() => unframed(Buffer.from(bytes)), { message: /not one gRPC message/ })
})

test('a long message that comes in many pieces is put together once', (t) => {
	const unframer = new Unframer()
	const message = framed(new Uint8Array(30_000_000))
	const began = performance.now()
	for (let at = 0; at < message.length; at += 1000) {
		unframer.push(message.subarray(at, at + 1000))
		if (at + 1000 < message.length) t.is(unframer.next(), undefined)
	}
	t.is(unframer.next()?.length, 30_000_000)
	t.true(performance.now() - began < 5000)
})
