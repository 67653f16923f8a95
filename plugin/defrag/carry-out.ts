// Gives space back member by member. Before each step all is looked at anew; what speaks against it ends the whole, and says what is left.
import { setTimeout as sleep } from 'node:timers/promises'
import { defragmentMs } from '../../etcd/deadlines.ts'
import { EtcdError } from '../../etcd/errors.ts'
import { Failure } from '../failure.ts'
import { exits } from '../exit.ts'
import { calm } from '../gate/calm.ts'
import { bytes } from '../screen/amount.ts'
import type { Moving } from '../screen/moving.ts'
import type { Members } from '../sight/members.ts'
import { nextOf, type Due, type Heir } from './order.ts'
import { stallText, type Measured } from './estimate.ts'

export interface How {
	readonly pauseMs: number
	/** Whether leadership is handed over before the leader stands still. */
	readonly moves: boolean
	/** How long members may take to be well again after a step. */
	readonly patienceMs: number
	readonly signal: AbortSignal
	readonly show: Moving
}

export interface Done extends Measured {
	readonly name: string
	readonly before: number
	readonly after: number
}

const mostMoves = 3

export class Stopped extends Error {
	readonly left: readonly string[]
	/** It was asked to, and goes on by itself. */
	readonly underWay: string | undefined

	constructor(left: readonly string[], underWay: string | undefined) {
		super('somebody interrupted')
		this.left = left
		this.underWay = underWay
	}
}

async function unlessStopped<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
	const { promise, reject } = Promise.withResolvers<never>()
	const stop = (): void => reject(signal.reason as Error)
	signal.addEventListener('abort', stop, { once: true })
	try {
		signal.throwIfAborted()
		return await Promise.race([work, promise])
	} finally {
		signal.removeEventListener('abort', stop)
	}
}

type Hands = Pick<Members, 'look' | 'open'>

const clientOf = ({ open }: Hands, name: string) => {
	const member = open(name)
	if (member === undefined) throw new Failure(`${name} answered a moment ago, and does not any more`)
	return member.client
}

async function giveBack(hands: Hands, member: Due, done: readonly Done[], how: How): Promise<Done> {
	const { name, dbInUse, dbSize } = member
	const client = clientOf(hands, name)
	how.show.now(name, `gives space back, expected ${stallText(dbInUse, done)}`)
	const began = performance.now()
	await unlessStopped(how.signal, client.defragment(defragmentMs(BigInt(dbSize))))
	const seconds = (performance.now() - began) / 1000
	const after = Number((await client.status()).dbSize)
	how.show.ended({ name, state: 'done', text: `${bytes(dbSize)} → ${bytes(after)}`, seconds })
	return { name, before: dbSize, after, copied: dbInUse || after, seconds }
}

async function handOver(hands: Hands, from: Heir, to: Heir, how: How): Promise<boolean> {
	how.show.now(from.name, `hands leadership to ${to.name}`)
	try {
		await unlessStopped(how.signal, clientOf(hands, from.name).moveLeader(to.id))
	} catch (reason) {
		if (reason instanceof EtcdError) return false
		throw reason
	}
	how.show.ended({ name: from.name, state: 'done', text: `handed leadership to ${to.name}` })
	return true
}

const refused = (why: string, left: ReadonlySet<string>): Failure =>
	new Failure({
		what: `not defragmenting: ${why}`,
		why: `left as they are: ${[...left].join(', ')}`,
		exit: exits.refused,
	})

export async function carryOut(hands: Hands, names: readonly string[], how: How): Promise<readonly Done[]> {
	const [left, done] = [new Set(names), new Map<string, Done>()]
	let [moves, underWay]: [number, string | undefined] = [0, undefined]
	try {
		while (left.size > 0) {
			const sight = await calm(hands.look, done.size + moves === 0 ? 0 : how.patienceMs, how.signal)
			if (typeof sight === 'string') throw refused(sight, left)
			const next = nextOf(sight, left, new Set(done.keys()), how.moves)
			if (next === undefined) throw refused(`${[...left].join(', ')} is no member any more`, left)
			if (next.do === 'moveLeader') {
				if (++moves > mostMoves) throw refused(`${next.from.name} does not give leadership away`, left)
				await handOver(hands, next.from, next.to, how)
				continue
			}
			underWay = next.member.name
			const given = await giveBack(hands, next.member, [...done.values()], how)
			underWay = undefined
			done.set(given.name, given)
			left.delete(given.name)
			if (left.size > 0 && how.pauseMs > 0) {
				how.show.now([...left][0] ?? '', 'waits')
				await sleep(how.pauseMs, undefined, { signal: how.signal })
			}
		}
	} catch (reason) {
		how.show.clear()
		if (how.signal.aborted)
			throw new Stopped(
				[...left].filter((name) => name !== underWay),
				underWay,
			)
		if (reason instanceof EtcdError && underWay !== undefined) throw unclear(underWay, reason, left)
		throw reason
	}
	return [...done.values()]
}

const unclear = (name: string, reason: EtcdError, left: ReadonlySet<string>): Failure =>
	new Failure(
		{
			what: `${name} was asked to give space back and did not say that it has: ${reason.message}`,
			why: `it may still be at it; left as they are: ${[...left].filter((one) => one !== name).join(', ') || 'none'}`,
		},
		reason,
	)
