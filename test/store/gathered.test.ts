// Small pieces as large writes, one at a time, with nothing lost, doubled or out of its order.
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { inLargeWrites } from '../../store/gathered.ts'

const piece = 64 * 1024

async function* pieces(count: number, failsAt = Infinity): AsyncGenerator<Uint8Array> {
	for (let index = 0; index < count; index++) {
		if (index === failsAt) throw new Error('the pieces ended')
		yield await Promise.resolve(Buffer.alloc(piece, index))
	}
}

for (const count of [0, 1, 3, 4, 5, 200])
	test(`${count} pieces`, async (t) => {
		const written: Buffer[] = []
		let underWay = 0
		await inLargeWrites(pieces(count), async (gathered, bytes) => {
			t.is(underWay++, 0, 'one at a time')
			t.is(
				gathered.reduce((sum, { length }) => sum + length, 0),
				bytes,
			)
			await sleep(1)
			written.push(...gathered.map((one) => Buffer.from(one)))
			underWay--
		})
		t.is(underWay, 0)
		t.deepEqual(
			written.map(([first]) => first),
			Array.from({ length: count }, (_, index) => index & 255),
		)
	})

test('what the pieces throw is thrown when nothing is under way any more', async (t) => {
	let underWay = 0
	const writing = inLargeWrites(pieces(50, 41), async () => {
		underWay++
		await sleep(20)
		underWay--
	})
	await t.throwsAsync(writing, { message: 'the pieces ended' })
	t.is(underWay, 0)
})

test('a write that fails is heard of, and ends it', async (t) => {
	let writes = 0
	const writing = inLargeWrites(pieces(1000), async () => {
		await sleep(1)
		if (++writes === 3) throw new Error('no room')
	})
	await t.throwsAsync(writing, { message: 'no room' })
	t.is(writes, 3)
})
