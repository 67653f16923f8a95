// A whole copy of a folder under another name on the same disk, or none: it is made beside and gets its name once every byte of it is
// on the disk. Whoever is interrupted begins anew; what has its name is never touched again.
import { cp, lstat, open, readdir, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'

interface Entry {
	readonly path: string
	readonly bytes: number
	readonly isFolder: boolean
}

const isMissing = (reason: unknown): boolean => (reason as NodeJS.ErrnoException).code === 'ENOENT'

async function exists(path: string): Promise<boolean> {
	try {
		await lstat(path)
		return true
	} catch (reason) {
		if (isMissing(reason)) return false
		throw reason
	}
}

async function entriesOf(folder: string): Promise<readonly Entry[]> {
	const names = await readdir(folder, { recursive: true })
	return await Promise.all(
		names.toSorted().map(async (path) => {
			const found = await lstat(join(folder, path))
			return { path, bytes: found.isFile() ? found.size : 0, isFolder: found.isDirectory() }
		}),
	)
}

async function sync(path: string): Promise<void> {
	const file = await open(path, 'r')
	try {
		await file.sync()
	} finally {
		await file.close()
	}
}

const sumOf = (entries: readonly Entry[]): number => entries.reduce((sum, { bytes }) => sum + bytes, 0)
const mebibytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MiB`

/** So much stays free beside the copy, since the member writes as soon as it starts. */
const marginOf = (bytes: number): number => Math.max(16 * 2 ** 20, bytes / 20)

async function checkRoom(folder: string, bytes: number): Promise<void> {
	const { bavail, bsize } = await statfs(folder)
	const free = bavail * bsize
	const needed = bytes + marginOf(bytes)
	if (free < needed)
		throw new Error(
			`no room for a copy of the data: ${mebibytes(needed)} are needed on the volume, and ${mebibytes(free)} are free; make the volume larger`,
		)
}

/** What it has done, in one sentence. */
export async function keepCopy(from: string, to: string): Promise<string> {
	if (await exists(to)) return `${to} is there already`
	if (!(await exists(join(from, 'member/wal')))) throw new Error(`${from} has no data of a member`)
	const part = `${to}.part`
	await rm(part, { recursive: true, force: true })
	const before = await entriesOf(from)
	await checkRoom(dirname(to), sumOf(before))
	await cp(from, part, { recursive: true })
	const after = await entriesOf(part)
	if (JSON.stringify(after) !== JSON.stringify(before))
		throw new Error(`the copy of ${from} is not what was copied: something writes there still`)
	for (const { path } of after) await sync(join(part, path))
	await sync(part)
	await rename(part, to)
	await sync(dirname(to))
	return `${mebibytes(sumOf(after))} were copied to ${to}`
}
