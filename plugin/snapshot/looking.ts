// The snapshots of one EtcdBackup, as a reader of its store finds them.
import type { Call } from '../call.ts'
import { withReader } from '../reader/reader.ts'
import type { Reader } from '../reader/asking.ts'
import type { Backup } from '../backups/backup.ts'
import type { Seen } from './objects.ts'
import { snapshotsIn } from './stored.ts'

export const withSnapshots = async <T>(
	call: Call,
	backup: Backup,
	work: (seen: Seen, reader: Reader) => Promise<T>,
): Promise<T> =>
	await withReader(call, backup, async (reader) => {
		const listed = await reader.list(call.signal)
		return await work(
			{ backup, place: listed.place, snapshots: snapshotsIn(listed), now: call.clock() },
			reader,
		)
	})
