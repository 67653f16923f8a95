// Long work says what it does, how far it is and how long it has taken: one line that is rewritten on a terminal,
// a line at the start, every half minute and at the end elsewhere.
import { Complaint, sentence } from './complaint.ts'

const pauseMs = { terminal: 1_000, plain: 30_000 }

const took = (sinceMs: number): string => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`

export async function step<T>(what: string, work: () => Promise<T>, about?: number): Promise<T> {
	const out = process.stderr
	const began = performance.now()
	const usually = about === undefined ? '' : `, usually about ${about} s`
	const show = (end: string) => out.write(out.isTTY ? `\r\x1b[K${what} ${end}` : `${what} ${end}\n`)
	const tick = () => show(`… ${took(began)}${usually}`)
	const timer = setInterval(tick, out.isTTY ? pauseMs.terminal : pauseMs.plain)
	if (out.isTTY || about !== undefined) show(`…${usually.slice(1)}`)
	try {
		const result = await work()
		show(`done in ${took(began)}${out.isTTY ? '\n' : ''}`)
		return result
	} catch (reason) {
		show(`failed after ${took(began)}${out.isTTY ? '\n' : ''}`)
		throw reason instanceof Complaint ? reason : new Error(`${what}: ${sentence(reason)}`, { cause: reason })
	} finally {
		clearInterval(timer)
	}
}
