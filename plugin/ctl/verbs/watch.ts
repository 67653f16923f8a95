// ctl watch: until somebody stops it, through whichever member there is.
import { setTimeout as sleep } from 'node:timers/promises'
import { follow, isOver } from '../../../etcd/watching.ts'
import type { WatchResponse } from '../../../etcd/rpc_pb.ts'
import { Failure } from '../../failure.ts'
import type { Member } from '../members.ts'
import { rangeOf } from '../ranges.ts'
import type { Task } from '../task.ts'
import { troubleOf } from '../trouble.ts'

const patienceMs = 1000

const isProgress = (said: WatchResponse): boolean => said.events.length === 0 && !isOver(said)

export async function watch({ args, asked, entrance, out, show, err, signal }: Task): Promise<void> {
	const wanted = {
		...rangeOf(args, asked),
		startRevision: asked.int64('rev'),
		prevKv: asked.truth('prev-kv'),
		progressNotify: asked.truth('progress-notify'),
	}
	let member: Member | undefined
	/** Only the first time it is worth saying that nobody answers; later somebody will. */
	const open = async () => {
		const isFirst = member === undefined
		for (;;)
			try {
				member = await entrance.one()
				if (!isFirst) err(`(watching on through ${member.name})\n`)
				return member.caller
			} catch (reason) {
				if (isFirst || signal.aborted) throw reason
				await sleep(patienceMs, undefined, { signal })
			}
	}
	const onLost = async (why: Error, from: bigint) => {
		err(
			`(${member?.name ?? 'the member'} is lost: ${why.message}; what happens from revision ${from} on is not)\n`,
		)
		await sleep(patienceMs, undefined, { signal }).catch(() => undefined)
	}
	try {
		for await (const said of follow({ open, onLost, signal }, wanted)) {
			if (isProgress(said)) await out.write(`progress notify: ${said.header?.revision ?? 0n}\n`)
			await show({ kind: 'watch', answer: said })
			if (isOver(said)) throw ended(said)
		}
	} catch (reason) {
		if (signal.aborted) return
		throw troubleOf(reason, member?.name ?? 'the cluster')
	}
}

function ended({ compactRevision, cancelReason }: WatchResponse): Failure {
	if (compactRevision > 0n)
		return new Failure({
			what: 'the watch ended: etcdserver: mvcc: required revision has been compacted',
			why: `the oldest revision that is still kept is ${compactRevision}`,
			next: `add --rev=${compactRevision}, or leave --rev out for what happens from now on`,
		})
	return new Failure(`the watch ended: ${cancelReason || 'etcd does not say why'}`)
}
