// Takes alarms back, each only once what it is about is over.
import { refOf } from '../cluster.ts'
import type { Call } from '../call.ts'
import { consent } from '../change/consent.ts'
import { checkAll } from '../check/ask.ts'
import { sayings } from '../check/draw.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import type { Members } from '../sight/members.ts'
import { raisedIn, refuseFull, type Raised } from './alarms.ts'

/** Members that hold different data must not be let write. */
async function refuseDifferent(members: Members, signal: AbortSignal): Promise<void> {
	const { cluster } = members.sight
	const checked = await checkAll(members, undefined, signal)
	if (checked.verdict === 'same') return
	const [what = '', ...steps] = sayings(checked, cluster)
	throw new Failure({
		what: `not disarming CORRUPT: ${what}`,
		why: steps.length > 0 ? steps.map((step) => step.trim()).join('; ') : undefined,
		next: `kubectl etcd check ${refOf(cluster)}`,
		exit: exits.refused,
	})
}

const nameOf = ({ kind, name, memberId }: Raised): string => `${kind} of ${name ?? `member ${memberId}`}`

export async function disarm(call: Call, members: Members, wanted: readonly Raised[]): Promise<void> {
	const { sight } = members
	const through = sight.members.find(({ report }) => report?.confirmed === true)
	const client = through && members.open(through.name)?.client
	if (client === undefined)
		throw new Failure({
			what: 'no quorum confirmed a read through any member: an alarm cannot be taken back',
			next: `kubectl etcd status ${refOf(sight.cluster)}`,
			exit: exits.refused,
		})
	const kinds = new Set(wanted.map(({ kind }) => kind))
	if (kinds.has('NOSPACE')) refuseFull(sight)
	if (kinds.has('CORRUPT')) await refuseDifferent(members, call.signal)
	await consent(call, { to: `disarm ${wanted.map(nameOf).join(', ')}` })
	for (const alarm of wanted) {
		await client.disarm(alarm)
		call.terminal.out(`${nameOf(alarm)} disarmed\n`)
	}
	const left = raisedIn(await members.look()) ?? []
	const back = left.filter(({ kind, memberId }) =>
		wanted.some((one) => one.kind === kind && one.memberId === memberId),
	)
	if (back.length > 0)
		throw new Failure({ what: `${back.map(nameOf).join(', ')} is raised again`, exit: exits.degraded })
}
