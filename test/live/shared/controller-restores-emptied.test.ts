// A restored member whose pod gets another sandbox, so that all its tasks run again: with its data it comes back as it was, and without
// it is not restored a second time.
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import {
	conditionOf,
	make,
	podsOf,
	put,
	read,
	statusOf,
	untilCondition,
	untilHealthy,
	withKey,
} from '../cluster-support.ts'
import type { ClusterPod } from '../cluster-support.ts'
import { directoryOf } from '../data-directory.ts'
import { filesOn, snapshotOf } from '../snapshots.ts'
import { eventually, get, ownNamespace } from '../support.ts'

/** The process that holds the pod's namespaces, which here is one that only sleeps: without it a kubelet begins the pod anew. */
async function sandboxOf({ metadata: { uid } }: ClusterPod): Promise<number> {
	const marks = [uid, uid.replaceAll('-', '_')]
	for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
		const [group = '', command = ''] = await Promise.all(
			['cgroup', 'cmdline'].map(
				async (file) => await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => ''),
			),
		)
		if (command.includes('2147483647') && marks.some((mark) => group.includes(mark))) return Number(pid)
	}
	throw new Error(`no sandbox of ${uid} is found`)
}

const startsOf = async (namespace: string, pod: string): Promise<number> => {
	const { status } = await get<{
		status: { initContainerStatuses: readonly { restartCount: number }[] }
	}>(namespace, 'pod', pod)
	return status.initContainerStatuses[0]?.restartCount ?? 0
}

test('in another sandbox it comes back with what it has acknowledged since, and never with the snapshot again', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'before', { size: 1 })
	await filesOn(namespace, 'backups', { orders: await snapshotOf(t, namespace, 'before') })
	const snapshot = { storageType: 'PVC', pvc: { claimName: 'backups', path: 'orders' } } as const
	await make(namespace, 'after', { size: 1, bootstrap: { snapshot } })
	await untilHealthy(namespace, 'after', 60)
	await put(namespace, 'after', 'since', 'acknowledged')
	const [pod] = await podsOf(namespace, 'after')
	if (pod === undefined) return t.fail('it has no pod')
	const { name } = pod.metadata

	process.kill(await sandboxOf(pod), 'SIGKILL')
	await eventually('its tasks have run again', async () => (await startsOf(namespace, name)) > 0, 60)
	t.is(await read(namespace, 'after', 'since'), 'acknowledged')
	t.is(await read(namespace, 'after', 'before'), 'written')

	await rm(join(await directoryOf(namespace, pod, false), 'member'), { recursive: true })
	process.kill(await sandboxOf(pod), 'SIGKILL')
	const says = await untilCondition(
		namespace,
		'after',
		{ type: 'Degraded', reason: /^SnapshotNotFetched$|^QuorumLost$/ },
		90,
	)
	t.log(says)
	await eventually('it is said why', async () => {
		const { status } = await get<{
			status: { initContainerStatuses: readonly { name: string; state: object; lastState: object }[] }
		}>(namespace, 'pod', name)
		return JSON.stringify(status.initContainerStatuses[0]).includes(
			'the volume is empty although its member has run',
		)
	})
	t.is(conditionOf(await statusOf(namespace, 'after'), 'Available')?.status, 'False')
	await t.throwsAsync(readdir(join(await directoryOf(namespace, pod, false), 'member')))
})
