// What a JSONPath template is made of, and what is wrong with one. Pure.

export type Node =
	| { readonly is: 'text'; readonly text: string }
	| { readonly is: 'field'; readonly name: string }
	| { readonly is: 'word'; readonly name: string }
	| { readonly is: 'whole' | 'floating'; readonly value: number }
	| { readonly is: 'truth'; readonly value: boolean }
	| { readonly is: 'all' }
	| { readonly is: 'deep' }
	| { readonly is: 'slice'; readonly slice: Slice }
	| { readonly is: 'union'; readonly of: readonly Action[] }
	| { readonly is: 'filter'; readonly left: Action; readonly operator: string; readonly right: Action }

/** What stands between a pair of braces, from left to right. */
export type Action = readonly Node[]

/** Text outside of braces, and actions. */
export type Template = readonly (string | Action)[]

export interface Slice {
	readonly from: number | undefined
	/** Before which it ends. */
	readonly to: number | undefined
	/** [2] is one element, also where that is the last one counted from behind. */
	readonly isOne: boolean
	readonly step: number | undefined
}

export class PathError extends Error {}
