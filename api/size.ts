// How many members a cluster may have, and the sentences about it: what follows the number, in the rules and in the schema. Pure.

export const sizeSentences = {
	zero: 'is no size; write 1, 3, 5 or 7, or delete the cluster to end it',
	large: 'is more than 7; write 7 at most, since every further member slows each write',
} as const

export const evenSentence = (size: number): string =>
	`is even; write ${size - 1} or ${size + 1}, since an even number survives no more failures than one fewer`

export const largestSize = 7
