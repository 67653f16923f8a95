// Amounts as Kubernetes writes them. Pure.

export const multiples: Readonly<Record<string, number>> = {
	n: 1e-9,
	u: 1e-6,
	m: 1e-3,
	'': 1,
	k: 1e3,
	M: 1e6,
	G: 1e9,
	T: 1e12,
	P: 1e15,
	E: 1e18,
	Ki: 2 ** 10,
	Mi: 2 ** 20,
	Gi: 2 ** 30,
	Ti: 2 ** 40,
	Pi: 2 ** 50,
	Ei: 2 ** 60,
}

const shape = /^([+-]?\d{1,20}(?:\.\d{0,20})?)(?:([eE][+-]?\d{1,3})|([numkMGTPE]|[KMGTPE]i)?)$/

const binary = ['Ei', 'Pi', 'Ti', 'Gi', 'Mi', 'Ki'] as const

/** A whole number of bytes, in the largest unit of which it is a whole number. */
export function bytesText(bytes: number): string {
	const unit = binary.find((one) => bytes > 0 && bytes % (multiples[one] ?? 1) === 0)
	return unit === undefined ? String(bytes) : `${bytes / (multiples[unit] ?? 1)}${unit}`
}

/** The amount, to the precision of a double, which tells sizes of volumes apart; nothing when it is not one. */
export function parseQuantity(value: string | number | undefined): number | undefined {
	if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
	const [, digits, exponent = '', suffix = ''] = shape.exec(value ?? '') ?? []
	if (digits === undefined) return undefined
	return Number(digits + exponent) * (multiples[suffix] ?? 1)
}
