// The text form of metrics, as Prometheus reads it. Pure.

interface Sample {
	readonly labels: Readonly<Record<string, string>>
	readonly value: number
}

/** Samples by the name of their metric, in the order of the text. */
export type Samples = ReadonlyMap<string, readonly Sample[]>

const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?[ \t]+(\S+)(?:[ \t]+-?\d+)?[ \t\r]*$/s
const label = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g

const unescaped = (text: string): string =>
	text.replace(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter))

function numberOf(text: string): number {
	if (/^[+-]?Inf$/i.test(text)) return text.startsWith('-') ? -Infinity : Infinity
	return Number(text)
}

/** Finds the lines of metrics whose names begin like one of these. Nine of ten lines are of others, and are not looked at one by one. */
export const linesOf = (...names: readonly string[]): RegExp =>
	new RegExp(`^(?:${names.join('|')})[^\n]*`, 'gm')

/** What is no sample is passed over. */
export function samplesIn(text: string, wanted: RegExp): Samples {
	const samples = new Map<string, Sample[]>()
	for (const [one] of text.matchAll(wanted)) {
		const [, name, labels = '', value = ''] = line.exec(one) ?? []
		if (name === undefined) continue
		const pairs = [...labels.matchAll(label)].map(([, key = '', raw = '']) => [key, unescaped(raw)] as const)
		const known = samples.get(name) ?? []
		known.push({ labels: Object.fromEntries(pairs), value: numberOf(value) })
		samples.set(name, known)
	}
	return samples
}
