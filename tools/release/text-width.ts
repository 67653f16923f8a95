// How many columns of a terminal a text takes. It stands in the executable for a package of that purpose, whose table of emoji takes
// longer to read than the rest of the program takes to start. Pure.

const escapes = /\p{Cc}\[[0-9;]*m/gu

/** Marks that are drawn over the character before them, and characters that are not drawn. */
const none = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/u

/** First and last of what takes two columns: the scripts of East Asia, full-width forms, pictures. */
const wide: readonly (readonly [number, number])[] = [
	[0x1100, 0x115f],
	[0x2e80, 0x303e],
	[0x3041, 0xa4cf],
	[0xa960, 0xa97c],
	[0xac00, 0xd7a3],
	[0xf900, 0xfaff],
	[0xfe30, 0xfe6f],
	[0xff00, 0xff60],
	[0xffe0, 0xffe6],
	[0x1f300, 0x1f64f],
	[0x1f680, 0x1f6ff],
	[0x1f900, 0x1faff],
	[0x20000, 0x3fffd],
]

function columns(character: string): number {
	const code = character.codePointAt(0) ?? 0
	if (code >= 0x20 && code < 0x7f) return 1
	if (none.test(character)) return 0
	return wide.some(([first, last]) => code >= first && code <= last) ? 2 : 1
}

export function textWidth(text: string): number {
	let width = 0
	for (const character of text.replace(escapes, '')) width += columns(character)
	return width
}
