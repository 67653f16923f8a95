// A line for each member on the way to what the spec says, from the status alone. Pure.
import { imageOf } from '../../api/defaults.ts'
import { sameNumbers } from '../../api/version.ts'
import { table } from '../screen/table.ts'
import type { Cluster } from '../target.ts'
import type { Terminal } from '../terminal.ts'

type State = NonNullable<NonNullable<Cluster['status']>['memberStates']>[number]

const words = { there: ['✔', '+'], now: ['▶', '>'], later: ['·', '.'] } as const

function mark({ version, ready }: State, wanted: string, ascii: boolean): string {
	const isThere = sameNumbers(version, wanted)
	const [glyph, letter] = words[ready ? (isThere ? 'there' : 'later') : 'now']
	return ascii ? letter : glyph
}

function doing({ version, ready, role }: State, wanted: string): string {
	if (role === 'Joining' || role === 'Starting') return 'starting'
	if (!ready) return 'not ready'
	if (role === 'Learner') return 'learner, catching up'
	if (!sameNumbers(version, wanted)) return role === 'Leader' ? 'leader, last' : 'waiting'
	return (role ?? '').toLowerCase()
}

export function memberLines(
	cluster: Cluster,
	{ ascii, width }: Pick<Terminal, 'ascii' | 'width'>,
): readonly string[] {
	const wanted = imageOf(cluster).version
	const states = (cluster.status?.memberStates ?? []).toSorted((one, other) =>
		(one.name ?? '') < (other.name ?? '') ? -1 : 1,
	)
	return table(
		states,
		[
			{ title: '', of: (state) => `  ${mark(state, wanted, ascii)} ${state.name ?? ''}` },
			{ title: '', of: ({ version }) => version || '-' },
			{ title: '', of: (state) => doing(state, wanted) },
		],
		{ width, headers: false },
	)
}
