// Colours by what they mean; without colours the words alone say it. Pure.

export interface Paint {
	readonly good: (text: string) => string
	readonly warn: (text: string) => string
	readonly bad: (text: string) => string
	readonly dim: (text: string) => string
	readonly strong: (text: string) => string
	/** Tells things of one kind apart, such as members; none of them means good or bad. */
	readonly hue: (which: number) => (text: string) => string
}

export const escapeLetter = '\u001b'
const escape = (code: number) => (text: string) =>
	text === '' ? '' : `${escapeLetter}[${code}m${text}${escapeLetter}[0m`
const plain = (text: string): string => text
const hues = [36, 35, 34, 96, 95, 94]

export const paintOf = (colour: boolean): Paint =>
	colour
		? {
				good: escape(32),
				warn: escape(33),
				bad: escape(31),
				dim: escape(2),
				strong: escape(1),
				hue: (which) => escape(hues[which % hues.length] ?? 36),
			}
		: { good: plain, warn: plain, bad: plain, dim: plain, strong: plain, hue: () => plain }
