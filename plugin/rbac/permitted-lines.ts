// What somebody may do, a row for each command. Pure.
import { table } from '../screen/table.ts'
import type { Missing, Permitted } from './may.ts'

const isNeeded = ({ optional }: Missing): boolean => optional === undefined

export const isPermitted = ({ missing }: Permitted): boolean => !missing.some(isNeeded)

function lacks({ missing }: Permitted): string {
	const list = missing.some(isNeeded) ? missing.filter(isNeeded) : missing
	return list
		.map(
			({ verb, resource, optional }) =>
				`${verb} ${resource}${optional === undefined ? '' : ` (${optional})`}`,
		)
		.join(', ')
}

const word = (one: Permitted): string => {
	if (!isPermitted(one)) return 'no'
	return one.missing.length === 0 ? 'yes' : 'partly'
}

export const permittedLines = (all: readonly Permitted[], width: number | undefined): readonly string[] =>
	table(
		all,
		[
			{ title: 'COMMAND', of: ({ command }) => command },
			{ title: 'PERMITTED', of: word },
			{ title: 'LACKS', of: lacks },
		],
		{ width, headers: true },
	)
