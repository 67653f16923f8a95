// How long a member stands still while it gives space back. Pure. etcd copies what is in use, so that what one took says what the next
// one takes; before the first there is only a range.
import { lasting } from '../screen/amount.ts'

/** From a disk that is busy to one that is fast, in bytes a second. */
const slowest = 20 * 2 ** 20
const fastest = 500 * 2 ** 20
/** Opening and closing files, however little there is. */
const leastSeconds = 0.05

export interface Measured {
	/** Bytes in use, which were copied. */
	readonly copied: number
	readonly seconds: number
}

/** As the slowest so far had it: whoever waits is glad when it was too much. */
export function expectedSeconds(inUse: number, measured: readonly Measured[]): number | undefined {
	if (measured.length === 0) return undefined
	const perByte = Math.max(...measured.map(({ copied, seconds }) => seconds / Math.max(copied, 2 ** 20)))
	return Math.max(leastSeconds, Math.max(inUse, 2 ** 20) * perByte)
}

/** Nothing is in use where etcd does not tell it, which is before 3.4. */
export function stallText(inUse: number, measured: readonly Measured[]): string {
	const expected = expectedSeconds(inUse, measured)
	if (expected !== undefined) return `~${lasting(expected)}`
	if (inUse === 0) return 'unknown'
	const [least, most] = [leastSeconds + inUse / fastest, leastSeconds + inUse / slowest]
	return `${lasting(least)} to ${lasting(most)}`
}
