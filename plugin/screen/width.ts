// How much room a text takes on a terminal. Pure. Names, numbers and our own glyphs are all one column wide.
import { escapeLetter } from './paint.ts'

const escapes = new RegExp(`${escapeLetter}\\[[0-9;]*m`, 'g')

/** Without its colours. */
export const uncoloured = (text: string): string => text.replace(escapes, '')
const lettersOf = (text: string): readonly string[] => Array.from(uncoloured(text))
export const widthOf = (text: string): number => lettersOf(text).length

export const padded = (text: string, width: number): string =>
	text + ' '.repeat(Math.max(0, width - widthOf(text)))
export const padLeft = (text: string, width: number): string =>
	' '.repeat(Math.max(0, width - widthOf(text))) + text

/** What does not fit is plain, and ends with the mark. */
export function cut(text: string, width: number, mark = '…'): string {
	const letters = lettersOf(text)
	return letters.length <= width ? text : letters.slice(0, Math.max(0, width - mark.length)).join('') + mark
}
