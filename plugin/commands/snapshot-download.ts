// kubectl etcd snapshot download.
import { join } from 'node:path'
import type { Call } from '../call.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { hurry } from '../hurry.ts'
import type { Reader } from '../reader/asking.ts'
import { bytes as size, grouped, lasting } from '../screen/amount.ts'
import { lookOf } from '../screen/look.ts'
import { backupRef } from '../backups/backup.ts'
import { backupOf } from '../snapshot/which.ts'
import { download, partOf } from '../snapshot/download.ts'
import { failureOf, keyFor, whereFor, wordsIn } from '../snapshot/downloading.ts'
import { withSnapshots } from '../snapshot/looking.ts'
import type { Seen } from '../snapshot/objects.ts'
import { speed } from '../snapshot/progress-line.ts'
import { Progress } from '../snapshot/progress.ts'
import { chosenIn } from '../snapshot/stored.ts'
import { refuseExisting } from '../snapshot/target.ts'

export async function run(call: Call): Promise<number> {
	hurry()
	const backup = await backupOf(call, 'download')
	return await withSnapshots(call, backup, async (seen, reader) => await fetched(call, seen, reader))
}

async function fetched(call: Call, seen: Seen, reader: Reader): Promise<number> {
	const { args, flags, terminal, signal } = call
	const words = await wordsIn([args[1], args[2]], seen.snapshots)
	const snapshot = chosenIn(seen.snapshots, words.name, backupRef(seen.backup))
	if (snapshot.verified === 'broken')
		throw new Failure({
			what: `${snapshot.name} is broken in its store: ${snapshot.because ?? ''}`,
			next: `take another one: kubectl etcd snapshot ls ${backupRef(seen.backup)}`,
		})
	const where = await whereFor(words.place, snapshot)
	await refuseExisting(where.folder, where.name, flags.truth('force') === true)
	const key = await keyFor(flags.text('key-file'), snapshot)
	const progress = new Progress(terminal.err, process.stderr.isTTY, lookOf(terminal), snapshot.name)
	let come = 0
	try {
		const { bytes, sha256 } = await download(reader, snapshot, where, {
			key,
			signal,
			tell(all, of, before) {
				come = all - before
				progress.at(all, of, before)
			},
			say: progress.say,
		})
		progress.stop()
		const path = join(where.folder, where.name)
		const { seconds } = progress
		const rest = come < snapshot.bytes ? `, the last ${size(come)} of it` : ''
		const at = snapshot.revision === undefined ? '' : `, revision ${grouped(snapshot.revision)}`
		terminal.out(`${path}\n`)
		terminal.err(
			`${where.name} downloaded: ${size(bytes)}${at}${rest} in ${lasting(seconds)} (${speed(come, seconds)}), sha256 ${sha256} ok\n`,
		)
		return exits.done
	} catch (reason) {
		progress.stop()
		if (signal.aborted)
			terminal.err(`${partOf(where)} has what came: run it again, and it goes on from there\n`)
		throw failureOf(reason, snapshot, where)
	}
}
