// Ctrl-C, readers who have had enough, terminals that were closed, and disks that are full: what runs is asked to stop; a second Ctrl-C ends the process at once.
import { exits } from './exit.ts'

interface Interruption {
	readonly signal: AbortSignal
	/** What to end with when somebody interrupted. */
	readonly codeOf: () => number | undefined
}

const signals = { SIGINT: exits.interrupted, SIGTERM: 143, SIGHUP: 129 } as const
/** What shells say of a program whose reader went away. */
const brokenPipe = 141
/** Of a pipe; of a terminal. */
const readerIsGone = new Set(['EPIPE', 'EIO'])
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

export function interruption(): Interruption {
	const ending = new AbortController()
	let code: number | undefined
	const end = (number: number): void => {
		code ??= number
		// It may be heard of when all has been said.
		process.exitCode = code
		ending.abort()
	}
	for (const [name, number] of Object.entries(signals))
		process.on(name, () => {
			if (code !== undefined) process.exit(number)
			end(number)
		})
	for (const stream of [process.stdout, process.stderr])
		stream.on('error', (reason: NodeJS.ErrnoException) => {
			const { code: why = '', message } = reason
			if (readerIsGone.has(why)) return end(brokenPipe)
			if (!noRoom.has(why) || stream === process.stderr) throw reason
			if (code === undefined)
				process.stderr.write(`error: not all of it could be written: the disk is full\n  why   ${message}\n`)
			end(exits.error)
		})
	return { signal: ending.signal, codeOf: () => code }
}
