// ctl lease.
import { setTimeout as sleep } from 'node:timers/promises'
import { EtcdError } from '../../../etcd/errors.ts'
import { leases, type Leases } from '../../../etcd/leases.ts'
import { Failure } from '../../failure.ts'
import { leaseOf } from '../asked.ts'
import type { Task } from '../task.ts'
import { changeTrouble, troubleOf } from '../trouble.ts'

async function asking<T>(
	{ asked, entrance }: Task,
	ask: (all: Leases) => Promise<T>,
	trouble = troubleOf,
): Promise<T> {
	const { name, caller } = await entrance.one()
	try {
		return await ask(leases(caller, asked.deadlineMs))
	} catch (reason) {
		throw trouble(reason, name)
	}
}

export async function grant(task: Task): Promise<void> {
	const [seconds = ''] = task.args
	if (!/^\d{1,10}$/.test(seconds)) throw new Failure(`lease grant: "${seconds}" is no number of seconds`)
	const ask = async (all: Leases) => await all.grant(BigInt(seconds))
	await task.show({ kind: 'grant', answer: await asking(task, ask, changeTrouble) })
}

const idIn = ({ args }: Task): bigint => leaseOf(args[0] ?? '')

export async function revoke(task: Task): Promise<void> {
	const id = idIn(task)
	const ask = async (all: Leases) => await all.revoke(id)
	await task.show({ kind: 'revoke', id, answer: await asking(task, ask, changeTrouble) })
}

export async function timeToLive(task: Task): Promise<void> {
	const [id, keys] = [idIn(task), task.asked.truth('keys')]
	const ask = async (all: Leases) => await all.timeToLive(id, keys)
	await task.show({ kind: 'timeToLive', keys, answer: await asking(task, ask) })
}

export async function list(task: Task): Promise<void> {
	await task.show({ kind: 'leases', answer: await asking(task, async (all) => await all.list()) })
}

/** Three times as often as it must be. */
export async function keepAlive(task: Task): Promise<void> {
	const { asked, show, out, format, signal } = task
	const id = idIn(task)
	const ask = async (all: Leases) => await all.keepAlive(id)
	for (let hasBegun = false; !signal.aborted; hasBegun = true) {
		try {
			const answer = await asking(task, ask)
			await show({ kind: 'keepAlive', answer })
			if (asked.truth('once')) return
			await sleep((Number(answer.ttl) * 1000) / 3, undefined, { signal }).catch(() => undefined)
		} catch (reason) {
			const { cause } = reason as Failure
			const isGone = cause instanceof EtcdError && cause.code === 'leaseNotFound'
			if (!isGone || !hasBegun || asked.truth('once')) throw reason
			if (format.as === 'simple')
				await out.write(
					`lease ${BigInt.asUintN(64, id).toString(16).padStart(16, '0')} expired or revoked.\n`,
				)
			return
		}
	}
}
