// ctl, once it is known what was asked for and how one gets to the members.
import type { Credentials } from '../../etcd/login.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import type { lineOf } from './line.ts'
import { Entrance, type Members } from './members.ts'
import { printed } from './print/print.ts'
import type { Sink } from './sink.ts'
import type { Task } from './task.ts'
import type { VerbName } from './verbs.ts'
import { del, put } from './verbs/change.ts'
import { hashKv, health, status } from './verbs/endpoint.ts'
import { get } from './verbs/get.ts'
import { grant, keepAlive, list, revoke, timeToLive } from './verbs/lease.ts'
import { alarms, members, role, roles, user, users } from './verbs/lists.ts'
import { watch } from './verbs/watch.ts'

export interface Surroundings {
	readonly members: Members
	readonly member: string | undefined
	readonly credentials: Credentials | undefined
	readonly out: Sink
	/** Somebody looks at what is written to it. */
	readonly isTerminal: boolean
	readonly err: (text: string) => void
	readonly stdin: () => Promise<Uint8Array>
	readonly signal: AbortSignal
}

const verbs: Readonly<Record<VerbName, (task: Task) => Promise<number | void>>> = {
	get,
	put,
	del,
	watch,
	'lease grant': grant,
	'lease revoke': revoke,
	'lease timetolive': timeToLive,
	'lease list': list,
	'lease keep-alive': keepAlive,
	'member list': members,
	'endpoint status': status,
	'endpoint health': health,
	'endpoint hashkv': hashKv,
	'alarm list': alarms,
	'user list': users,
	'user get': user,
	'role list': roles,
	'role get': role,
}

/** Nothing is changed unless somebody says so once more; `again` is how. */
export function requireWrite({ verb }: ReturnType<typeof lineOf>, mayWrite: boolean, again: string): void {
	if (!verb.changes || mayWrite) return
	throw new Failure({
		what: `ctl only reads, and ${verb.name} changes what etcd has`,
		next: again,
		exit: exits.refused,
	})
}

export async function ctl(line: ReturnType<typeof lineOf>, at: Surroundings): Promise<number> {
	const { verb, args, asked } = line
	const { out, err, stdin, signal } = at
	const format = asked.format(at.isTerminal)
	const entrance = new Entrance(at.members, at.member, at.credentials, asked.deadlineMs)
	const task: Task = {
		verb: verb.name,
		args,
		asked,
		entrance,
		format,
		out,
		err,
		stdin,
		signal,
		show: async (answer) => await out.write(printed(answer, format)),
	}
	try {
		return (await verbs[verb.name](task)) ?? exits.done
	} finally {
		await entrance.close()
	}
}
