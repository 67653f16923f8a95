// Files of real snapshots, read by our own reader: as etcd's own tool reads them, and never taken for whole when they are not.
import { open, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { flags } from '../../../backup/bolt/page.ts'
import { inspect } from '../../../backup/inspect.ts'
import { faultsOf, type Fault, type Inspected } from '../../../backup/inspected.ts'
import { everyMinor } from '../../etcd/real/binaries.ts'
import { lived, saved, toldBy } from '../snapshots.ts'

const look = async (path: string): Promise<Inspected> =>
	await inspect(path, { signal: AbortSignal.timeout(60_000), tell: () => {} })

const faults = async (path: string): Promise<readonly Fault[]> => faultsOf(await look(path))

/** The same ones each time; a million numbers of it are spread well enough. */
function* chance(seed: number): Generator<number, never> {
	let state = seed
	for (;;) {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
		yield state / 2 ** 32
	}
}

const isNew = (minor: string): boolean => ['3.6', '3.7'].includes(minor)

everyMinor('is read as etcd’s own tool reads it', async (t, etcd) => {
	const member = await lived(t, etcd)
	const { revision } = await member.client.confirm()
	const path = await saved(member)
	const told = await toldBy(etcd, path)
	const inspected = await look(path)
	const { contents, databaseBytes } = inspected
	t.deepEqual(faultsOf(inspected), [])
	t.is(contents?.hash, told.hash)
	t.is(contents?.revision, BigInt(told.revision))
	t.is(contents?.revision, revision)
	t.is(databaseBytes, told.totalSize)
	// Before 3.6 it counts whatever is in any bucket.
	t.is(isNew(etcd.minor) ? contents?.keys : contents?.allKeys, told.totalKey)
	t.is(contents?.storageVersion !== '', isNew(etcd.minor))
	t.log(`${etcd.version}: ${JSON.stringify(told)}`)
})

everyMinor('whose last key was deleted and is forgotten says how far it came', async (t, etcd) => {
	const member = await lived(t, etcd, 20)
	const key = Buffer.from('last').toString('base64')
	await member.gateway('kv/deleterange', { key })
	const { revision } = await member.client.confirm()
	await member.gateway('kv/compaction', { revision: String(revision), physical: true })
	const { contents } = await look(await saved(member))
	t.is(contents?.reached, revision)
})

const only = (_: unknown, minor: string): boolean => minor === '3.5' || minor === '3.6'

async function flipped(path: string, bit: number, body: () => Promise<void>): Promise<void> {
	await using file = await open(path, 'r+')
	const at = Math.floor(bit / 8)
	const byte = Buffer.alloc(1)
	const flip = async (): Promise<void> => {
		await file.read(byte, 0, 1, at)
		await file.write(Buffer.from([(byte[0] ?? 0) ^ (1 << (bit & 7))]), 0, 1, at)
	}
	await flip()
	await body()
	await flip()
}

const flips = 600

everyMinor(
	`in which one bit is another is never whole, tried ${flips} times`,
	async (t, etcd) => {
		const path = await saved(await lived(t, etcd))
		const bytes = (await readFile(path)).length
		const random = chance(7)
		let named = 0
		for (let tries = 0; tries < flips; tries++) {
			const within = tries % 3 === 0 ? bytes : Math.min(bytes, 64 * 4096)
			const bit = Math.floor(random.next().value * within * 8)
			await flipped(path, bit, async () => {
				const found = await faults(path)
				if (found.length === 0) t.fail(`bit ${bit} of ${bytes} bytes is another, and nobody saw it`)
				if (found.some(({ page }) => page !== undefined)) named++
			})
		}
		t.deepEqual(await faults(path), [])
		t.log(`${etcd.version}: of ${flips} flips ${named} named a page`)
	},
	only,
)

everyMinor(
	'that is cut is never whole',
	async (t, etcd) => {
		const path = await saved(await lived(t, etcd))
		const whole = await readFile(path)
		const random = chance(11)
		const cuts = Array.from({ length: 100 }, () => Math.floor(random.next().value * whole.length))
		const exact = [
			0,
			1,
			31,
			32,
			512,
			4096,
			8192,
			whole.length - 32,
			whole.length - 4096,
			whole.length - 512,
			whole.length - 1,
		]
		for (const length of [...cuts, ...cuts.slice(50).map((cut) => cut - (cut % 4096) + 32), ...exact]) {
			await writeFile(path, whole)
			await truncate(path, length)
			t.true((await faults(path)).length > 0, `${length} of ${whole.length} bytes`)
		}
	},
	only,
)

/** Pages of the tree, by what they say of themselves. */
function pagesOf(bytes: Buffer): readonly number[] {
	const all = Array.from({ length: Math.floor(bytes.length / 4096) - 2 }, (_, index) => index + 2)
	return all.filter((page) => {
		const kind = bytes.readUInt16LE(page * 4096 + 8)
		return (
			bytes.readBigUInt64LE(page * 4096) === BigInt(page) &&
			[flags.leaf, flags.branch].some((one) => one === kind)
		)
	})
}

async function brokenBy(t: ExecutionContext, path: string, page: number, at: number): Promise<boolean> {
	let isSeen = false
	await flipped(path, (page * 4096 + at) * 8, async () => {
		const { broken } = await look(path)
		isSeen = broken.length > 0
		// A page that nobody uses any more may hold what it likes.
		const said = `page ${page} at ${at}: ${broken.map((one) => `${one.page}: ${one.message}`).join('; ')}`
		if (isSeen) t.true(broken[0]?.page === page, said)
	})
	return isSeen
}

everyMinor(
	'of which a page is broken tells which one, and a copy of it without its sum does, too',
	async (t, etcd) => {
		const path = await saved(await lived(t, etcd))
		const bytes = (await readFile(path)).subarray(0, -32)
		const copy = join(path, '..', 'copy.db')
		await writeFile(copy, bytes)
		t.deepEqual(
			(await faults(copy)).map(({ what }) => what),
			['it has no sum at its end, so that nothing proves it: it was cut, or copied from a member’s disk'],
		)
		const pages = pagesOf(bytes)
		t.true(pages.length > 10)
		let used = 0
		for (const page of pages)
			for (const at of [0, 5, 8, 10, 13]) used += (await brokenBy(t, copy, page, at)) ? 1 : 0
		t.true(used > pages.length, 'most pages are used')
		t.log(`${etcd.version}: ${used} flips in ${pages.length} pages, each said of its page`)
		for (const meta of [0, 1])
			await flipped(copy, (meta * 4096 + 16 + 40) * 8, async () => {
				const found = await faults(copy)
				t.deepEqual(
					found.flatMap(({ page }) => page ?? []),
					[meta],
				)
				t.truthy((await look(copy)).contents, 'the other one is good')
			})
	},
	only,
)
