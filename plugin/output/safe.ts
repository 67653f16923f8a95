// A text that cannot take over the terminal that it is shown on. Pure.
import { escapeLetter } from '../screen/paint.ts'

export const shownSafely = (text: string): string =>
	text.replaceAll(escapeLetter, '^[').replaceAll('\r', '\\r')
