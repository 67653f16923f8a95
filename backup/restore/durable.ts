// What was written is on the disk before anybody counts on it: files, and the folders that have their names.
import { open, readdir } from 'node:fs/promises'
import { dirname } from 'node:path'

async function sync(path: string): Promise<void> {
	await using handle = await open(path)
	await handle.sync()
}

export const syncFolder = sync

/** With all that is in it. */
export async function syncTree(folder: string): Promise<void> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true })
	for (const entry of entries)
		if (entry.isFile() || entry.isDirectory()) await sync(`${entry.parentPath}/${entry.name}`)
	await sync(folder)
	await sync(dirname(folder))
}
