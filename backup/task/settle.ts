// The last task of a restore: what was made of the snapshot becomes the member's data in one step, and the snapshot goes.
import { readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { restoreFiles, type Fetched, type Said, type SettleTask } from '../../api/task.ts'
import { Refused } from '../failure.ts'
import { syncFolder, syncTree } from '../restore/durable.ts'
import { dataIn } from '../restore/place.ts'

async function fetchedIn(into: string): Promise<Fetched | undefined> {
	const text = await readFile(join(into, restoreFiles.fetched), 'utf8').catch(() => undefined)
	return text === undefined ? undefined : (JSON.parse(text) as Fetched)
}

export async function run(given: unknown): Promise<Said> {
	const { into, dataDir } = given as SettleTask
	const fetched = await fetchedIn(into)
	if ((await dataIn(dataDir)) !== 'data') {
		const made = join(into, restoreFiles.made)
		if (fetched === undefined || (await dataIn(made)) !== 'data')
			throw new Refused('unmade', `${made} holds nothing that was restored: the pod must begin anew`)
		await syncTree(made)
		await rename(made, dataDir)
		await syncFolder(dirname(dataDir))
	}
	await rm(into, { recursive: true, force: true })
	return { ok: true, ...(fetched && { fetched }) }
}
