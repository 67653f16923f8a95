// Lets all that the log of a member holds count as committed. A member writes entries down before it answers for them, and only later that
// they are committed: who starts alone strikes out what it does not know of, which may have been acknowledged. Nobody else is there
// any more who could have another log.
import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { logIn, stateRecord } from './wal-records.ts'

const isSegment = /^[0-9a-f]{16}-([0-9a-f]{16})\.wal$/

/** What it has done, in one sentence. What it cannot read it leaves as it is. */
export async function commitLog(data: string): Promise<string> {
	const folder = join(data, 'member/wal')
	const last = (await readdir(folder))
		.filter((name) => isSegment.test(name))
		.toSorted()
		.at(-1)
	if (last === undefined) throw new Error(`${folder} has no log`)
	const path = join(folder, last)
	const log = logIn(await readFile(path))
	if (log?.state === undefined)
		return `the end of ${last} could not be read: etcd takes of it what it knows to be committed`
	// A file that has just been begun may have no entry yet: its name says which would be the first.
	const lastIndex = log.lastIndex ?? BigInt(`0x${isSegment.exec(last)?.[1] ?? '0'}`) - 1n
	const { commit } = log.state
	if (lastIndex <= commit) return `all that ${last} holds is known to be committed (index ${commit})`
	const file = await open(path, 'r+')
	try {
		const record = stateRecord(log, { ...log.state, commit: lastIndex })
		await file.write(record, 0, record.length, log.end)
		await file.sync()
	} finally {
		await file.close()
	}
	return `entries up to ${lastIndex} count as committed, and ${commit} was known to be`
}
