// Planted in files and in memory: a byte that has changed, and a process that is killed for want of memory.
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { change, onVolumes, statusOf, type ClusterPod } from '../cluster-support.ts'
import { directoryOf } from '../data-directory.ts'
import { base64, eventually, get, type Pod } from '../support.ts'
import { said, written } from './keys.ts'
import { born, nameOf, stilled } from './plant.ts'
import { isPaused, type Problems } from './problem.ts'
import { named, nothingFound } from './said.ts'

const was = 'as-it-was-written'

/** In its file, under a process that stands still: what it reads next is another value. */
async function falsified(namespace: string, pod: ClusterPod): Promise<number> {
	await using _ = await stilled(namespace, [pod])
	const path = join(await directoryOf(namespace, pod, true), 'member/snap/db')
	const content = await readFile(path)
	await using file = await open(path, 'r+')
	let count = 0
	for (let at = content.indexOf(was); at >= 0; at = content.indexOf(was, at + 1), count++)
		await file.write(Buffer.from(was.replace('tt', 'TT')), 0, was.length, at)
	return count
}

const flipped: Problems = {
	what: 'a byte that has changed in a file',
	async plant(t, namespace) {
		const args = ['test', '-n', namespace, '--deep']
		const pods = await born(namespace, { size: 3, ...onVolumes })
		const { leader } = await statusOf(namespace, 'test')
		const victim = pods.find((pod) => nameOf(pod) !== leader)
		if (victim === undefined) throw new Error('there is no follower')
		await said(namespace, victim, 'kv/put', { key: base64('odd'), value: base64(was) })
		await nothingFound(t, 'three members that are compared', args)
		await change(namespace, 'test', { paused: true })
		// Until it is in the file.
		await sleep(1000)
		t.true((await falsified(namespace, victim)) > 0)
		await named(t, {
			args,
			exit: 4,
			planted: [
				{
					what: 'a byte changed in the file of one member',
					id: 'D13',
					is: 'problem',
					says: /^members hold different data$/,
				},
			],
			besides: [isPaused, /^the operator has not seen /, /^the operator says /, /^etcd has raised CORRUPT /],
		})
	},
}

const hungry: Problems = {
	what: 'too little memory',
	async plant(t, namespace) {
		const args = ['test', '-n', namespace]
		const [one] = await born(namespace, {
			size: 1,
			pod: { ...onVolumes.pod, resources: { limits: { memory: '64Mi' } } },
		})
		if (one === undefined) throw new Error('there is no pod')
		const writes = Array.from(
			{ length: 60 },
			async (_, at) => await written(namespace, one, 20, { key: `large-${at}`, size: 1_000_000 }),
		)
		const all = Promise.allSettled(writes)
		await eventually(
			'it is killed',
			async () => {
				const { status } = await get<Pod>(namespace, 'pod', nameOf(one))
				return status.containerStatuses?.[0]?.lastState.terminated?.reason === 'OOMKilled'
			},
			60,
		)
		await all
		await named(t, {
			args,
			exit: 0,
			planted: [
				{
					what: 'a limit of 64Mi, and large writes',
					id: 'D17',
					is: 'warning',
					says: new RegExp(`^${nameOf(one)} was killed for want of memory \\S+ ago$`),
				},
			],
			besides: [/^the database of \S+ takes /],
		})
	},
}

export const ground: readonly Problems[] = [flipped, hungry]
