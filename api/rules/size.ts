// How many members. Pure.
import { evenSentence, largestSize, sizeSentences } from '../size.ts'
import type { EtcdCluster } from '../types.ts'
import { nothing, refuse, type Check } from './finding.ts'

const field = 'spec.size'

const sizes = (find: (size: number) => string | undefined): Check<EtcdCluster> => {
	return ({ previous, next }) => {
		const size = next.spec?.size
		if (size === undefined || size === previous?.spec?.size) return nothing
		const wrong = find(size)
		return wrong === undefined ? nothing : refuse(field, wrong)
	}
}

export const sizeRules = {
	sizeMissing: ({ previous, next }) =>
		next.spec === undefined || next.spec.size !== undefined || (previous && previous.spec?.size === undefined)
			? nothing
			: refuse(field, 'is missing; write 1, 3, 5 or 7'),
	sizeIsZero: sizes((size) => (size < 1 ? `${size} is ${sizeSentences.zero}` : undefined)),
	sizeIsEven: sizes((size) =>
		size >= 1 && size <= largestSize && size % 2 === 0 ? evenSentence(size) : undefined,
	),
	sizeAboveSeven: sizes((size) => (size > largestSize ? `${size} is ${sizeSentences.large}` : undefined)),
} satisfies Record<string, Check<EtcdCluster>>
