// What nobody caught is told as every mistake of ours is: by one sentence and where more stands. A screen that was being drawn is left
// first, or the sentence would be gone with it.
import { writeSync } from 'node:fs'
import { exits } from './exit.ts'

export function tellCrashes(argv: readonly string[], env: NodeJS.ProcessEnv): void {
	let isTold = false
	const tell = async (reason: unknown): Promise<void> => {
		if (isTold) return
		isTold = true
		const { asksForJson, explain } = await import('./explain.ts')
		// Whoever restores the terminal at the end has said so before, and is called before.
		process.once('exit', () => void explain(reason, { terminal: { err }, env, asJson: asksForJson(argv) }))
		process.exit(exits.error)
	}
	process.on('uncaughtException', (reason) => void tell(reason))
	process.on('unhandledRejection', (reason) => void tell(reason))
}

function err(text: string): void {
	try {
		writeSync(2, text)
	} catch {
		// Nobody listens any more.
	}
}
