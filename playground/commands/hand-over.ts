// Gives the terminal to another program until it ends.
import { spawn } from 'node:child_process'
import { whyNotStarted } from '../run.ts'

export async function handOver(program: string, args: readonly string[], env = process.env): Promise<number> {
	const child = spawn(program, args, { stdio: 'inherit', env })
	const ignore = () => {} // Ctrl-C is for the program in front; we end when it does
	process.on('SIGINT', ignore)
	try {
		return await new Promise((resolve, reject) => {
			child.once('error', (reason) => reject(whyNotStarted(program, reason)))
			child.once('exit', (code) => resolve(code ?? 130))
		})
	} finally {
		process.off('SIGINT', ignore)
	}
}
