// The plan of a defragmentation as a table. Pure.
import { bytes } from '../screen/amount.ts'
import type { Look } from '../screen/look.ts'
import { table } from '../screen/table.ts'
import { stallText } from './estimate.ts'
import type { Due, Heir } from './order.ts'

interface Planned {
	readonly due: readonly Due[]
	/** Who leads while the leader stands still. */
	readonly heir: Heir | undefined
	readonly voters: number
}

const role = ({ leads }: Due): string => (leads ? 'leader' : 'follower')

/** Who waits meanwhile. */
function whom({ leads }: Due, { heir, voters }: Planned): string {
	if (voters === 1) return 'nobody reads or writes meanwhile'
	if (voters === 2) return 'nobody writes meanwhile'
	if (!leads) return 'this member only'
	return heir === undefined ? 'and an election may follow' : `after moving leadership to ${heir.name}`
}

export function drawPlan(planned: Planned, { width, letters }: Look): readonly string[] {
	const rows = planned.due.map((due, at) => ({ ...due, at: at + 1 }))
	return table(
		rows,
		[
			{ title: 'ORDER', of: ({ at }) => `${at}` },
			{ title: 'MEMBER', of: ({ name }) => name },
			{ title: 'ROLE', of: role },
			{ title: 'DB', of: ({ dbSize }) => bytes(dbSize), right: true },
			{
				title: 'IN-USE',
				of: ({ dbInUse }) => (dbInUse === 0 ? '-' : bytes(dbInUse)),
				right: true,
				dropped: 2,
			},
			{ title: 'RECLAIM', of: ({ dbInUse, free }) => (dbInUse === 0 ? '-' : bytes(free)), right: true },
			{
				title: 'EXPECTED-STALL',
				of: (due) => letters(`${stallText(due.dbInUse, [])} (${whom(due, planned)})`),
				dropped: 1,
			},
		],
		{ width, headers: true },
	)
}
