// A file that is said to be a snapshot, looked at in full: whether its sum fits, whether each page of the database is where it belongs, what
// is in it, and whether the manifest beside it is of it. Nothing of it is held in memory but what is looked at just now.
import { open, readFile, type FileHandle } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { setImmediate as breath } from 'node:timers/promises'
import { Contents } from './bolt/contents.ts'
import { filePages } from './bolt/file.ts'
import { knownIn } from './bolt/known.ts'
import { metasOf, type Meta } from './bolt/meta.ts'
import { Tree } from './bolt/tree.ts'
import { BrokenPage } from './bolt/trouble.ts'
import type { Inspected, Sidecar, Summed } from './inspected.ts'
import { manifestIn, NoManifest } from './manifest.ts'
import { manifestName } from './name.ts'

const sumBytes = 32
/** Pages are powers of two, so that the sum at the end is told by the length. */
const leastPage = 512
const pieceBytes = 1024 * 1024
/** A walk gives way to whoever wants to end it after so many pages. */
const breathPages = 256

type Tell = (what: 'summing' | 'walking', bytes: number, ofBytes: number) => void

export interface Watching {
	readonly signal: AbortSignal
	readonly tell: Tell
}

async function summed(file: FileHandle, bytes: number, { signal, tell }: Watching): Promise<Summed> {
	if (bytes % leastPage !== sumBytes) return { state: bytes % leastPage === 0 ? 'none' : 'cut' }
	const hash = createHash('sha256')
	const piece = Buffer.allocUnsafeSlow(pieceBytes)
	const end = bytes - sumBytes
	for (let at = 0; at < end;) {
		signal.throwIfAborted()
		const { bytesRead } = await file.read(piece, 0, Math.min(pieceBytes, end - at), at)
		if (bytesRead === 0) return { state: 'cut' }
		hash.update(piece.subarray(0, bytesRead))
		tell('summing', (at += bytesRead), bytes)
	}
	const { buffer, bytesRead } = await file.read(Buffer.alloc(sumBytes), 0, sumBytes, end)
	if (bytesRead < sumBytes) return { state: 'cut' }
	const [is, says] = [hash.digest('hex'), buffer.toString('hex')]
	return is === says ? { state: 'holds', sha256: is } : { state: 'differs', is, says }
}

async function beside(path: string): Promise<Sidecar> {
	let text: string
	try {
		text = await readFile(manifestName(path), 'utf8')
	} catch (reason) {
		if ((reason as NodeJS.ErrnoException).code === 'ENOENT') return { state: 'none' }
		throw reason
	}
	try {
		return { state: 'there', manifest: manifestIn(text) }
	} catch (reason) {
		if (reason instanceof NoManifest) return { state: 'unreadable', why: reason.message }
		throw reason
	}
}

async function walked(
	file: FileHandle,
	meta: Meta,
	databaseBytes: number,
	{ signal, tell }: Watching,
): Promise<Pick<Inspected, 'broken' | 'contents'>> {
	try {
		const pages = filePages(file.fd, databaseBytes)
		const contents = new Contents(knownIn(new Tree(pages, meta)))
		const tree = new Tree(pages, meta)
		let count = 0
		for (const leaf of tree.leaves()) {
			contents.add(leaf)
			if (++count % breathPages !== 0) continue
			tell('walking', Math.min(tree.seenPages * meta.pageSize, databaseBytes), databaseBytes)
			await breath()
			signal.throwIfAborted()
		}
		const { strange } = contents
		const broken =
			strange === undefined
				? tree.broken
				: [...tree.broken, new BrokenPage(strange, 'it has keys that are no revisions')]
		return { broken, contents: broken.length === 0 ? contents.told : undefined }
	} catch (reason) {
		if (reason instanceof BrokenPage) return { broken: [reason], contents: undefined }
		throw reason
	}
}

export async function inspect(path: string, watching: Watching): Promise<Inspected> {
	await using file = await open(path, 'r')
	const { size } = await file.stat()
	const sum = await summed(file, size, watching)
	const databaseBytes = sum.state === 'none' || sum.state === 'cut' ? size : size - sumBytes
	const metas = metasOf(filePages(file.fd, databaseBytes))
	const { meta } = metas
	const found =
		meta === undefined
			? { broken: [], contents: undefined }
			: await walked(file, meta, databaseBytes, watching)
	return { bytes: size, databaseBytes, sum, metas, ...found, sidecar: await beside(path) }
}
