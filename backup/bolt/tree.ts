// The tree of a database, page by page: each is read once, is where its keys belong, and belongs to nobody else. Pure. No more is held
// than the way down to a page, and a bit for each page that there is.
import { freePages } from './freelist.ts'
import type { Meta } from './meta.ts'
import { beyond, wholeAt } from './number.ts'
import { Page, pageHead } from './page.ts'
import type { Pages } from './pages.ts'
import { BrokenPage } from './trouble.ts'

export interface Leaf {
	readonly bucket: string
	/** Good until the next one is asked for. */
	readonly page: Page
}

/** No request of etcd is so large, and so no page. */
const longest = 256 * 1024 * 1024
const deepest = 64
const bucketHead = 16

export class Tree {
	readonly #pages: Pages
	readonly #meta: Meta
	readonly #seen: Uint8Array
	readonly broken: BrokenPage[] = []
	/** So far. */
	seenPages = 0

	constructor(pages: Pages, meta: Meta) {
		this.#pages = pages
		this.#meta = meta
		const held = Math.floor(pages.bytes / meta.pageSize)
		if (meta.pages > held)
			throw new BrokenPage(held, `the file ends there, and the database has ${meta.pages} pages`)
		this.#seen = new Uint8Array(Math.ceil(meta.pages / 8))
	}

	#take(number: number, by: number): void {
		if (number < 2 || number >= this.#meta.pages)
			throw new BrokenPage(
				by,
				`it points to page ${number === beyond ? 'beyond all' : number}, which there is not`,
			)
		const bit = 1 << (number & 7)
		const at = number >> 3
		if (((this.#seen[at] ?? 0) & bit) !== 0) throw new BrokenPage(number, 'it is pointed to more than once')
		this.#seen[at] = (this.#seen[at] ?? 0) | bit
		this.seenPages++
	}

	/** With all that it says that it runs on into. */
	#whole(number: number, by: number): Buffer {
		this.#take(number, by)
		const { pageSize } = this.#meta
		const at = number * pageSize
		const first = this.#pages.read(at, pageSize)
		if (first.length < pageSize) throw new BrokenPage(number, 'the file ends in it')
		const says = wholeAt(first, 0)
		if (says !== number)
			throw new BrokenPage(number, `it says that it is page ${says === beyond ? 'beyond all' : says}`)
		const more = first.readUInt32LE(12)
		if (more === 0) return first
		const length = (more + 1) * pageSize
		if (number + more >= this.#meta.pages || length > longest)
			throw new BrokenPage(number, `it says that it runs on into ${more} more pages, which there are not`)
		const all = this.#pages.read(at, length)
		if (all.length < length) throw new BrokenPage(number, 'the file ends in it')
		return all
	}

	/** They are its own when it fills them; else it would have them from another. */
	#takeMore(number: number, length: number, used: number): void {
		const { pageSize } = this.#meta
		if (length > pageSize && used < length - pageSize)
			throw new BrokenPage(number, 'it says that it runs on into more pages than it fills')
		for (let next = number + 1; next < number + length / pageSize; next++) this.#take(next, number)
	}

	/** What is broken is noted, and the next one is gone on with. */
	*#attempt<T>(walk: () => Generator<T>): Generator<T> {
		try {
			yield* walk()
		} catch (reason) {
			if (!(reason instanceof BrokenPage)) throw reason
			this.broken.push(reason)
		}
	}

	*#below(
		number: number,
		by: number,
		[least, most]: readonly [Buffer | undefined, Buffer | undefined],
		depth: number,
	): Generator<Page> {
		if (depth > deepest) throw new BrokenPage(by, 'the tree is deeper than any')
		const whole = this.#whole(number, by)
		const page = new Page(number, whole)
		this.#takeMore(number, whole.length, page.used)
		page.checkOrder(least, most)
		if (page.isLeaf) {
			if (page.count === 0 && depth > 0) throw new BrokenPage(number, 'it has no keys')
			yield page
			return
		}
		// What was read is good until the next is read.
		const below = Array.from({ length: page.count }, (_, index) => ({
			number: page.below(index),
			key: Buffer.from(page.key(index)),
		}))
		for (const [index, child] of below.entries())
			yield* this.#attempt(() =>
				this.#below(child.number, number, [child.key, below[index + 1]?.key ?? most], depth + 1),
			)
	}

	/** A bucket so small that it lies where it is named. */
	#inline(by: number, name: string, bytes: Buffer): Page {
		if (bytes.length < pageHead) throw new BrokenPage(by, `bucket ${name} is cut`)
		const page = new Page(by, bytes)
		if (!page.isLeaf) throw new BrokenPage(by, `bucket ${name} is none`)
		page.checkOrder(undefined, undefined)
		return page
	}

	/** Of each bucket, one after the other, as their names and keys are ordered; or of one, and then nothing is said of the rest. */
	*leaves(only?: string): Generator<Leaf> {
		const buckets: { name: string; root: number; by: number; inline: Buffer }[] = []
		const { root } = this.#meta
		for (const page of this.#attempt(() => this.#below(root, 0, [undefined, undefined], 0)))
			for (let index = 0; index < page.count; index++) {
				const [name, value] = [page.key(index).toString('latin1'), page.value(index)]
				if (!page.isBucket(index) || value.length < bucketHead)
					this.broken.push(new BrokenPage(page.number, `${JSON.stringify(name)} is no bucket`))
				else
					buckets.push({
						name,
						root: wholeAt(value, 0),
						by: page.number,
						inline: Buffer.from(value.subarray(bucketHead)),
					})
			}
		for (const { name, root: first, by, inline } of buckets) {
			if (only !== undefined && only !== name) continue
			const pages =
				first === 0
					? () => [this.#inline(by, name, inline)].values() as Generator<Page>
					: () => this.#below(first, by, [undefined, undefined], 0)
			for (const page of this.#attempt(pages)) yield { bucket: name, page }
		}
		if (only === undefined) this.#checkRest()
	}

	/** What nobody points to is free, and what is free nobody points to. */
	#checkRest(): void {
		const { freelist, pages } = this.#meta
		if (this.broken.length > 0 || freelist === undefined) return
		try {
			const whole = this.#whole(freelist, 0)
			const { free, used } = freePages(freelist, whole)
			this.#takeMore(freelist, whole.length, used)
			for (const number of free) this.#take(number, freelist)
			for (let number = 2; number < pages; number++)
				if (((this.#seen[number >> 3] ?? 0) & (1 << (number & 7))) === 0)
					throw new BrokenPage(number, 'nobody points to it, and it is not free')
		} catch (reason) {
			if (!(reason instanceof BrokenPage)) throw reason
			this.broken.push(reason)
		}
	}
}
