// How far each member has come, as bars that end where it stands. Pure.
import type { Glyphs } from './glyphs.ts'

/** Behind by this much a bar has lost a cell: raft's indexes are huge, and only the distance says something. */
const entriesPerCell = 50n

/** Learners are hollow until they vote. */
export function ladder(lag: bigint, isLearner: boolean, glyphs: Glyphs, width: number): string {
	const missing = lag === 0n ? 0 : Math.min(width, Number(lag / entriesPerCell) + 1)
	return (isLearner ? glyphs.hollow : glyphs.full).repeat(width - missing) + glyphs.empty.repeat(missing)
}
