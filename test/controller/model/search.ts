// Every state that can be reached from some first ones with so many faults and no more, each once: without faults first, then with
// one, and so on, so that the first path to a broken rule has the fewest. Pure.
import type { Observed } from '../../../controller/observed.ts'
import { plan } from '../../../controller/plan.ts'
import type { Plan } from '../../../controller/step.ts'
import { effectsOf, inOrder, type Effect } from './effect.ts'
import { faults, goodMoves, otherMoves, type Move } from './environment.ts'
import { holds, mayComeLate, withoutRefused } from './held.ts'
import { observedOf } from './observe.ts'
import { perform } from './perform.ts'
import { brokenByPlan } from './rules.ts'
import { brokenByEffect } from './rules-of-effects.ts'
import type { BrokenRule } from './rule-names.ts'
import { keyOf, type World } from './world.ts'

/** The controller as it is, or with something broken in it. */
export interface Subject {
	readonly observe: (world: World) => Observed
	readonly plan: (seen: Observed) => Plan
	readonly effects: (seen: Observed, step: Plan) => readonly Effect[]
	/** Whether what cannot be undone is decided anew before it is done. */
	readonly guards: boolean
	/** Whether what is deleted must be as it was seen, or only the same object. */
	readonly deletes: 'thatVersion' | 'thatObject'
}

export const ours: Subject = {
	observe: observedOf,
	plan,
	effects: effectsOf,
	guards: true,
	deletes: 'thatVersion',
}

export interface Found {
	readonly states: number
	readonly edges: number
	readonly plans: Readonly<Record<string, number>>
	/** The first path to each broken rule. */
	readonly broken: ReadonlyMap<BrokenRule, readonly string[]>
	readonly complete: boolean
}

interface Limits {
	readonly faults: number
	readonly states?: number
	/** What a second controller may do late although it looked once more; that is no fault. */
	readonly late?: readonly Plan['do'][]
	/** What befalls nobody, by its words. */
	readonly never?: RegExp
	/** Enough is known once these are broken. */
	readonly until?: readonly BrokenRule[]
}

interface Came {
	readonly from: number
	readonly by: string
}

const text = ({ do: what, rule, ...rest }: Plan): string => {
	const { why: _why, ...arguments_ } = rest as Record<string, unknown>
	return `WE ${what} ${Object.values(arguments_).map(String).join(' ')} (${rule})`
}

export function search(firsts: readonly World[], limits: Limits, subject: Subject = ours): Found {
	const levels: number[][] = Array.from({ length: limits.faults + 1 }, () => [])
	const known = new Set<string>()
	const worlds: (World | undefined)[] = []
	const came: Came[] = []
	const plans: Record<string, number> = {}
	const broken = new Map<BrokenRule, readonly string[]>()
	let edges = 0

	const pathTo = (index: number): readonly string[] => {
		const path: string[] = []
		for (let at = index; at >= 0; at = came[at]?.from ?? -1) path.push(came[at]?.by ?? '')
		return path.toReversed()
	}
	const blame = (rules: readonly BrokenRule[], from: number, by: string): void => {
		for (const rule of rules) if (!broken.has(rule)) broken.set(rule, [...pathTo(from), by])
	}
	const reach = (come: World, from: number, by: string, level: number): void => {
		edges += 1
		const world = withoutRefused(come, subject.deletes)
		const queue = levels[level]
		const key = keyOf(world)
		if (queue === undefined || known.has(key)) return
		known.add(key)
		if (world.broken.length > 0) blame(world.broken, from, by)
		queue.push(worlds.length)
		worlds.push(world)
		came.push({ from, by })
	}
	const act = (world: World, effects: readonly Effect[], from: number, by: string, level: number): World => {
		const after = effects.reduce(perform, world)
		// A promotion that is late is as if it had come before what happened meanwhile.
		if (!(by.startsWith('THE OTHER') && effects[0]?.do === 'promote'))
			blame(brokenByEffect(world, after, effects), from, by)
		if (after === world) return world
		reach(after, from, by, level)
		return after
	}

	const expand = (world: World, index: number, level: number): void => {
		const seen = subject.observe(world)
		const step = subject.plan(seen)
		plans[step.rule] = (plans[step.rule] ?? 0) + 1
		const by = text(step)
		blame(brokenByPlan(world, seen, step, subject.plan), index, by)
		const effects = subject.effects(seen, step)
		act(world, effects, index, by, level)
		// What is sent at once may be done in any part; what follows an answer only after it.
		const parts = inOrder(effects)
			? effects.slice(1).map((_, last) => effects.slice(0, last + 1))
			: effects.map((effect) => [effect])
		if (effects.length > 1 && level < limits.faults)
			for (const part of parts) act(world, part, index, `${by}, in part`, level + 1)
		const { held } = world
		// What a roll stops is well, and its volume there. Who deletes the claim of an only member in the very moment in which it is rolled
		// loses it: the API server can be asked to compare the pod with what was seen, and not its claim.
		const isLate = limits.late?.includes(step.do) === true && step.rule !== 'rolls'
		if (held !== null)
			act({ ...world, held: null }, [held], index, `THE OTHER ${JSON.stringify(held)}`, level)
		else if (isLate || (level < limits.faults && step.rule !== 'rolls' && mayComeLate(step, subject.guards)))
			for (const [about, last] of holds(world, effects))
				if (perform(about, last) !== about)
					reach({ ...about, held: last }, index, `the other is about to ${by}`, isLate ? level : level + 1)
		const go = (moves: readonly Move[], to: number): void => {
			for (const move of moves) reach(move.to, index, move.what, to)
		}
		go(goodMoves(world), level)
		go(otherMoves(world), level)
		if (level < limits.faults)
			go(
				faults(world).filter(({ what }) => !limits.never?.test(what)),
				level + 1,
			)
	}

	for (const first of firsts) reach(first, -1, '', 0)
	let complete = true
	for (const [level, queue] of levels.entries())
		for (const index of queue) {
			const world = worlds[index]
			if (world === undefined) continue
			const enough = limits.until !== undefined && limits.until.every((rule) => broken.has(rule))
			if (enough || worlds.length > (limits.states ?? Infinity)) {
				complete = false
				break
			}
			worlds[index] = undefined
			expand(world, index, level)
		}
	return { states: worlds.length, edges, plans, broken, complete }
}
