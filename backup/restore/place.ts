// What is where a member's data will be: the one thing by which a restore that was interrupted knows how far it came.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A directory in place was renamed there as a whole. */
export async function dataIn(dataDir: string): Promise<'data' | 'nothing' | 'something'> {
	const names = await readdir(dataDir).catch((reason: NodeJS.ErrnoException) => {
		if (reason.code === 'ENOENT') return []
		throw reason
	})
	if (names.length === 0) return 'nothing'
	const database = await stat(join(dataDir, 'member/snap/db')).catch(() => undefined)
	return database?.isFile() ? 'data' : 'something'
}
