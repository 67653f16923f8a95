// Hands leadership over, and looks whether it has gone where it should.
import { setTimeout as sleep } from 'node:timers/promises'
import { EtcdError } from '../../etcd/errors.ts'
import { Failure } from '../failure.ts'
import type { Members } from '../sight/members.ts'
import type { Choice } from './choose.ts'

type Move = Extract<Choice, { readonly do: 'move' }>

const patienceMs = 5000
const betweenMs = 100

export async function move(
	{ open }: Pick<Members, 'open'>,
	{ from, to }: Move,
	signal: AbortSignal,
): Promise<void> {
	const [leader, heir] = [open(from.name), open(to.name)]
	if (leader === undefined || heir === undefined)
		throw new Failure(`${leader ? to.name : from.name} answered a moment ago, and does not any more`)
	try {
		await leader.client.moveLeader(heir.id)
	} catch (reason) {
		if (!(reason instanceof EtcdError)) throw reason
		if (reason.code === 'notLeader')
			throw new Failure(
				{ what: `${from.name} lost leadership just before it was asked`, next: 'ask once more' },
				reason,
			)
		throw new Failure({ what: `${from.name} did not hand leadership over: ${reason.message}` }, reason)
	}
	for (const end = performance.now() + patienceMs; performance.now() < end;) {
		const { leader: now } = await heir.client.status()
		if (now === heir.id) return
		await sleep(betweenMs, undefined, { signal })
	}
	throw new Failure(`${from.name} handed leadership over, and ${to.name} does not lead`)
}
