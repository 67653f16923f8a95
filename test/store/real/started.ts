// A server of a test's own, on loopback, with a folder of its own; it ends with the test.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export async function freePort(): Promise<number> {
	const server = createServer()
	await once(server.listen(0, '127.0.0.1'), 'listening')
	const { port } = server.address() as AddressInfo
	await once(server.close(), 'close')
	return port
}

export interface Started extends AsyncDisposable {
	readonly dir: string
}

interface Server {
	readonly name: string
	readonly argv: (dir: string) => readonly [string, ...string[]]
	readonly env?: Readonly<Record<string, string>>
	readonly isReady: () => Promise<boolean>
}

export async function started({ name, argv, env = {}, isReady }: Server): Promise<Started> {
	const dir = await mkdtemp(join(tmpdir(), `kubectl-etcd-${name}-`))
	const [program, ...args] = argv(dir)
	const child = spawn(program, args, { env: { HOME: dir, ...env }, cwd: dir, stdio: 'ignore' })
	const ended = once(child, 'exit')
	const end = async (): Promise<void> => {
		child.kill('SIGKILL')
		await ended
		await rm(dir, { recursive: true, force: true })
	}
	for (let time = 0; !(await isReady().catch(() => false)); time++) {
		if (time > 300 || child.exitCode !== null) {
			await end()
			throw new Error(`${name} does not start`)
		}
		await sleep(100)
	}
	return { dir, [Symbol.asyncDispose]: end }
}
