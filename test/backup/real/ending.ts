// A task of a Job or of a restore, as a process that ends at its k-th call as if it had been killed there.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { saidIn, taskVariable, type Said } from '../../../api/task.ts'

const root = join(import.meta.dirname, '../../..')
/** npm test ends them at a part of their calls, and npm run show -- ended at each. */
export const step = Number(process.env['EXIT_STEP'] ?? 7)
/** What a process has ended with that was ended so. */
export const killed = 137

interface Ended {
	readonly code: number | null
	readonly said: Said | undefined
	readonly calls: number
}

/** At none of its calls when that is zero. */
export async function endedAt(
	name: 'take' | 'fetch' | 'settle',
	task: object,
	{ above, exitAt, env = {} }: { above: string; exitAt: number; env?: NodeJS.ProcessEnv },
): Promise<Ended> {
	const message = join(above, 'message')
	await rm(message, { force: true })
	const child = spawn(
		process.execPath,
		['--import', join(import.meta.dirname, 'exit-at.ts'), 'backup/main.ts', name],
		{
			cwd: root,
			env: {
				...process.env,
				...env,
				EXIT_AT: String(exitAt),
				TERMINATION_MESSAGE: message,
				[taskVariable]: JSON.stringify(task),
			},
			stdio: ['ignore', 'ignore', 'pipe'],
		},
	)
	const [err, [code]] = await Promise.all([
		text(child.stderr),
		once(child, 'exit') as Promise<[number | null]>,
	])
	const [, calls = '0'] = /^calls (\d+)$/m.exec(err) ?? []
	const said = saidIn(await readFile(message, 'utf8').catch(() => undefined))
	return { code, said, calls: Number(calls) }
}
