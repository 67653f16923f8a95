// kubectl etcd snapshot show.
import type { Call } from '../call.ts'
import { exits } from '../exit.ts'
import { documentText } from '../output.ts'
import { lookOf } from '../screen/look.ts'
import { backupRef } from '../backups/backup.ts'
import { backupOf } from '../snapshot/which.ts'
import { withSnapshots } from '../snapshot/looking.ts'
import { showDocument, showLines } from '../snapshot/shown.ts'
import { chosenIn } from '../snapshot/stored.ts'

/** One that must not be restored from is an error, for programs that go by it. */
export async function run(call: Call): Promise<number> {
	const { args, flags, terminal } = call
	const backup = await backupOf(call, 'show')
	return await withSnapshots(call, backup, async (seen) => {
		const snapshot = chosenIn(seen.snapshots, args[1], backupRef(backup))
		const format = flags.text('output')
		terminal.out(
			format === undefined
				? `${showLines(seen, snapshot, lookOf(terminal)).join('\n')}\n`
				: await documentText(format, showDocument(seen, snapshot)),
		)
		return snapshot.verified === 'broken' ? exits.error : exits.done
	})
}
