// A snapshot from a store onto a disk: proved while it comes, and under its name only when all of it is there and on the disk.
import { mkdir, open, rename, rm, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Proof, type Proved } from '../../etcd/proof.ts'
import { Refused } from '../failure.ts'
import { syncFolder } from './durable.ts'
import { keyIdOf, looksSealed, unsealed } from '../sealing.ts'
import type { Source } from './find.ts'

/** The snapshot, what is made of it, and what its member writes until the first is gone. */
const timesTheSize = 2.5

const mebibytes = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MiB`

async function roomFor(bytes: number, folder: string): Promise<void> {
	const { bavail, bsize } = await statfs(folder)
	const [free, needed] = [bavail * bsize, bytes * timesTheSize]
	if (free >= needed) return
	throw new Refused(
		'room',
		`the volume has ${mebibytes(free)} free, and a snapshot of ${mebibytes(bytes)} needs ${mebibytes(needed)}: ask for a larger one`,
	)
}

/** In the clear, whatever it was in the store. */
async function* clear(
	source: Source,
	key: Buffer | undefined,
	signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
	const { store, stored, manifest } = source
	const where = `${store.place}/${stored.name}`
	const keyId = manifest?.keyId
	if (keyId !== undefined && key !== undefined && keyIdOf(key) !== keyId)
		throw new Refused(
			'key',
			`${where} was sealed with the key ${keyId}, and this one is ${keyIdOf(key)}: give that one`,
		)
	const pieces = store.get(stored.name, 0, signal)
	if (key !== undefined) return yield* unsealed(pieces, key)
	let first = true
	for await (const piece of pieces) {
		if (first && looksSealed(piece))
			throw new Refused('key', `${where} is sealed: name the Secret with its key in encryption.keySecret`)
		first = false
		yield piece
	}
}

/** Throws unless what came is a whole snapshot and, where there is a manifest, that very one. */
export async function download(
	source: Source,
	path: string,
	key: Buffer | undefined,
	signal: AbortSignal,
	tell: (bytes: number, ofBytes: number) => void,
): Promise<Proved> {
	const { stored, manifest, store } = source
	const [folder, part] = [dirname(path), `${path}.part`]
	await mkdir(folder, { recursive: true })
	await rm(part, { force: true })
	await roomFor(stored.bytes, folder)
	const proof = new Proof()
	try {
		await using file = await open(part, 'wx', 0o600)
		for await (const piece of clear(source, key, signal)) {
			signal.throwIfAborted()
			proof.add(piece)
			await file.writeFile(piece)
			tell(proof.bytes, stored.bytes)
		}
		const proved = proof.end()
		if (manifest !== undefined && proved.sha256 !== manifest.sha256)
			throw new Refused(
				'broken',
				`${store.place}/${stored.name} has the sum ${proved.sha256}, and its manifest says ${manifest.sha256}: it is another one; restore one that is as it was`,
			)
		await file.sync()
		await rename(part, path)
		await syncFolder(folder)
		return proved
	} catch (reason) {
		await rm(part, { force: true })
		throw reason
	}
}
