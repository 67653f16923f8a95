// Which texts would be read as something else if they stood in YAML as they are: numbers, truths, times. Pure.

const words = new Set([
	...['y', 'yes', 'on', 'n', 'no', 'off', 'true', 'false', 'null'].flatMap((word) => [
		word,
		word.toUpperCase(),
		word[0]?.toUpperCase() + word.slice(1),
	]),
	'.nan',
	'.NaN',
	'.NAN',
	...['', '+', '-'].flatMap((sign) => ['.inf', '.Inf', '.INF'].map((word) => sign + word)),
	'',
	'~',
])

const base60 = /^[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?$/
/** Go understands underscores, prefixes of the base, and 0 as that of octal numbers. */
const whole = /^[-+]?(0|[1-9][0-9]*|0[oO]?[0-7]+|0[xX][0-9a-fA-F]+|0[bB][01]+)$/
const floating = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/
const afterDot = /^\.[0-9]+([eE][-+]?[0-9]+)?$/

export function readsAsText(text: string): boolean {
	if (words.has(text)) return false
	if (base60.test(text)) return false
	const [first = ''] = text
	if (first === '.') return !afterDot.test(text)
	if (!/[-+0-9]/.test(first)) return true
	if (isTime(text)) return false
	const plain = text.replaceAll('_', '')
	if (whole.test(plain) && fits(plain)) return false
	return !(floating.test(plain) && Number.isFinite(Number(plain)))
}

/** What needs more than 64 bits is no whole number there. */
function fits(text: string): boolean {
	const isBelow = text.startsWith('-')
	const digits = text.replace(/^[-+]/, '').toLowerCase()
	const octal = /^0[0-7]+$/.exec(digits)
	const value = BigInt(octal ? `0o${digits.slice(1)}` : digits)
	if (isBelow) return value <= 2n ** 63n
	return value < 2n ** (text.startsWith('+') ? 63n : 64n)
}

const date = String.raw`(\d{4})-(\d{1,2})-(\d{1,2})`
const clock = String.raw`(\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?`
const times = [
	new RegExp(`^${date}[Tt]${clock}(?:Z|[-+](\\d{2}):(\\d{2}))$`),
	new RegExp(`^${date} ${clock}$`),
	new RegExp(`^${date}$`),
]

function isTime(text: string): boolean {
	const match = times.map((form) => form.exec(text)).find((found) => found !== null)
	if (!match) return false
	const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, ...zone] = match
		.slice(1)
		.map((part) => Number(part ?? 0))
	const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
	const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
	if (day < 1 || day > days || hour > 23 || minute > 59 || second > 59) return false
	const [zoneHour = 0, zoneMinute = 0] = zone
	return zoneHour <= 24 && zoneMinute <= 60
}
