// A store and a volume on this machine, and the first task of a restore as a kubelet runs it.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { toldVariable, type FetchTask, type Said } from '../../../api/task.ts'
import { failureOf } from '../../../backup/failure.ts'
import { run } from '../../../backup/task/fetch.ts'

export interface Place {
	readonly store: string
	readonly volume: string
	readonly task: FetchTask
}

export async function place(t: ExecutionContext, change: Partial<FetchTask> = {}): Promise<Place> {
	const dir = await mkdtemp(join(tmpdir(), 'kubectl-etcd-restore-'))
	t.teardown(async () => await rm(dir, { recursive: true, force: true }))
	const [store, volume] = [join(dir, 'store'), join(dir, 'volume')]
	await mkdir(store)
	await mkdir(volume)
	const task = {
		place: { storageType: 'PVC', path: 'orders', folder: store },
		into: join(volume, 'restore'),
		dataDir: join(volume, 'data'),
		minor: '3.7',
		has: ['volume'],
		secrets: {},
		...change,
	} as const
	return { store, volume, task }
}

const none = new AbortController().signal

/** As a kubelet tells it: by its variable. */
export async function fetched(task: FetchTask, told = 'a=http://a:2380'): Promise<Said> {
	process.env[toldVariable] = told
	return await run(task, none).catch((reason: unknown) => failureOf(reason))
}
