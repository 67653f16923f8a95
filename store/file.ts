// A folder as a store: of a volume in a Job, or of a person's machine. A file has its name only when all of it is on the disk.
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { inLargeWrites } from './gathered.ts'
import { StoreError, type Store, type StoreCode, type Stored, type Writing } from './store.ts'

const part = '.part'

const codes: Readonly<Record<string, StoreCode>> = {
	ENOENT: 'missing',
	ENOTDIR: 'noPlace',
	EACCES: 'denied',
	EPERM: 'denied',
	EROFS: 'denied',
	ENOSPC: 'full',
	EDQUOT: 'full',
	EIO: 'unreachable',
	ESTALE: 'unreachable',
}

const advice: Partial<Record<StoreCode, string>> = {
	noPlace: '; name a folder',
	denied: '; let this process write there',
	full: '; make room there',
}

function storeError(reason: unknown, path: string): unknown {
	const { errno, code = '', message } = reason as NodeJS.ErrnoException
	// What the pieces threw is not the store's.
	if (errno === undefined || reason instanceof StoreError) return reason
	const is = codes[code] ?? 'other'
	return new StoreError(is, `${path}: ${message}${advice[is] ?? ''}`, reason)
}

/** A name is on the disk only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
	const handle = await open(folder, 'r').catch(() => undefined)
	try {
		// Some systems cannot, and then there is nothing to be done about it.
		await handle?.sync().catch(() => {})
	} finally {
		await handle?.close()
	}
}

/** Whoever writes does so more often than this. */
const deadAfterMs = 3_600_000

/** What processes left that were killed; nobody misses it, and it takes the room of what is wanted. */
async function sweep(folder: string): Promise<void> {
	for (const name of await readdir(folder)) {
		if (!name.startsWith('.') || !name.endsWith(part)) continue
		const path = join(folder, name)
		const found = await stat(path).catch(() => undefined)
		if (found && Date.now() - found.mtimeMs > deadAfterMs) await rm(path, { force: true })
	}
}

/** A full disk takes a part, and says why only when it is asked once more. */
async function allOf(file: FileHandle, pieces: readonly Uint8Array[], bytes: number): Promise<void> {
	const { bytesWritten } = await file.writev(pieces as Uint8Array[])
	if (bytesWritten < bytes) await file.writeFile(Buffer.concat(pieces).subarray(bytesWritten))
}

async function writeAll(
	file: FileHandle,
	pieces: AsyncIterable<Uint8Array>,
	{ signal, progress }: Writing,
): Promise<void> {
	let done = 0
	await inLargeWrites(pieces, async (gathered, bytes) => {
		signal?.throwIfAborted()
		await allOf(file, gathered, bytes)
		progress?.((done += bytes))
	})
	signal?.throwIfAborted()
	await file.sync()
}

export function fileStore(root: string): Store {
	const base = resolve(root)

	function pathOf(name: string): string {
		const path = resolve(base, name)
		if (path !== base && path.startsWith(base + sep) && !name.endsWith('/')) return path
		throw new StoreError('other', `"${name}" is no name of a file below ${base}`)
	}

	const storedAt = async (name: string): Promise<Stored | undefined> => {
		const path = pathOf(name)
		try {
			const { size, mtimeMs } = await stat(path)
			return { name, bytes: size, at: Math.floor(mtimeMs) }
		} catch (reason) {
			const error = storeError(reason, path)
			if (error instanceof StoreError && ['missing', 'noPlace'].includes(error.code)) return undefined
			throw error
		}
	}

	return {
		place: base,
		async put(name, pieces, writing = {}) {
			const path = pathOf(name)
			const temporary = join(dirname(path), `.${basename(path)}.${process.pid}-${Date.now()}${part}`)
			try {
				await mkdir(dirname(path), { recursive: true })
				await sweep(dirname(path))
				await using file = await open(temporary, 'wx', 0o600)
				await writeAll(file, pieces, writing)
				await rename(temporary, path)
				await syncFolder(dirname(path))
			} catch (reason) {
				await rm(temporary, { force: true }).catch(() => {})
				throw storeError(reason, path)
			}
			const stored = await storedAt(name)
			if (stored === undefined) throw new StoreError('other', `${path} was written and is gone`)
			return stored
		},
		async *get(name, from = 0, signal) {
			const path = pathOf(name)
			try {
				yield* createReadStream(path, { start: from, ...(signal && { signal }) })
			} catch (reason) {
				throw storeError(reason, path)
			}
		},
		head: storedAt,
		async *list(beginning) {
			const folder = resolve(base, dirname(`${beginning}x`))
			const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
				(reason: unknown) => {
					const error = storeError(reason, folder)
					if (error instanceof StoreError && error.code === 'missing') return []
					throw error
				},
			)
			const found = names
				.filter((one) => one.isFile() && !(one.name.startsWith('.') && one.name.endsWith(part)))
				.map((one) => relative(base, join(one.parentPath, one.name)).split(sep).join('/'))
				.filter((name) => name.startsWith(beginning))
			for (const name of found.toSorted()) {
				const stored = await storedAt(name)
				if (stored) yield stored
			}
		},
		async remove(name) {
			const path = pathOf(name)
			await rm(path, { force: true }).catch((reason: unknown) => {
				throw storeError(reason, path)
			})
		},
		close() {},
	}
}
