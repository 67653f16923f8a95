// What checks found, which of them ran, and how the command ends. Pure.
import { exits, type Exit } from '../exit.ts'
import { Failure } from '../failure.ts'
import { nearest } from '../line/nearest.ts'
import { verdictOf } from '../status/verdict.ts'
import type { Check, Finding, Severity } from './check.ts'
import type { Facts } from './facts.ts'

type State = 'ok' | 'warning' | 'problem' | 'unknown' | 'skipped'

export interface Result {
	readonly check: Check
	readonly state: State
	readonly findings: readonly Finding[]
}

export interface Diagnosis {
	readonly facts: Facts
	readonly results: readonly Result[]
	readonly exit: Exit
}

/** From worst to least. */
const order: readonly Severity[] = ['problem', 'warning', 'unknown']

const stateOf = (findings: readonly Finding[]): State =>
	(order.find((one) => findings.some(({ is }) => is === one)) as State | undefined) ?? 'ok'

function named(flag: string, words: readonly string[], checks: readonly Check[]): ReadonlySet<string> {
	const ids = words.map((word) => {
		const found = checks.find(({ id, title }) => id === word.toUpperCase() || title === word.toLowerCase())
		if (found !== undefined) return found.id
		const known = checks.flatMap(({ id, title }) => [id, title])
		const near = nearest(word, known)
		throw new Failure({
			what: `--${flag}: "${word}" is no check`,
			next:
				near === undefined
					? `write one of ${checks.map(({ id }) => id).join(', ')}`
					: `did you mean ${near}?`,
		})
	})
	return new Set(ids)
}

const wordsIn = (text: string | undefined): readonly string[] =>
	(text ?? '')
		.split(',')
		.map((one) => one.trim())
		.filter(Boolean)

/** By number or by word; both flags together leave what is in the first and not in the second. */
export function chosen(
	checks: readonly Check[],
	{ only, skip }: { readonly only?: string | undefined; readonly skip?: string | undefined },
): ReadonlySet<string> {
	const wanted =
		only === undefined ? new Set(checks.map(({ id }) => id)) : named('only', wordsIn(only), checks)
	const left = named('skip', wordsIn(skip), checks)
	return new Set([...wanted].filter((id) => !left.has(id)))
}

function exitOf({ sight }: Facts, results: readonly Result[]): Exit {
	const members = results.find(({ check }) => check.id === 'D05')
	const health = members === undefined || members.state === 'skipped' ? undefined : verdictOf(sight).health
	if (health === 'QuorumLost') return exits.noQuorum
	if (results.some(({ state }) => state === 'problem')) return exits.degraded
	if (health === 'Unknown') return exits.blind
	return members?.state === 'unknown' ? exits.degraded : exits.done
}

export function diagnose(facts: Facts, checks: readonly Check[], wanted: ReadonlySet<string>): Diagnosis {
	const results = checks.map((check): Result => {
		if (!wanted.has(check.id)) return { check, state: 'skipped', findings: [] }
		const findings = check.judge(facts)
		return { check, state: stateOf(findings), findings }
	})
	return { facts, results, exit: exitOf(facts, results) }
}

/** "17 ok, 2 warnings, 1 problem, 1 unknown, 0 skipped", without what there is none of. */
export function counted(results: readonly Result[]): string {
	const words: readonly (readonly [State, string, string])[] = [
		['ok', 'ok', 'ok'],
		['warning', 'warning', 'warnings'],
		['problem', 'problem', 'problems'],
		['unknown', 'unknown', 'unknown'],
		['skipped', 'skipped', 'skipped'],
	]
	return words
		.map(
			([state, one, many]) => [results.filter((result) => result.state === state).length, one, many] as const,
		)
		.filter(([count]) => count > 0)
		.map(([count, one, many]) => `${count} ${count === 1 ? one : many}`)
		.join('  ')
}
