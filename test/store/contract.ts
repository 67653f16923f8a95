// What every store must do, whatever it is made of.
import { createHash, randomBytes } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import { StoreError, type Store } from '../../store/store.ts'

async function all<T>(some: AsyncIterable<T>): Promise<readonly T[]> {
	const found: T[] = []
	for await (const one of some) found.push(one)
	return found
}

export const whole = async (pieces: AsyncIterable<Uint8Array>): Promise<Buffer> =>
	Buffer.concat(await all(pieces))

export async function* inPieces(bytes: Buffer, each = 32 * 1024): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < bytes.length; at += each) yield await Promise.resolve(bytes.subarray(at, at + each))
}

const sum = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export const names = async (store: Store, beginning: string): Promise<readonly string[]> =>
	(await all(store.list(beginning))).map(({ name }) => name)

let given = 0
/** Nothing of other tests is there. */
const fresh = (): string => `test-${process.pid}-${given++}`

/** Sizes around that at which a store does otherwise. */
const sizes = (partBytes: number): readonly number[] => [
	0,
	1,
	partBytes - 1,
	partBytes,
	partBytes + 1,
	3 * partBytes + 17,
]

export function keepsTheContract(
	open: (t: ExecutionContext) => Promise<Store>,
	{ partBytes }: { readonly partBytes: number },
): void {
	for (const size of sizes(partBytes))
		test(`gives back ${size} bytes as they were, and from anywhere`, async (t) => {
			const store = await open(t)
			const [name, bytes] = [`${fresh()}/a b+c_v1_2026-11-19-10:00:00`, randomBytes(size)]
			const told: number[] = []
			const began = Date.now()
			const stored = await store.put(name, inPieces(bytes), { progress: (done) => told.push(done) })
			t.like(stored, { name, bytes: size })
			t.true(Math.abs(stored.at - began) < 60_000, `${stored.at} beside ${began}`)
			if (size > 0) t.is(Math.max(...told), size)
			t.deepEqual(await store.head(name), stored)
			t.is(sum(await whole(store.get(name))), sum(bytes))
			if (size > 2) {
				const from = size - 2
				t.is(sum(await whole(store.get(name, from))), sum(bytes.subarray(from)))
			}
		})

	test('lists what begins so, in order, and nothing else', async (t) => {
		const store = await open(t)
		const place = fresh()
		const [inside, beside] = [`${place}/orders`, `${place}/orders-2`]
		for (const name of [`${inside}_v10`, `${inside}_v9`, `${beside}_v1`, `${place}/other`])
			await store.put(name, inPieces(Buffer.from(name)))
		t.deepEqual(await names(store, `${inside}_v`), [`${inside}_v10`, `${inside}_v9`])
		t.deepEqual(await names(store, inside), [`${beside}_v1`, `${inside}_v10`, `${inside}_v9`])
		t.deepEqual(await names(store, `${place}/`), [
			`${beside}_v1`,
			`${inside}_v10`,
			`${inside}_v9`,
			`${place}/other`,
		])
		t.deepEqual(await names(store, `${fresh()}/nothing`), [])
	})

	test('what is removed is gone, and may be removed again', async (t) => {
		const store = await open(t)
		const name = `${fresh()}/a`
		await store.put(name, inPieces(Buffer.from('a')))
		await store.remove(name)
		await store.remove(name)
		t.is(await store.head(name), undefined)
		const reason = await t.throwsAsync(whole(store.get(name)), { instanceOf: StoreError })
		t.is(reason.code, 'missing')
	})

	test('what is written again is another, and never half of it', async (t) => {
		const store = await open(t)
		const name = `${fresh()}/a`
		await store.put(name, inPieces(Buffer.from('before')))
		await store.put(name, inPieces(Buffer.from('after')))
		t.is((await whole(store.get(name))).toString(), 'after')
	})

	for (const size of [10, partBytes + 10, 3 * partBytes])
		test(`pieces that throw after ${size} bytes leave what was there`, async (t) => {
			const store = await open(t)
			const place = fresh()
			async function* broken(): AsyncGenerator<Uint8Array> {
				yield* inPieces(randomBytes(size))
				throw new Error('the member is gone')
			}
			const [known, unknown] = [`${place}/known`, `${place}/unknown`]
			await store.put(known, inPieces(Buffer.from('before')))
			for (const name of [known, unknown])
				await t.throwsAsync(store.put(name, broken()), { message: 'the member is gone' })
			t.is((await whole(store.get(known))).toString(), 'before')
			t.is(await store.head(unknown), undefined)
			t.deepEqual(await names(store, `${place}/`), [known])
		})

	test('who gives up leaves nothing', async (t) => {
		const store = await open(t)
		const place = fresh()
		const giving = new AbortController()
		async function* slow(): AsyncGenerator<Uint8Array> {
			for (let piece = 0; ; piece++) {
				if (piece === 40) giving.abort(new Error('enough'))
				yield await Promise.resolve(randomBytes(partBytes / 16))
			}
		}
		await t.throwsAsync(store.put(`${place}/a`, slow(), { signal: giving.signal }))
		t.deepEqual(await names(store, `${place}/`), [])
	})
}
