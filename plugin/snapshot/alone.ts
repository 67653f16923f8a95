// Only one process at a time writes into a part: two would mix their bytes, and each would call what came over its own connection whole.
import { open, readFile, rm } from 'node:fs/promises'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0)
	} catch (reason) {
		// It is there, and somebody else's.
		return (reason as NodeJS.ErrnoException).code === 'EPERM'
	}
}

/** Until it is disposed of. What a process left that was killed is taken over. */
export async function alone(part: string): Promise<AsyncDisposable> {
	const lock = `${part}.lock`
	for (let isAnew = false; ; isAnew = true)
		try {
			await using file = await open(lock, 'wx', 0o600)
			await file.writeFile(String(process.pid))
			return {
				async [Symbol.asyncDispose]() {
					await rm(lock, { force: true })
				},
			}
		} catch (reason) {
			if ((reason as NodeJS.ErrnoException).code !== 'EEXIST') throw reason
			const holder = Number(await readFile(lock, 'utf8').catch(() => ''))
			if (isAnew || holder === process.pid || !(holder > 0) || isAlive(holder))
				throw new Failure(
					{
						what: `${part} is being written by another download${holder > 0 ? ` (process ${holder})` : ''}`,
						next: `wait for that one, or name another file; if there is none any more: rm ${lock}`,
						exit: exits.refused,
					},
					reason,
				)
			await rm(lock, { force: true })
		}
}
