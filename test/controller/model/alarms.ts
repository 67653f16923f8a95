// What etcd raises, and what is asked of it then. Pure. Where a database is full only giving space back helps; whom it calls corrupt is so.
import type { Alarm } from '../../../etcd/member.ts'
import type { Move } from './environment.ts'
import { hasQuorum, liveVoters, memberNames, takesPart, voterNames } from './raft.ts'
import type { Verdict } from './rules-of-effects.ts'
import { slotOf, type World } from './world.ts'

const idOf = (world: World, name: string): string => slotOf(world, name).member?.id ?? ''

export const alarmText = ({ kind, memberId }: Alarm): string => `${kind} ${memberId}`

export function alarmsOf({ alarm }: World): readonly Alarm[] {
	const [kind = '', memberId = ''] = alarm.split(' ')
	return kind === '' ? [] : [{ kind, memberId }]
}

export function faultsOfAlarms(world: World): readonly Move[] {
	if (!world.setting.alarms || world.alarm !== '' || !world.declared || !hasQuorum(world)) return []
	const full = memberNames(world).join('')
	return [
		{ what: 'etcd is full', to: { ...world, alarm: `NOSPACE ${idOf(world, world.leader)}`, full } },
		...voterNames(world).map((name) => ({
			what: `etcd calls ${name} corrupt`,
			to: { ...world, alarm: `CORRUPT ${idOf(world, name)}` },
		})),
	]
}

const withRoom = (world: World, name: string): World =>
	world.full.includes(name) ? { ...world, full: world.full.replace(name, '') } : world

/** What is gone takes no space; whoever comes in its place has what is in use. */
export const roomAfter = withRoom

export function defragment(world: World, id: string): World {
	const name = memberNames(world).find((one) => idOf(world, one) === id)
	return name !== undefined && takesPart(world, name) ? withRoom(world, name) : world
}

export const disarm = (world: World, alarm: string): World =>
	hasQuorum(world) && world.alarm === alarm ? { ...world, alarm: '' } : world

/** Whoever is defragmented answers nobody meanwhile (R41). */
export function defragmenting(world: World, name: string): Verdict {
	const isOut = voterNames(world).some((one) => slotOf(world, one).pod?.mode !== 'up')
	return [
		isOut && 'defragmentedWhileOneIsOut',
		world.leader === name && liveVoters(world).length > 1 && 'defragmentedTheLeader',
	]
}

/** Not before what it was raised for is over (R40, R42). */
export function disarming(world: World, { kind, memberId }: Alarm): Verdict {
	const isThere =
		kind === 'NOSPACE'
			? memberNames(world).some((name) => world.full.includes(name))
			: memberNames(world).some((name) => idOf(world, name) === memberId)
	return [isThere && 'disarmedTooEarly']
}

export const removingCorrupt = (world: World, id: string): Verdict => [
	world.alarm !== `CORRUPT ${id}` && 'removedThoughNotNamed',
]
