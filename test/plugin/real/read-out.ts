// A store with a snapshot in it, and a reader of it that runs as it does in its pod, behind what does as a kubelet does: its connections break
// where a test says.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { serving, taskVariable, type ServeTask } from '../../../api/task.ts'
import type { Manifest } from '../../../backup/manifest.ts'
import { manifestName } from '../../../backup/name.ts'
import { forwardTo } from '../../../kube/forward.ts'
import { readerOver, type Reader } from '../../../plugin/reader/asking.ts'
import { snapshotsIn, type Snapshot } from '../../../plugin/snapshot/stored.ts'
import { serveProcess } from '../../backup/task/served.ts'
import { kubelet, type Kubelet } from '../../kube/kubelet.ts'
import { relayTo } from '../../kube/relay.ts'

const word = randomBytes(32).toString('base64url')
export const object = 'orders_v100_2026-03-01-14:02:11'
export const signal = (): AbortSignal => AbortSignal.timeout(60_000)

export async function folder(t: ExecutionContext): Promise<string> {
	const path = await mkdtemp(join(tmpdir(), 'kubectl-etcd-download-'))
	t.teardown(async () => await rm(path, { recursive: true, force: true }))
	return path
}

export const manifestOf = (bytes: Buffer, change: Partial<Manifest> = {}): Manifest => ({
	form: 1,
	object,
	bytes: bytes.length,
	sha256: bytes.subarray(-32).toString('hex'),
	backup: { namespace: 'team-a', name: 'nightly', uid: 'u1' },
	clusterId: '9a1f',
	member: { id: '8e9e', name: 'orders-c' },
	revision: '100',
	term: '2',
	etcdVersion: '3.6.16',
	storageVersion: '3.6.0',
	hashKv: undefined,
	keyId: undefined,
	takenAt: '2026-03-01T14:02:11.000Z',
	verifiedAt: '2026-03-01T14:02:40.000Z',
	...change,
})

/** Connections that break after so many bytes each; those after them do not. */
const cutting =
	(relay: Kubelet, limits: number[]): Kubelet =>
	(end, incoming) => {
		const limit = limits.shift()
		const message = end.message.bind(end)
		let sent = 0
		end.message = (channel, bytes) => {
			sent += bytes.length
			if (limit === undefined || sent < limit) return message(channel, bytes)
			end.socket.destroy()
			return true
		}
		relay(end, incoming)
	}

interface Store {
	readonly reader: Reader
	readonly dir: string
	readonly first: () => Promise<Snapshot>
	/** From which byte each answer was asked. */
	readonly asked: number[]
	/** Of connections to come. */
	readonly cuts: number[]
	readonly kill: () => void
}

/** What is in the store: under its name, and its manifest beside it. */
export async function store(
	t: ExecutionContext,
	bytes: Buffer,
	manifest: Manifest | undefined,
): Promise<Store> {
	const dir = await folder(t)
	await writeFile(join(dir, object), bytes)
	if (manifest !== undefined) await writeFile(join(dir, manifestName(object)), JSON.stringify(manifest))
	const task: ServeTask = {
		place: { storageType: 'PVC', path: 'orders', folder: dir },
		has: ['volume'],
		secrets: {},
		wordSha256: createHash('sha256').update(word).digest('hex'),
		port: 0,
		idleSeconds: 60,
		mostSeconds: 120,
	}
	const served = serveProcess({ [taskVariable]: JSON.stringify(task), TERMINATION_MESSAGE: '/dev/null' })
	t.teardown(() => served.kill())
	const ports = new Map([[serving.port, await served.port]])
	const [cuts, asked]: [number[], number[]] = [[], []]
	const { api } = await kubelet(t, cutting(relayTo({ host: '127.0.0.1', ports }), cuts))
	const target = { namespace: 'team-a', pod: 'nightly-reader', port: serving.port }
	const over = readerOver(async (until) => await forwardTo(api, target, until), word)
	const reader: Reader = {
		...over,
		async get(name, from, etag, until) {
			asked.push(from)
			return await over.get(name, from, etag, until)
		},
	}
	async function first(): Promise<Snapshot> {
		const [found] = snapshotsIn(await over.list(signal()))
		if (found === undefined) throw new Error('nothing is in the store')
		return found
	}
	return { reader, dir, first, asked, cuts, kill: () => served.kill() }
}
