// Interruptions at any byte on the way to a store and back, once or for good: what has a name is whole or nothing has it, and what is
// read is whole or an error.
import { createHash, randomBytes } from 'node:crypto'
import test from 'ava'
import { azureStore } from '../../../store/azure.ts'
import { gcsStore } from '../../../store/gcs.ts'
import { s3Store } from '../../../store/s3.ts'
import type { Store } from '../../../store/store.ts'
import { inPieces, names } from '../contract.ts'
import { startAzurite } from './azurite.ts'
import { cutting, type Fault } from './cutting.ts'
import { startFakeGcs } from './fake-gcs.ts'
import { startMinio } from './minio.ts'

/** npm test makes a part of them, and npm run show -- cut all. Of each store. */
const [times, atOnce] = [Number(process.env['CUTS'] ?? 48), 12]

interface Server extends AsyncDisposable {
	readonly port: number
	/** Through a door, or straight. */
	readonly store: (port: number) => Store
	/** A part and more, so that there are both kinds of requests. */
	readonly bytes: number
}

async function minio(): Promise<Server> {
	const one = await startMinio()
	const partBytes = 5 * 1024 * 1024
	return {
		port: one.port,
		store: (port) => s3Store({ ...one.options(), endpoint: `http://127.0.0.1:${port}`, partBytes }),
		bytes: partBytes + 700_000,
		[Symbol.asyncDispose]: one[Symbol.asyncDispose],
	}
}

async function gcs(): Promise<Server> {
	const one = await startFakeGcs()
	return {
		port: one.port,
		store: (port) => gcsStore(one.options(port)),
		bytes: 3_300_000,
		[Symbol.asyncDispose]: one[Symbol.asyncDispose],
	}
}

async function azure(): Promise<Server> {
	const one = await startAzurite()
	return {
		port: one.port,
		store: (port) => azureStore(one.options(port)),
		bytes: 3_300_000,
		[Symbol.asyncDispose]: one[Symbol.asyncDispose],
	}
}

interface Outcome {
	readonly fault: Fault
	readonly does: 'put' | 'get'
	readonly hasBitten: boolean
	readonly isDone: boolean
	readonly reason?: unknown
}

/** Every kind with every other, and evenly over the whole of it with a little more for the requests around it. */
function faultOf(index: number, does: Outcome['does'], bytes: number): Fault {
	const kind = (['cut', 'busy', 'slow'] as const)[Math.floor(index / 4) % 3] ?? 'cut'
	const forGood = index % 2 === 0
	const at = (most: number): number => 1 + Math.floor((index / times) * most)
	// The answers to an upload are short, and losing one of them is not to know whether it was done.
	const isAnswer = does === 'put' && kind !== 'busy' && Math.floor(index / 12) % 2 === 1
	if (isAnswer) return { kind, of: 'store', forGood, afterBytes: at(2500) }
	if (does === 'put') return { kind, of: 'client', forGood, afterBytes: at(bytes + 4000) }
	if (kind === 'busy') return { kind, of: 'client', forGood, afterBytes: at(200) }
	return { kind, of: 'store', forGood, afterBytes: at(bytes) }
}

const sumOf = async (pieces: AsyncIterable<Uint8Array>): Promise<string> => {
	const hash = createHash('sha256')
	for await (const piece of pieces) hash.update(piece)
	return hash.digest('hex')
}

async function interrupted(server: Server, snapshot: Buffer, index: number): Promise<Outcome> {
	const does = Math.floor(index / 2) % 2 === 0 ? 'put' : 'get'
	const fault = faultOf(index, does, snapshot.length)
	await using door = await cutting(server.port, fault)
	const store = server.store(door.port)
	const signal = AbortSignal.timeout(fault.forGood ? 1500 : 60_000)
	try {
		if (does === 'put') await store.put(`cut/${index}`, inPieces(snapshot), { signal })
		else if ((await sumOf(store.get('whole', 0, signal))) !== (await sumOf(inPieces(snapshot))))
			throw new Error('what was read is not what is there')
		return { fault, does, hasBitten: door.hasBitten(), isDone: true }
	} catch (reason) {
		return { fault, does, hasBitten: door.hasBitten(), isDone: false, reason }
	} finally {
		store.close()
	}
}

async function all(server: Server, snapshot: Buffer): Promise<readonly Outcome[]> {
	const outcomes: Outcome[] = []
	let next = 0
	const work = async (): Promise<void> => {
		for (let index = next++; index < times; index = next++)
			outcomes[index] = await interrupted(server, snapshot, index)
	}
	await Promise.all(Array.from({ length: atOnce }, work))
	return outcomes
}

for (const start of [minio, gcs, azure])
	test.serial(`no interruption leaves a name without all of what it stands for: ${start.name}`, async (t) => {
		t.timeout(1_200_000)
		await using server = await start()
		const snapshot = randomBytes(server.bytes)
		const sum = await sumOf(inPieces(snapshot))
		const straight = server.store(server.port)
		t.teardown(() => straight.close())
		await straight.put('whole', inPieces(snapshot))

		const outcomes = await all(server, snapshot)
		const there = new Set(await names(straight, 'cut/'))
		let bad = 0
		for (const name of there) if ((await sumOf(straight.get(name))) !== sum) bad++

		const bitten = outcomes.filter((one) => one.hasBitten)
		const healed = bitten.filter((one) => one.isDone)
		t.log(
			`${bitten.length} interrupted, ${healed.length} done all the same, ${there.size} there, ${bad} broken`,
		)
		t.is(bad, 0)
		t.deepEqual(
			outcomes.flatMap((one, index) =>
				one.does === 'put' && one.isDone && !there.has(`cut/${index}`) ? [one] : [],
			),
			[],
			'what was said to be stored is there',
		)
		t.deepEqual(
			outcomes.filter(({ reason }) => /what was read is not/.test(String(reason))),
			[],
		)
		// What happens once is waited out.
		t.deepEqual(
			outcomes.filter(({ fault, isDone }) => !fault.forGood && !isDone),
			[],
		)
		// Some answers are shorter than others.
		t.true(bitten.length >= times * 0.75)
	})
