// Takes a snapshot from the best member there is, and says how it goes.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest } from '../../backup/manifest.ts'
import type { Source } from '../../backup/sources.ts'
import { take } from '../../backup/take.ts'
import { EtcdError } from '../../etcd/errors.ts'
import { fileStore } from '../../store/file.ts'
import { StoreError } from '../../store/store.ts'
import { refOf } from '../cluster.ts'
import { sinkOf } from '../ctl/sink.ts'
import { troubleOf } from '../ctl/trouble.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { tidy } from '../hurry.ts'
import type { Look } from '../screen/look.ts'
import type { Cluster } from '../target.ts'
import { Progress } from './progress.ts'
import { streamed } from './streamed.ts'
import { refuseExisting, standardName, type Target } from './target.ts'

export interface How {
	readonly target: Target
	readonly force: boolean
	readonly err: (text: string) => void
	readonly isTerminal: boolean
	readonly look: Look
	readonly now: number
	readonly signal: AbortSignal
}

export interface Saved {
	readonly manifest: Manifest
	/** Nothing where it went to stdout. */
	readonly path: string | undefined
	readonly seconds: number
}

/** Pieces that were written are of no use, and by themselves they are given back late. */
const tidyBytes = 16 * 2 ** 20

const called = ({ name, leads }: Source): string => `${name} (${leads ? 'leader' : 'follower'})`

export async function save(cluster: Cluster, sources: readonly Source[], how: How): Promise<Saved> {
	const { metadata } = cluster
	const { target, signal } = how
	const [first] = sources
	if (first === undefined) throw new Error('there is nobody to take a snapshot from')
	const isFile = target.kind === 'file'
	const name =
		(isFile ? target.name : undefined) ?? standardName(metadata.name, first.revision ?? 0n, how.now)
	if (isFile) await refuseExisting(target.folder, name, how.force)
	const store = isFile ? fileStore(target.folder) : streamed(sinkOf(process.stdout, signal), name)
	let isThere = false
	const put: typeof store.put = async (object, pieces, writing) => {
		const stored = await store.put(object, pieces, writing)
		isThere ||= object === name
		return stored
	}
	const progress = new Progress(how.err, how.isTerminal, how.look, called(first))
	const said = how.look.letters
	let tidyAt = tidyBytes
	try {
		const manifest = await take(
			sources,
			{ ...store, put },
			{
				backup: { namespace: metadata.namespace ?? '', name: metadata.name, uid: metadata.uid ?? '' },
				nameOf: () => name,
				signal,
				readBack: false,
				tell(_, bytes, of) {
					progress.at(bytes, of)
					if (bytes < tidyAt) return
					tidyAt = bytes + tidyBytes
					tidy()
				},
				failed(source, reason) {
					progress.say(said(`${source.name} did not give all of it: ${reason.message}`))
					const next = sources[sources.indexOf(source) + 1]
					tidyAt = tidyBytes
					if (next !== undefined) progress.from(called(next))
				},
			},
		)
		return { manifest, path: isFile ? join(target.folder, name) : undefined, seconds: progress.seconds }
	} catch (reason) {
		// Without its manifest nobody would know whose it is.
		if (isFile && isThere) await rm(join(target.folder, name), { force: true })
		signal.throwIfAborted()
		throw failureOf(reason, cluster, isFile ? join(target.folder, name) : 'stdout')
	} finally {
		progress.stop()
	}
}

const storeTrouble: Partial<Record<StoreError['code'], readonly [what: string, next: string]>> = {
	full: ['the disk is full', 'make room, or name a file on another disk'],
	denied: ['it may not be written there', 'name a file where you may write'],
	noPlace: ['that is no place for a file', 'name a file in a folder that is there'],
}

function failureOf(reason: unknown, cluster: Cluster, place: string): unknown {
	if (reason instanceof StoreError) {
		const [what, next] = storeTrouble[reason.code] ?? ['it cannot be written', undefined]
		return new Failure(
			{
				what: `${place}: ${what}; nothing was left there`,
				why: reason.message.replace(`${place}: `, ''),
				next,
			},
			reason,
		)
	}
	if (!(reason instanceof EtcdError)) return reason
	const told = troubleOf(reason, cluster.metadata.name)
	if (reason.code !== 'unreachable') return told
	return new Failure(
		{
			what: `${reason.message}; nothing was left at ${place}`,
			next: `kubectl etcd status ${refOf(cluster)}, and then again`,
			exit: exits.error,
		},
		reason,
	)
}
