// An archive of a release: the same files give the same bytes. What krew unpacks may hold files and folders only.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { tar, type Entry } from '../../playground/images/tar.ts'
import { workName } from '../../playground/places.ts'

export interface Archive {
	readonly sha256: string
	readonly bytes: number
}

async function sumOf(path: string): Promise<Archive> {
	const hash = createHash('sha256')
	let bytes = 0
	for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
		hash.update(piece)
		bytes += piece.length
	}
	return { sha256: hash.digest('hex'), bytes }
}

/** Written whole or not at all. */
export async function writeTarGz(entries: readonly Entry[], target: string): Promise<Archive> {
	const work = workName(target)
	await pipeline(tar(entries), createGzip({ level: 9 }), createWriteStream(work))
	await rename(work, target)
	return await sumOf(target)
}
