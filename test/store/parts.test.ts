// An object in parts: all of it in its order, in the memory of parts that are done with, and never in that of one that failed.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { inParts } from '../../store/parts.ts'
import { StoreError } from '../../store/store.ts'
import { inPieces } from './contract.ts'

const [partBytes, atOnce] = [1000, 3]

async function stored(bytes: Buffer, failsAt = 0) {
	const taken = new Map<number, Buffer>()
	const memory = new Set<ArrayBufferLike>()
	let left = 0
	const parts = {
		partBytes,
		atOnce,
		whole: async (body: Buffer) => void (await Promise.resolve(taken.set(1, Buffer.from(body)))),
		begin: async () =>
			await Promise.resolve({
				async put({ number, body }: { number: number; body: Buffer }) {
					memory.add(body.buffer)
					await sleep(1 + (number % 3))
					if (number === failsAt) throw new Error('the store is away')
					// As late as a socket might read it.
					taken.set(number, Buffer.from(body))
				},
				complete: async () => await Promise.resolve(),
				abandon: async () => void (await Promise.resolve(left++)),
			}),
	}
	await inParts(inPieces(bytes, 333), parts, {}).catch((reason: unknown) => {
		if (failsAt === 0) throw reason
	})
	const inOrder = [...taken].toSorted(([one], [other]) => one - other).map(([, body]) => body)
	return { all: Buffer.concat(inOrder), memory: memory.size, left }
}

for (const size of [1, partBytes - 1, partBytes, partBytes + 1, 40 * partBytes, 40 * partBytes + 7])
	test(`${size} bytes`, async (t) => {
		const bytes = randomBytes(size)
		const { all, memory } = await stored(bytes)
		t.true(all.equals(bytes))
		t.true(memory <= atOnce + 1, `${memory} buffers`)
	})

test('a part that fails is the end, and what was begun is abandoned', async (t) => {
	const bytes = randomBytes(40 * partBytes)
	const { all, left } = await stored(bytes, 5)
	t.true(all.length < bytes.length)
	t.is(left, 1)
})

test('the next one is gathered while as many as may be are on their way', async (t) => {
	const gathered = Promise.withResolvers<void>()
	async function* pieces(): AsyncGenerator<Uint8Array> {
		yield* inPieces(randomBytes(partBytes))
		gathered.resolve()
		yield* inPieces(randomBytes(partBytes))
	}
	const put = async (): Promise<void> => await gathered.promise
	const nothing = async (): Promise<void> => await Promise.resolve()
	const begin = async () => await Promise.resolve({ put, complete: nothing, abandon: nothing })
	t.is(await inParts(pieces(), { partBytes, atOnce: 1, whole: nothing, begin }, {}), 2 * partBytes)
})

test('of parts that fail what will not pass is told, whichever was first', async (t) => {
	const put = async ({ number }: { readonly number: number }): Promise<void> => {
		await sleep(number)
		throw new StoreError(number === 2 ? 'full' : 'unreachable', `part ${number}`)
	}
	const nothing = async (): Promise<void> => await Promise.resolve()
	const begin = async () => await Promise.resolve({ put, complete: nothing, abandon: nothing })
	const putting = inParts(
		inPieces(randomBytes(3 * partBytes)),
		{ partBytes, atOnce, whole: nothing, begin },
		{},
	)
	await t.throwsAsync(putting, { message: 'part 2' })
})
