// Starts a playground from outside. One lock says that it lives: its first processes, with which the kernel ends all others,
// inherit the lock's file. When it is free the janitor that waits for it removes what processes cannot take along.
import { spawn } from 'node:child_process'
import { openSync, closeSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { Complaint, hasCode } from '../complaint.ts'
import { alreadyUp } from '../line.ts'
import { filesOf } from '../places.ts'
import { cgroupsHere, enterGroups, groupDirs, removeGroups } from './cgroups.ts'
import type { FromWorld, ToWorld } from './inside.ts'
import type { WorldPlan } from './world.ts'

const lockTaken = 75

const script = `
exec 9>"$LOCK"
flock --timeout 10 9 || exit ${lockTaken} # the last one of this name may still be ending
: > "$STATE/logs/world.log"
setsid flock "$LOCK" sh -c "$JANITOR" janitor "$@" 3>&- 9>&- </dev/null >/dev/null 2>&1 &
set -e
${enterGroups}
`

const next = `exec unshare --net --mount --pid --fork --kill-child --mount-proc sh -c '"$@" & wait $!' world "$NODE" "$INSIDE"`

/** Named entries only: the logs stay for whoever wants to know what happened. */
const janitor = `${removeGroups}
cd "$STATE" && rm -rf nodes images volume-plugins keys kubeconfig control.sock Corefile playground.json`

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
	letGo(): Promise<void>
}

export async function launch(plan: Omit<WorldPlan, 'port' | 'state'>, wantedPort: number): Promise<Launched> {
	const { state, logs, record } = filesOf(plan.name)
	await mkdir(logs, { recursive: true })
	const listener = await listen(wantedPort)
	const address = listener.address()
	const port = typeof address === 'object' && address !== null ? address.port : wantedPort
	const groups = groupDirs(cgroupsHere(), `kubectl-etcd-${plan.name}-${process.pid}`)
	const log = openSync(join(logs, 'world.log'), 'a')
	const child = spawn('sh', ['-c', script, 'launch', ...groups], {
		detached: true,
		stdio: ['ignore', log, log, 'ipc'],
		env: {
			...process.env,
			PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`, // a root shell made by su may lack them
			LOCK: join(state, 'lock'),
			STATE: state,
			NEXT: next,
			JANITOR: janitor,
			NODE: process.execPath,
			INSIDE: join(import.meta.dirname, 'inside.ts'),
		},
	})
	closeSync(log)
	try {
		await new Promise<void>((resolve, reject) => {
			child.once('error', reject)
			child.once('exit', (code) => reject(whyItEnded(plan.name, code, logs)))
			child.on('message', (message: FromWorld) => {
				if ('hello' in message)
					child.send({ plan: { ...plan, state, port } } satisfies ToWorld, listener, () => listener.close())
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
	await writeFile(record, JSON.stringify({ pid: child.pid }))
	return {
		async letGo() {
			const kept = new Promise((resolve) => child.once('message', resolve))
			child.send({ letGo: true } satisfies ToWorld)
			await kept
			child.disconnect()
			child.unref()
		},
	}
}

const whyItEnded = (name: string, code: number | null, logs: string): Complaint =>
	code === lockTaken
		? alreadyUp(name)
		: new Complaint(
				`the playground "${name}" ended while it was starting (${code ?? 'killed'}); its logs are in ${logs}.`,
			)

export async function forgetLogs(name: string): Promise<void> {
	await rm(filesOf(name).state, { recursive: true, force: true })
}
