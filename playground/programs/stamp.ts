// A cached file is trusted when it is what was put there: by size and time at a glance, by its hash when those changed.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

interface Stamp {
	readonly sha256: string
	readonly size: number
	readonly mtimeMs: number
}

async function sha256OfFile(path: string): Promise<string> {
	const hash = createHash('sha256')
	await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash)
	return hash.digest('hex')
}

const stampPath = (path: string): string => `${path}.stamp.json`

export async function writeStamp(path: string): Promise<void> {
	const { size, mtimeMs } = await stat(path)
	const stamp: Stamp = { sha256: await sha256OfFile(path), size, mtimeMs }
	const partial = `${stampPath(path)}.${process.pid}`
	await writeFile(partial, JSON.stringify(stamp))
	await rename(partial, stampPath(path))
}

/** 'absent' also covers a file whose writer was stopped before it could stamp it. */
export async function judge(path: string): Promise<'sound' | 'absent' | 'corrupt'> {
	const found = await stat(path).catch(() => undefined)
	const stamp = await readFile(stampPath(path), 'utf8')
		.then((text) => JSON.parse(text) as Stamp)
		.catch(() => undefined) // also one that is empty after a power cut
	if (found === undefined || stamp === undefined) return 'absent'
	if (found.size === stamp.size && found.mtimeMs === stamp.mtimeMs) return 'sound'
	if (found.size !== stamp.size || (await sha256OfFile(path)) !== stamp.sha256) return 'corrupt'
	await writeStamp(path)
	return 'sound'
}
