// The task of an EtcdBackup's Job: a snapshot into a store, proved there, and what is too much removed.
import type { Said, TakeTask } from '../../api/task.ts'
import { openStore } from '../../store/open.ts'
import type { Store } from '../../store/store.ts'
import { Late } from '../failure.ts'
import { largestOf, membersAt } from '../members.ts'
import { clientPair, sealingKey, storeSecret } from '../mounted.ts'
import { nameOf } from '../name.ts'
import { prune } from '../prune.ts'
import { begin, end, sweep } from '../pending.ts'
import { isFree, removeBeside, replace } from '../replace.ts'
import { sourcesAmong } from '../sources.ts'
import { take } from '../take.ts'
import { telling } from '../telling.ts'
import { tidying } from '../tidying.ts'

const [leastSeconds, bytesASecond] = [120, 2 * 1024 * 1024]

/** Twice over the network and once through the disk, on a bad day. */
const allowedMs = (timeoutSeconds: number, bytes: number): number =>
	1000 * (timeoutSeconds > 0 ? timeoutSeconds : leastSeconds + Math.ceil(bytes / bytesASecond))

function lateAfter(limitMs: number): AbortSignal {
	const late = new AbortController()
	const why = `it took longer than ${limitMs / 1000} s: write a larger spec.backupPolicy.timeoutInSecond`
	setTimeout(() => late.abort(new Late(why)), limitMs).unref()
	return late.signal
}

/** What is wrong with the store is told best by its list, and before a member is asked for all that it has. */
async function reached(store: Store, name: string): Promise<void> {
	await store.list(name)[Symbol.asyncIterator]().next()
}

async function taken(
	task: TakeTask,
	{ store, name }: { readonly store: Store; readonly name: string },
	stop: AbortSignal,
): Promise<Said> {
	const began = performance.now()
	const pair = task.has.includes('client') ? await clientPair() : undefined
	const key = task.has.includes('key') ? await sealingKey() : undefined
	await reached(store, name)
	const members = await membersAt(task.endpoints, pair)
	try {
		const sources = await sourcesAmong(members.asked)
		const limitMs = allowedMs(task.timeoutSeconds, await largestOf(members.asked))
		const signal = AbortSignal.any([stop, lateAfter(limitMs)])
		const clusterId = sources[0]?.clusterId ?? ''
		if (!task.timed) await sweep(store, `${name}.`, task.backup.uid)
		await sweep(store, `${name}_v`, task.backup.uid)
		const free = task.timed || (await isFree(store, name, clusterId))
		const wish = {
			backup: task.backup,
			nameOf: (revision: bigint, at: number): string =>
				task.timed || !free ? nameOf({ path: name, revision, at }) : name,
			key,
			signal,
			pending: {
				begin: async (object: string) => await begin(store, object, task.backup.uid, signal),
				end: async (object: string) => await end(store, object),
			},
			tell: tidying(telling()),
		}
		const first = await take(sources, store, wish)
		const manifest = free ? first : await replace(store, first, name, wish)
		if (!task.timed) await removeBeside(store, manifest)
		const pruned = task.timed
			? await prune(store, {
					beginning: `${name}_v`,
					newest: manifest,
					keep: task.keep,
					now: Date.now(),
				}).catch((reason: unknown) => ({ kept: 0, removed: 0, note: `not counted: ${String(reason)}` }))
			: { kept: 1, removed: 0, note: undefined }
		const { object, bytes, sha256, revision, member, etcdVersion, takenAt, verifiedAt = '' } = manifest
		return {
			ok: true,
			taken: {
				object,
				bytes,
				sha256,
				revision,
				clusterId,
				etcdVersion,
				takenAt,
				verifiedAt,
				location: `${store.place}/${object}`,
				member: member.name,
				seconds: Math.round((performance.now() - began) / 1000),
				kept: pruned.kept,
				removed: pruned.removed,
				...(pruned.note !== undefined && { note: pruned.note }),
			},
		}
	} finally {
		members.close()
	}
}

export async function run(task: unknown, stop: AbortSignal): Promise<Said> {
	const told = task as TakeTask
	const opened = await openStore(told.place, told.has.includes('store') ? await storeSecret() : undefined)
	try {
		return await taken(told, opened, stop)
	} finally {
		opened.store.close()
	}
}
