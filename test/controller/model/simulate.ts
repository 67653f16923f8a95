// One fair run: the controller does a step, the world does what it must, until neither has anything to do. Pure.
import type { Plan } from '../../../controller/step.ts'
import { inOrder, type Effect } from './effect.ts'
import { goodMoves, otherMoves } from './environment.ts'
import { memberNames } from './raft.ts'
import { perform } from './perform.ts'
import { brokenByPlan } from './rules.ts'
import { brokenByEffect } from './rules-of-effects.ts'
import { ours } from './search.ts'
import { keyOf, slotOf, withMember, type World } from './world.ts'

/** How far a step came when the controller died in it. */
export const deaths = [
	'nothing of it was done',
	'its first part was done',
	'another part of it was done',
	'it was done',
] as const
type Death = (typeof deaths)[number]

export interface Run {
	readonly world: World
	readonly last: Plan
	/** Steps that changed something. */
	readonly steps: number
	readonly broken: readonly string[]
	readonly settled: boolean
}

interface Kill {
	readonly step: number
	readonly death: Death
	/** Nobody comes after the one that died. */
	readonly last?: boolean
}

export interface Pace {
	/** Moves that the world makes between two steps. */
	readonly moves: number
}

function surviving(effects: readonly Effect[], death: Death): readonly Effect[] {
	switch (death) {
		case 'nothing of it was done':
			return []
		case 'its first part was done':
			return effects.slice(0, 1)
		case 'another part of it was done':
			return inOrder(effects) ? effects.slice(0, -1) : effects.slice(-1)
		case 'it was done':
			return effects
	}
}

function advance(world: World, moves: number): World {
	let now = world
	for (let made = 0; made < moves; made += 1) {
		const next = goodMoves(now).find(({ to }) => keyOf(to) !== keyOf(now))
		if (next === undefined) break
		now = next.to
	}
	return now
}

/** Who is silent still has been for long. */
const later = (world: World): World =>
	otherMoves(world).find(({ what }) => what.endsWith('for long'))?.to ?? world

/** A controller that starts has heard nobody yet. */
const forget = (world: World): World =>
	memberNames(world).reduce(
		(left, name) => (slotOf(left, name).member?.late ? withMember(left, name, { late: false }) : left),
		world,
	)

/** Decisions must not change what they were shown. */
function frozen<T extends object>(value: T): T {
	for (const part of Object.values(value) as unknown[])
		if (typeof part === 'object' && part !== null) frozen(part)
	return Object.freeze(value)
}

export function simulate(first: World, { moves }: Pace, kill?: Kill, subject = ours): Run {
	let world = first
	let steps = 0
	let last = subject.plan(subject.observe(world))
	const broken = new Set<string>()
	for (let round = 0; round < 600; round += 1) {
		const seen = frozen(subject.observe(world))
		last = subject.plan(seen)
		for (const rule of brokenByPlan(world, seen, last)) broken.add(rule)
		const effects = subject.effects(seen, last)
		const whole = effects.reduce(perform, world)
		if (whole !== world) steps += 1
		const dies = kill?.step === steps && whole !== world
		const done = dies ? forget(surviving(effects, kill.death).reduce(perform, world)) : whole
		for (const rule of brokenByEffect(world, done, done === world ? [] : effects)) broken.add(rule)
		if (dies && kill.last) return { world: done, last, steps, broken: [...broken], settled: false }
		const moved = advance(done, moves)
		const after = last.do === 'wait' && moved === world ? later(moved) : moved
		for (const rule of after.broken) broken.add(rule)
		const settled = after === world && !dies
		world = after
		if (settled) return { world, last, steps, broken: [...broken], settled }
	}
	return { world, last, steps, broken: [...broken], settled: false }
}
