// ctl endpoint: of every member, or of the one that was chosen. All are asked at once; the answers come in the members' order.
import { EtcdError } from '../../../etcd/errors.ts'
import { Maintenance, KV } from '../../../etcd/rpc_pb.ts'
import type { Caller } from '../../../etcd/caller.ts'
import { exits } from '../../exit.ts'
import type { Health } from '../print/answer.ts'
import { alarmName, lasted } from '../print/words.ts'
import type { Task } from '../task.ts'
import { troubleOf } from '../trouble.ts'

interface Asked<T> {
	readonly endpoint: string
	readonly answer?: T
	readonly failure?: Error
}

async function askAll<T>(
	{ entrance }: Task,
	ask: (caller: Caller) => Promise<T>,
): Promise<readonly Asked<T>[]> {
	return await Promise.all(
		entrance.all().map(async ({ name, member }) => {
			try {
				return { endpoint: name, answer: await ask((await member).caller) }
			} catch (reason) {
				return { endpoint: name, failure: troubleOf(reason, name) }
			}
		}),
	)
}

/** Those that answered; of the others it is said why they did not, and the end is no good one. */
function answered<T>({ err }: Task, what: string, all: readonly Asked<T>[]) {
	for (const { endpoint, failure } of all) if (failure) err(`no ${what} of ${endpoint}: ${failure.message}\n`)
	return all.flatMap(({ endpoint, answer }) => (answer === undefined ? [] : [{ endpoint, answer }]))
}

const codeOf = (all: readonly Asked<unknown>[]): number =>
	all.some(({ failure }) => failure) ? exits.error : exits.done

export async function status(task: Task): Promise<number> {
	const { deadlineMs } = task.asked
	const all = await askAll(
		task,
		async (caller) => await caller.call(Maintenance.method.status, {}, deadlineMs),
	)
	await task.show({ kind: 'status', answers: answered(task, 'status', all) })
	return codeOf(all)
}

export async function hashKv(task: Task): Promise<number> {
	const revision = task.asked.int64('rev')
	const deadlineMs = Math.max(task.asked.deadlineMs, 5000)
	const all = await askAll(
		task,
		async (caller) => await caller.call(Maintenance.method.hashKV, { revision }, deadlineMs),
	)
	await task.show({ kind: 'hashes', answers: answered(task, 'hash', all) })
	return codeOf(all)
}

async function healthOf(caller: Caller, deadlineMs: number): Promise<Omit<Health, 'endpoint'>> {
	const began = performance.now()
	const took = (): string => lasted(performance.now() - began)
	try {
		await caller.call(KV.method.range, { key: Buffer.from('health') }, deadlineMs)
	} catch (reason) {
		// Who may not read was told so by a quorum.
		const isDenied = reason instanceof EtcdError && reason.message.endsWith('permission denied')
		if (!isDenied) return { health: false, took: took(), error: troubleOf(reason, 'it').message }
	}
	const done = took()
	try {
		const { alarms } = await caller.call(Maintenance.method.alarm, { action: 0 }, deadlineMs)
		if (alarms.length === 0) return { health: true, took: done, error: '' }
		const names = alarms.map(({ alarm }) => `${alarmName(alarm)} `).join('')
		return { health: false, took: done, error: `Active Alarm(s): ${names}` }
	} catch {
		return { health: false, took: done, error: 'Unable to fetch the alarm list' }
	}
}

export async function health(task: Task): Promise<number> {
	const all = await askAll(task, async (caller) => await healthOf(caller, task.asked.deadlineMs))
	const answers = all.map(({ endpoint, answer, failure }) => ({
		endpoint,
		...(answer ?? { health: false, took: '0s', error: failure?.message ?? '' }),
	}))
	await task.show({ kind: 'health', answers })
	const ill = answers.filter(({ error }) => error !== '')
	if (task.format.as === 'simple')
		for (const { endpoint, error } of ill)
			task.err(`${endpoint} is unhealthy: failed to commit proposal: ${error}\n`)
	return ill.length > 0 ? exits.error : exits.done
}
