// A plan on the screen: what each part is about stands before its lines. Pure.
import type { Look } from '../screen/look.ts'
import { wrapped } from './draw.ts'

export type Section = readonly [title: string, lines: readonly string[]]

const indent = ' '.repeat(9)

export const sectionLines = (
	sections: readonly Section[],
	{ paint, letters, width }: Look,
): readonly string[] =>
	sections.flatMap(([title, lines]) =>
		lines.flatMap((line, at) =>
			wrapped(letters(line), at === 0 ? paint.strong(title.padEnd(9)) : indent, indent, width),
		),
	)
