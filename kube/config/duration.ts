// How long a request may take, as kubectl writes it. Pure.
import { KubeconfigError } from './trouble.ts'

const milliseconds: Readonly<Record<string, number>> = {
	ns: 1e-6,
	us: 1e-3,
	µs: 1e-3,
	μs: 1e-3,
	ms: 1,
	s: 1000,
	m: 60_000,
	h: 3_600_000,
}

const part = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g

/** A whole number of seconds, or numbers with units: 5s, 1m30s. 0 means no limit. */
export function requestTimeoutMs(text: string): number {
	if (/^\d+$/.test(text)) return Number(text) * 1000
	const bare = text.replace(/^\+/, '')
	if (bare === '' || bare.replaceAll(part, '') !== '')
		throw new KubeconfigError(`--request-timeout "${text}" is no time: write 30, 5s, 2m or 0 for no limit`)
	const sum = [...bare.matchAll(part)].reduce(
		(all, [, number = '0', unit = 's']) => all + Number(number) * (milliseconds[unit] ?? 0),
		0,
	)
	return sum === 0 ? 0 : Math.max(1, Math.round(sum))
}
