// backup/main.ts serve as a process: where it listens, and how it ended.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { lines } from '../../../kube/lines.ts'

const main = join(import.meta.dirname, '../../../backup/main.ts')

export interface ServedProcess {
	readonly port: Promise<number>
	readonly code: Promise<number | null>
	kill(): void
}

export function serveProcess(env: Readonly<Record<string, string>>): ServedProcess {
	const child = spawn(process.execPath, [main, 'serve'], {
		env: { PATH: process.env['PATH'], ...env },
		stdio: ['ignore', 'pipe', 'inherit'],
	})
	const port = Promise.withResolvers<number>()
	port.promise.catch(() => {})
	const read = async (): Promise<void> => {
		for await (const line of lines(child.stdout)) {
			const said = JSON.parse(line) as { readonly msg?: string; readonly port?: number }
			if (said.msg === 'serving' && said.port !== undefined) port.resolve(said.port)
		}
		port.reject(new Error('it never listened'))
	}
	void read()
	return {
		port: port.promise,
		code: new Promise((resolve, reject) => child.once('error', reject).once('close', resolve)),
		kill: () => void child.kill('SIGKILL'),
	}
}
