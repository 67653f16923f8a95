// What a cluster that is there has, beside what a snapshot has. Pure.
import { grouped } from '../screen/amount.ts'
import type { Chosen } from './chosen.ts'

export type Live =
	| { readonly is: 'gone'; readonly name: string }
	| {
			readonly is: 'silent'
			readonly name: string
			readonly id: string | undefined
			readonly because: string
	  }
	| {
			readonly is: 'heard'
			readonly name: string
			readonly id: string | undefined
			readonly revision: bigint
			/** A quorum confirmed it; otherwise who does not answer may have acknowledged more. */
			readonly isAll: boolean
	  }

type Snapshot = Pick<Chosen, 'last'>

/** How many revisions it has that the snapshot has not; nothing where they cannot be compared. */
export function behind(live: Live, { last }: Snapshot): bigint | undefined {
	if (live.is !== 'heard' || !last?.revision) return undefined
	if (last.clusterId !== undefined && live.id !== undefined && last.clusterId !== live.id) return undefined
	return live.revision - BigInt(last.revision)
}

/** `ending` is what becomes of what came later: "are given up". */
export function liveLine(live: Live, snapshot: Snapshot, ending: string): string {
	const { name } = live
	if (live.is === 'gone') return `${name}, of which it was taken, is not there`
	if (live.is === 'silent') return `${name} does not say how far it is: ${live.because}`
	const at = live.isAll
		? `${name} answers at revision ${grouped(live.revision)}`
		: `${name} answers at revision ${grouped(live.revision)} without a quorum, so that others may have acknowledged more`
	const count = behind(live, snapshot)
	if (count === undefined)
		return snapshot.last === undefined
			? `${at}; how far the snapshot goes is known once it was fetched`
			: `${at}; it is another cluster than the one that was saved, so that their revisions say nothing of each other`
	if (count === 0n) return `${at}, and so is the snapshot`
	if (count < 0n) return `${at}, which is less than the snapshot has`
	return `${at}: ${live.isAll ? '' : 'at least '}${grouped(count)} ${count === 1n ? 'revision' : 'revisions'} later than the snapshot ${ending}`
}
