// What keeps a member well: alarms, history, space, its likeness to the others, and the way back to the minor before.
import type { Caller } from './caller.ts'
import { deadlines } from './deadlines.ts'
import type { Alarm, HashKv } from './member.ts'
import { KV, Maintenance } from './rpc_pb.ts'
import { alarmNumber, alarmOf, hashOf, idOf } from './wire.ts'

const downgrades = { validate: 0, enable: 1, cancel: 2 } as const

export interface Maintained {
	alarms(): Promise<readonly Alarm[]>
	/** Etcd raises it again by itself only when it has a new reason to. */
	disarm(alarm: Alarm): Promise<void>
	/** At 0 of the newest revision. Members are alike when both revisions are the same and the hashes, too. */
	hashKv(revision: bigint): Promise<HashKv>
	/** How many keys there were at that revision. */
	count(revision: bigint): Promise<bigint>
	/** Forgets what was overwritten or deleted before that; answered when this member's space is free to be used again. */
	compact(revision: bigint): Promise<void>
	/** Gives free space back to the disk. The member neither reads nor writes meanwhile, the longer the more it has. */
	defragment(deadlineMs: number): Promise<void>
	/** To a minor as "3.6". From 3.6 on a cancel that failed looks done: only what members report afterwards tells. */
	downgrade(action: keyof typeof downgrades, to: string): Promise<void>
}

export const maintain = (connection: Pick<Caller, 'call'>): Maintained => ({
	async alarms() {
		const answer = await connection.call(Maintenance.method.alarm, { action: 0 }, deadlines.readMs)
		return answer.alarms.map(alarmOf)
	},
	async disarm(alarm) {
		const disarming = { action: 2, memberId: idOf(alarm.memberId), alarm: alarmNumber(alarm) }
		await connection.call(Maintenance.method.alarm, disarming, deadlines.changeMs)
	},
	async hashKv(revision) {
		const answer = await connection.call(Maintenance.method.hashKV, { revision }, deadlines.hashMs)
		return hashOf(revision, answer)
	},
	async count(revision) {
		const every = { key: new Uint8Array([0]), rangeEnd: new Uint8Array([0]) }
		const asked = { ...every, countOnly: true, revision }
		return (await connection.call(KV.method.range, asked, deadlines.hashMs)).count
	},
	async compact(revision) {
		await connection.call(KV.method.compact, { revision, physical: true }, deadlines.compactMs)
	},
	async defragment(deadlineMs) {
		await connection.call(Maintenance.method.defragment, {}, deadlineMs)
	},
	async downgrade(action, to) {
		const asked = { action: downgrades[action], version: to }
		await connection.call(Maintenance.method.downgrade, asked, deadlines.changeMs)
	},
})
