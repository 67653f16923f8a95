// How many members a cluster may have, and the sentences about it, for the rules and the schema. Pure.
// An expression in the schema cannot make a text of any number, so those sentences must also read well without it.

export const sizeSentences = {
	zero: 'no size; write 1, 3, 5 or 7, or delete the cluster to end it',
	large: 'more than 7; write 7 at most, since every further member slows each write',
} as const

export const evenSentence = (size: number): string =>
	`${size} is even; write ${size - 1} or ${size + 1}, since an even number survives no more failures than one fewer`

export const largestSize = 7
