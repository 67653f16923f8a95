// kubectl etcd defrag.
import type { Call } from '../call.ts'
import { consent } from '../change/consent.ts'
import { carryOut, Stopped, type Done } from '../defrag/carry-out.ts'
import { conditionOf } from '../defrag/condition.ts'
import { drawPlan } from '../defrag/draw.ts'
import { heirOf, inOrder, type Due } from '../defrag/order.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { mustWaitBecause } from '../gate/unwell.ts'
import { bytes, lasting } from '../screen/amount.ts'
import { lookOf } from '../screen/look.ts'
import { Moving } from '../screen/moving.ts'
import { hiddenBy } from '../sight/hidden.ts'
import { withMembers, type Members } from '../sight/members.ts'
import { quorumOf } from '../status/quorum.ts'
import { targetOf } from '../target.ts'

export async function run(call: Call): Promise<number> {
	const { flags, signal } = call
	const only = flags.text('if')
	const worthIt = only === undefined ? () => true : conditionOf(only)
	const cluster = await targetOf(call)
	const timeoutMs = flags.span('timeout')
	return await withMembers(await call.reach(), cluster, { timeoutMs }, signal, async (members) => {
		const due = inOrder(members.sight, worthIt)
		return await planned(call, members, due)
	})
}

async function planned(call: Call, members: Members, due: readonly Due[]): Promise<number> {
	const { flags, terminal } = call
	const { sight } = members
	const { name } = sight.cluster.metadata
	const moves = flags.truth('no-move-leader') !== true
	const why = mustWaitBecause(sight)
	const refusal =
		why === undefined
			? undefined
			: new Failure({ ...hiddenBy(sight), what: `not defragmenting ${name}: ${why}`, exit: exits.refused })
	if (due.length === 0) {
		if (refusal) throw refusal
		terminal.out(`${name}: no member is worth it\n`)
		return exits.done
	}
	const { voters } = quorumOf(sight)
	const leader = due.find(({ leads }) => leads)
	const first = due.find(({ leads }) => !leads)
	const heir = leader && moves ? heirOf(sight, new Set(first && [first.name])) : undefined
	const lines = drawPlan({ due, heir, voters: voters.length }, lookOf(terminal))
	const isPlan = flags.truth('plan') === true
	;(isPlan ? terminal.out : terminal.err)(`${lines.join('\n')}\n`)
	if (refusal) throw refusal
	if (isPlan) {
		terminal.err('Nothing was changed. Without --plan it is done; health is checked before each step.\n')
		return exits.done
	}
	await consent(call, { to: `defragment ${name}` })
	return await carriedOut(call, members, due, moves)
}

async function carriedOut(
	call: Call,
	members: Members,
	due: readonly Due[],
	moves: boolean,
): Promise<number> {
	const { flags, terminal, signal } = call
	const names = due.map(({ name }) => name)
	const show = new Moving(terminal.err, {
		isTerminal: process.stderr.isTTY,
		look: lookOf(terminal),
		names,
	})
	const patienceMs = 30_000
	const pauseMs = flags.lasting('pause') ?? 60_000
	try {
		const done = await carryOut(members, names, { pauseMs, patienceMs, moves, signal, show })
		terminal.out(`${summary(members.sight.cluster.metadata.name, done)}\n`)
		return exits.done
	} catch (reason) {
		if (!(reason instanceof Stopped)) throw reason
		const { underWay, left } = reason
		if (underWay !== undefined)
			terminal.err(`${underWay} was asked to give space back, and goes on by itself\n`)
		terminal.err(`stopped; left as they are: ${left.join(', ') || 'none'}\n`)
		return exits.interrupted
	}
}

function summary(name: string, done: readonly Done[]): string {
	const given = done.reduce((sum, { before, after }) => sum + Math.max(0, before - after), 0)
	const longest = Math.max(...done.map(({ seconds }) => seconds))
	const counted = `${done.length} ${done.length === 1 ? 'member' : 'members'}`
	return `${name} defragmented: ${counted}, ${bytes(given)} given back, longest stall ${lasting(longest)}`
}
