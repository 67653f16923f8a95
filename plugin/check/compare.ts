// Whether members hold the same, by a sum over all that each holds at one revision. Pure. Sums over different histories say nothing.
import type { HashKv } from '../../etcd/member.ts'

export interface Answer {
	readonly name: string
	readonly isLearner: boolean
	/** The sum, or why there is none. */
	readonly said: HashKv | { readonly none: 'lagging' | 'compacted' | 'silent'; readonly why: string }
}

type Result = 'same' | 'different' | 'lagging' | 'compacted' | 'silent' | 'alone'

export interface Compared {
	readonly verdict: 'same' | 'different' | 'unclear'
	readonly results: readonly (Answer & { readonly result: Result })[]
	/** Against whom all others stand; they may still be the ones that are wrong. */
	readonly odd: string | undefined
	/** Members have forgotten different parts of their history just now: ask again. */
	readonly again: boolean
}

type Told = Answer & { readonly said: HashKv }

const isTold = (answer: Answer): answer is Told => 'hash' in answer.said

/** The sum that most voters have; nothing where none has most. */
function common(told: readonly Told[]): number | undefined {
	const counts = Map.groupBy(told, ({ said }) => said.hash)
	const most = Math.max(...[...counts.values()].map(({ length }) => length))
	const [first, ...more] = [...counts].filter(([, who]) => who.length === most)
	return more.length === 0 ? first?.[0] : undefined
}

export function compare(answers: readonly Answer[]): Compared {
	const told = answers.filter(isTold)
	const again = new Set(told.map(({ said }) => said.compactRevision)).size > 1
	const hashes = new Set(told.map(({ said }) => said.hash))
	const usual = common(told.filter(({ isLearner }) => !isLearner)) ?? common(told)
	const resultOf = (answer: Answer): Result => {
		if (!isTold(answer)) return 'none' in answer.said ? answer.said.none : 'silent'
		if (again || told.length === 1) return 'alone'
		if (hashes.size === 1) return 'same'
		return usual !== undefined && answer.said.hash === usual ? 'same' : 'different'
	}
	const results = answers.map((answer) => ({ ...answer, result: resultOf(answer) }))
	const different = results.filter(({ result }) => result === 'different')
	const isWhole = answers.every((answer) => answer.isLearner || isTold(answer))
	const verdict =
		!again && hashes.size > 1 ? 'different' : again || !isWhole || told.length === 0 ? 'unclear' : 'same'
	const [odd, ...more] = different
	return {
		verdict,
		results,
		odd: verdict === 'different' && odd && more.length === 0 && told.length > 2 ? odd.name : undefined,
		again,
	}
}
