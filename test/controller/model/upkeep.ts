// What a look is changed by where a table is about space, alarms and what is remembered of upkeep. Pure.
import type { Observed, UpkeepSeen } from '../../../controller/observed.ts'
import { all, but, etcd } from './look.ts'
import { says } from './roll.ts'

type Change = (seen: Observed) => Observed

export const mebibyte = 2 ** 20
export const names = ['a', 'b', 'c'] as const
export const now = Date.parse('2026-11-18T12:00:00Z')
export const minutes = (count: number): number => count * 60_000

/** In mebibytes. */
export const has = (name: string, size: number, inUse: number, quota = 100): Change =>
	says(name, {
		dbSize: BigInt(size * mebibyte),
		dbSizeInUse: BigInt(inUse * mebibyte),
		quota: BigInt(quota * mebibyte),
		revision: 7n,
	})
export const have = (size: number, inUse: number, quota?: number): Change =>
	all(...names.map((name) => has(name, size, inUse, quota)))

export const alarm = (kind: string, ...members: readonly string[]): Change =>
	etcd(() => ({ alarms: members.map((memberId) => ({ kind, memberId })) }))

export const remembers = (upkeep: Partial<UpkeepSeen>): Change =>
	all(but({ now }), (seen) => ({ ...seen, upkeep: { ...seen.upkeep, ...upkeep } }))
export const compacted = (ago: number, revision = 7n): Change =>
	remembers({ compacted: { revision, at: now - ago } })
export const gaveBack = (ago: number, ...ids: readonly string[]): Change =>
	remembers({ defragmented: new Map(ids.map((id) => [id, now - ago])) })
export const leads = (name: string): Change =>
	etcd(({ all: members }) => ({
		all: members.map((seen) => ({ ...seen, isLeader: seen.name === name })),
	}))
