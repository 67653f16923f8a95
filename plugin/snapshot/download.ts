// A snapshot from a store onto this machine: proved while it comes, and under its name only when all of it is there and on the disk. What came
// before it broke stays beside it, as it was in the store, and is gone on with.
import { open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { textOf, type Manifest } from '../../backup/manifest.ts'
import { manifestName } from '../../backup/name.ts'
import { syncFolder } from '../../backup/restore/durable.ts'
import { looksSealed, Unsealable, unsealed } from '../../backup/sealing.ts'
import { putText } from '../../backup/small.ts'
import { BrokenSnapshot, Proof, type Proved } from '../../etcd/proof.ts'
import { fileStore } from '../../store/file.ts'
import { tidy } from '../hurry.ts'
import type { Reader } from '../reader/asking.ts'
import { alone } from './alone.ts'
import { asStored } from './part.ts'
import type { Snapshot } from './stored.ts'

export interface Where {
	readonly folder: string
	readonly name: string
}

export interface How {
	/** That opens it, if it is sealed. */
	readonly key: Buffer | undefined
	readonly signal: AbortSignal
	/** Of how many, and how many of them were here before. */
	readonly tell: (bytes: number, ofBytes: number, before: number) => void
	readonly say: (text: string) => void
}

/** It is all there, and not what it should be. */
export class NotProved extends Error {}

export const partOf = ({ folder, name }: Where): string => join(folder, `${name}.part`)

/** Pieces that were written are of no use, and by themselves they are given back late. */
const tidyBytes = 16 * 2 ** 20
/** Less says not even what it is of. */
const leastBytes = 64

/** How much of it is there; what cannot be of it goes. All of one without a manifest may be all of another one. */
async function left(part: string, { bytes, manifest }: Snapshot): Promise<number> {
	const size = await stat(part).then(
		(found) => found.size,
		() => 0,
	)
	if (size >= leastBytes && size <= (manifest === undefined ? bytes - 1 : bytes)) return size
	await rm(part, { force: true })
	return 0
}

async function* gathered(pieces: AsyncIterator<Uint8Array>, first: Uint8Array): AsyncGenerator<Uint8Array> {
	yield first
	for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) yield next.value
}

/** The first bytes in one piece: they say whether it is sealed. */
async function begun(all: AsyncGenerator<Uint8Array>): Promise<{
	readonly isSealed: boolean
	readonly pieces: AsyncIterable<Uint8Array>
}> {
	let first = Buffer.alloc(0)
	while (first.length < leastBytes) {
		const next = await all.next()
		if (next.done === true) break
		first = Buffer.concat([first, next.value])
	}
	return { isSealed: looksSealed(first), pieces: gathered(all, first) }
}

async function written(
	{ isSealed, pieces }: Awaited<ReturnType<typeof begun>>,
	clear: string,
	key: Buffer | undefined,
): Promise<Proved> {
	const proof = new Proof()
	if (!isSealed) {
		for await (const piece of pieces) proof.add(piece)
		return proof.end()
	}
	if (key === undefined) throw new Unsealable('it is sealed, and no key was given')
	await rm(clear, { force: true })
	await using file = await open(clear, 'wx', 0o600)
	let tidyAt = tidyBytes
	for await (const piece of unsealed(pieces, key)) {
		proof.add(piece)
		await file.writeFile(piece)
		if (proof.bytes < tidyAt) continue
		tidyAt = proof.bytes + tidyBytes
		tidy()
	}
	await file.sync()
	return proof.end()
}

/** One of before would be of another file. */
async function put(
	{ folder, name: called }: Where,
	from: string,
	manifest: Manifest | undefined,
): Promise<void> {
	const path = join(folder, called)
	await rm(join(folder, manifestName(called)), { force: true })
	await rename(from, path)
	// Some systems cannot, and then there is nothing to be done about it.
	await syncFolder(folder).catch(() => {})
	if (manifest !== undefined) await putText(fileStore(folder), manifestName(called), textOf(manifest))
}

async function once(
	reader: Reader,
	snapshot: Snapshot,
	where: Where,
	already: number,
	how: How,
): Promise<Proved> {
	const { object, bytes, manifest } = snapshot
	const { signal, key, tell, say } = how
	const [part, clear] = [partOf(where), join(where.folder, `${where.name}.clear.part`)]
	try {
		let isSealed: boolean
		let proved: Proved
		{
			await using file = await open(part, 'a+', 0o600)
			// Whoever made what is there may have let others read it.
			await file.chmod(0o600)
			const fetching = {
				object,
				bytes,
				part: file,
				signal,
				tell: (come: number) => tell(come, bytes, already),
				broke: (because: string) => say(`the connection broke, and is made anew: ${because}`),
			}
			const all = await begun(asStored(reader, already, fetching))
			;({ isSealed } = all)
			proved = await written(all, clear, key)
			await file.sync()
			// What was summed up came by here; what is kept is on the disk.
			const { size } = await file.stat()
			if (size !== bytes) throw new NotProved(`${part} has ${size} bytes, and the object has ${bytes}`)
		}
		if (manifest !== undefined && proved.sha256 !== manifest.sha256)
			throw new NotProved(`it has the sum ${proved.sha256}, and its manifest says ${manifest.sha256}`)
		// As it is here: in the clear, and called otherwise.
		const own = manifest && { ...manifest, object: where.name, bytes: proved.bytes, keyId: undefined }
		await put(where, isSealed ? clear : part, own)
		if (isSealed) await rm(part, { force: true })
		return proved
	} catch (reason) {
		await rm(clear, { force: true })
		throw reason
	}
}

const isBroken = (reason: unknown): boolean =>
	reason instanceof NotProved || reason instanceof BrokenSnapshot || reason instanceof Unsealable

/** Throws unless what came is a whole snapshot and, where there is a manifest, that very one; then nothing of it is left. */
export async function download(reader: Reader, snapshot: Snapshot, where: Where, how: How): Promise<Proved> {
	const part = partOf(where)
	await using _ = await alone(part)
	for (let isAnew = false; ; isAnew = true) {
		const already = await left(part, snapshot)
		if (already > 0) how.say(`${part} is gone on with`)
		try {
			return await once(reader, snapshot, where, already, how)
		} catch (reason) {
			if (!isBroken(reason)) throw reason
			await rm(part, { force: true })
			// What was left may have been of another one.
			if (already === 0 || isAnew) throw reason
			how.say(`${part} was of another snapshot, or changed since: it is fetched anew`)
		}
	}
}
