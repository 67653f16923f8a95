// What an API server wants to be said to the person who asked. Pure.

const warning = /\b\d{3} \S+ "((?:[^"\\]|\\.)*)"/g

/** `raw` holds names and values in turn. */
export const warningsIn = (raw: readonly string[]): string[] =>
	raw.flatMap((name, index) =>
		index % 2 === 0 && name.toLowerCase() === 'warning'
			? [...(raw[index + 1] ?? '').matchAll(warning)].map(([, text = '']) => text.replaceAll(/\\(.)/g, '$1'))
			: [],
	)
