// Starts a playground from outside. One lock says that it lives: every process in it inherits the lock's file, so the lock is
// free exactly when all of them are gone, and the janitor that waits for it can then remove what processes cannot take along.
import { spawn, type ChildProcess } from 'node:child_process'
import { openSync, closeSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { Complaint, hasCode } from '../complaint.ts'
import { alreadyUp } from '../line.ts'
import { filesOf } from '../places.ts'
import { cgroupsHere, groupDirs, joinGroups, removeGroups } from './cgroups.ts'
import type { FromWorld, ToWorld } from './inside.ts'
import type { WorldPlan } from './world.ts'

const lockTaken = 75

const script = `
exec 9>"$LOCK"
flock --timeout 10 9 || exit ${lockTaken} # the last one of this name may still be ending

setsid flock "$LOCK" sh -c "$JANITOR" janitor "$@" 3>&- 9>&- </dev/null >/dev/null 2>&1 &
set -e
${joinGroups}
exec unshare --net --mount --pid --cgroup --fork --kill-child --mount-proc sh -c '"$@" & wait $!' world "$NODE" "$INSIDE"
`

/** Named sub-directories only: the logs stay for whoever wants to know what happened. */
const janitor = `${removeGroups}
cd "$STATE" && rm -rf nodes keys kubeconfig control.sock Corefile playground.json`

async function listen(port: number): Promise<Server> {
	const server = createServer()
	return await new Promise((resolve, reject) => {
		server.once('error', (reason) =>
			reject(
				hasCode(reason, 'EADDRINUSE')
					? new Complaint(
							`port ${port} is taken: choose another with --port, or leave it out for a free one.`,
						)
					: reason,
			),
		)
		server.listen({ port, host: '127.0.0.1' }, () => resolve(server))
	})
}

export interface Launched {
	readonly process: ChildProcess
	readonly port: number
	letGo(): Promise<void>
}

export async function launch(
	plan: Omit<WorldPlan, 'port' | 'state'>,
	wantedPort: number,
	note: (what: string) => void,
): Promise<Launched> {
	const { state, logs, record } = filesOf(plan.name)
	await mkdir(logs, { recursive: true })
	const listener = await listen(wantedPort)
	const address = listener.address()
	const port = typeof address === 'object' && address !== null ? address.port : wantedPort
	const groups = groupDirs(cgroupsHere(), `kubectl-etcd-${plan.name}-${process.pid}`)
	const log = openSync(join(logs, 'world.log'), 'w')
	const child = spawn('sh', ['-c', script, 'launch', ...groups], {
		detached: true,
		stdio: ['ignore', log, log, 'ipc'],
		env: {
			...process.env,
			PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`, // a root shell made by su may lack them
			LOCK: join(state, 'lock'),
			STATE: state,
			JANITOR: janitor,
			NODE: process.execPath,
			INSIDE: join(import.meta.dirname, 'inside.ts'),
		},
	})
	closeSync(log)
	const tell = (message: ToWorld, handle?: Server) =>
		handle === undefined ? child.send(message) : child.send(message, handle)
	try {
		await new Promise<void>((resolve, reject) => {
			child.once('error', reject)
			child.once('exit', (code) => reject(new Complaint(whyItEnded(plan.name, code, logs))))
			child.on('message', (message: FromWorld) => {
				if ('hello' in message) tell({ plan: { ...plan, state, port } }, listener)
				else if ('note' in message) note(message.note)
				else if ('ready' in message) resolve()
				else if ('failed' in message)
					reject(message.mendable ? new Complaint(message.failed) : new Error(message.failed))
			})
		})
	} catch (reason) {
		child.disconnect()
		throw reason
	} finally {
		listener.close()
	}
	await writeFile(record, JSON.stringify({ pid: child.pid, port, nodes: plan.nodes }))
	return {
		process: child,
		port,
		async letGo() {
			const kept = new Promise((resolve) => child.once('message', resolve))
			tell({ letGo: true })
			await kept
			child.disconnect()
			child.unref()
		},
	}
}

const whyItEnded = (name: string, code: number | null, logs: string): string =>
	code === lockTaken
		? alreadyUp(name).message
		: `the playground "${name}" ended while it was starting (${code ?? 'killed'}); its logs are in ${logs}.`

export async function forgetLogs(name: string): Promise<void> {
	await rm(filesOf(name).state, { recursive: true, force: true })
}
