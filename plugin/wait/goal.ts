// What is waited for. Pure.
import { Failure } from '../failure.ts'

export type Goal =
	| { readonly what: 'healthy' | 'quorum' | 'upgraded' | 'generation' | 'deleted' }
	/** By another member, which is well. */
	| { readonly what: 'replaced'; readonly member: string }
	/** From one member, on that occasion. */
	| { readonly what: 'recovered'; readonly occasion: string }
	| { readonly what: 'condition'; readonly type: string; readonly status: string }

const goalWords = ['healthy', 'quorum', 'upgraded', 'generation', 'deleted'] as const

/** "delete" is kubectl's own word for it. */
export function goalOf(text: string): Goal {
	const word = text === 'delete' ? 'deleted' : text
	const known = goalWords.find((one) => one === word)
	if (known !== undefined) return { what: known }
	const [, type, status = 'True'] = /^condition=([A-Za-z]+)(?:=(\w+))?$/.exec(text) ?? []
	if (type !== undefined) return { what: 'condition', type, status }
	throw new Failure(
		`--for: "${text}" is nothing to wait for; write ${goalWords.join(', ')} or condition=TYPE[=STATUS]`,
	)
}

export const goalText = (goal: Goal): string =>
	goal.what === 'condition'
		? `condition ${goal.type}=${goal.status}`
		: goal.what === 'replaced'
			? `without ${goal.member}`
			: goal.what
