// ctl member list, alarm list, user and role: one question, one answer.
import { accounts } from '../../../etcd/accounts.ts'
import type { Caller } from '../../../etcd/caller.ts'
import { Cluster, Maintenance } from '../../../etcd/rpc_pb.ts'
import type { Answer } from '../print/answer.ts'
import type { Task } from '../task.ts'
import { troubleOf } from '../trouble.ts'

async function ask({ entrance, asked, show }: Task, how: (caller: Caller, ms: number) => Promise<Answer>) {
	const { name, caller } = await entrance.one()
	try {
		await show(await how(caller, asked.deadlineMs))
	} catch (reason) {
		throw troubleOf(reason, name)
	}
}

export async function members(task: Task): Promise<void> {
	const linearizable = task.asked.oneOf('consistency', ['l', 's']) !== 's'
	await ask(task, async (caller, ms) => ({
		kind: 'members',
		answer: await caller.call(Cluster.method.memberList, { linearizable }, ms),
	}))
}

export async function alarms(task: Task): Promise<void> {
	await ask(task, async (caller, ms) => ({
		kind: 'alarms',
		answer: await caller.call(Maintenance.method.alarm, { action: 0 }, ms),
	}))
}

export async function users(task: Task): Promise<void> {
	await ask(task, async (caller, ms) => ({ kind: 'users', answer: await accounts(caller, ms).users() }))
}

export async function roles(task: Task): Promise<void> {
	await ask(task, async (caller, ms) => ({ kind: 'roles', answer: await accounts(caller, ms).roles() }))
}

export async function role(task: Task): Promise<void> {
	const [name = ''] = task.args
	await ask(task, async (caller, ms) => ({
		kind: 'role',
		name,
		answer: await accounts(caller, ms).role(name),
	}))
}

export async function user(task: Task): Promise<void> {
	const { args, asked, entrance, show, out } = task
	const [name = ''] = args
	if (!asked.truth('detail')) {
		await ask(task, async (caller, ms) => ({
			kind: 'user',
			name,
			answer: await accounts(caller, ms).user(name),
		}))
		return
	}
	const { name: member, caller } = await entrance.one()
	const all = accounts(caller, asked.deadlineMs)
	try {
		const { roles: names } = await all.user(name)
		await out.write(`User: ${name}\n`)
		for (const one of names) {
			await out.write('\n')
			await show({ kind: 'role', name: one, answer: await all.role(one) })
		}
	} catch (reason) {
		throw troubleOf(reason, member)
	}
}
