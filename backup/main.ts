// What Jobs and pods of ours run: one task and its end. It has no rights in Kubernetes; what it is told stands in a variable, what it says is
// its termination message.
import { writeFile } from 'node:fs/promises'
import { sayingOf, taskVariable, type Said } from '../api/task.ts'
import { createLog } from '../runtime/log.ts'
import { shutdownAsked } from '../runtime/shutdown.ts'
import { failureOf } from './failure.ts'

type Run = (task: unknown, signal: AbortSignal) => Promise<Said>

/** Each is loaded when it is what is to be done. */
const tasks: Readonly<Record<string, () => Promise<{ readonly run: Run }>>> = {
	take: async () => await import('./task/take.ts'),
	fetch: async () => await import('./task/fetch.ts'),
	drill: async () => await import('./task/drill.ts'),
	settle: async () => await import('./task/settle.ts'),
	serve: async () => await import('./task/serve.ts'),
}

const messageFile = process.env['TERMINATION_MESSAGE'] ?? '/dev/termination-log'
/** Of one that is worth another attempt, and of one that is not: the Job reads them. */
const exits = { again: 1, lasting: 3 } as const

async function main(name: string): Promise<number> {
	const log = createLog('backup')
	const load = tasks[name]
	if (load === undefined) {
		process.stderr.write(`"${name}" is no task: write ${Object.keys(tasks).join(' or ')}\n`)
		return exits.lasting
	}
	const stop = new AbortController()
	void shutdownAsked().then((signal) => stop.abort(new Error(`it was told to end by ${signal}`)))
	let said: Said
	try {
		const { run } = await load()
		said = await run(JSON.parse(process.env[taskVariable] ?? '{}'), stop.signal)
	} catch (reason) {
		said = failureOf(reason, stop.signal)
	}
	log.info({ task: name, ...said }, said.ok ? 'done' : 'failed')
	await writeFile(messageFile, sayingOf(said)).catch((reason: unknown) => {
		log.info({ because: String(reason) }, 'nobody can be told')
	})
	return said.ok ? 0 : said.lasting ? exits.lasting : exits.again
}

void main(process.argv[2] ?? '').then((code) => process.exit(code))
