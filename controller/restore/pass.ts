// One pass over one EtcdRestore: looks, decides, makes the pod that reads the snapshot, and says how far it is.
import { kinds } from '../../kube/objects.ts'
import type { Pod } from '../../kube/pod.ts'
import { patchBetween } from '../merge-patch.ts'
import { observe } from '../observe.ts'
import { fromCopies } from '../observe/sources.ts'
import type { Again } from '../reconcile.ts'
import { timeText } from '../time-text.ts'
import type { Key, World } from '../world.ts'
import { setCondition } from '../../api/conditions.ts'
import type { RestoreStatus } from '../../api/schema/backup.ts'
import { clusterOf, phases, type StoredRestore } from './asked.ts'
import { decide, isOver } from './decide.ts'
import { lookerName, lookerPod } from './pod.ts'

async function say(
	world: World,
	{ metadata, status = {} }: StoredRestore,
	news: RestoreStatus,
): Promise<void> {
	const { namespace, name, resourceVersion, generation = 0 } = metadata
	const { phase = '', reason = '' } = news
	const isDone = phase === phases.succeeded
	const isOut = phase === phases.failed || phase === phases.refused
	const conditions = setCondition(
		status.conditions ?? [],
		{
			type: 'Restored',
			status: isDone ? 'True' : isOut ? 'False' : 'Unknown',
			reason: phase,
			message: reason,
		},
		timeText(Date.now()),
	)
	const after = { ...status, ...news, conditions, observedGeneration: generation }
	const patch = patchBetween({ ...status }, after)
	if (patch === undefined) return
	const at = { namespace, name, subresource: 'status' }
	const written = { metadata: { resourceVersion }, status: patch }
	world.copies.restores.learn(await world.kube.merge<StoredRestore>(kinds.restore, at, written))
}

async function drop(world: World, pod: Pod | undefined): Promise<void> {
	const { namespace = '', name = '', uid } = pod?.metadata ?? {}
	if (uid === undefined || pod?.metadata.deletionTimestamp) return
	await world.kube.remove(kinds.pod, { namespace, name, uid })
}

export async function passRestore(world: World, key: Key): Promise<Again> {
	const restore = world.copies.restores.get(key.namespace, key.name)
	if (restore === undefined || isOver(restore)) return 'never'
	const { namespace } = key
	const name = clusterOf(restore) ?? ''
	const look = await observe(world, { namespace, name }, fromCopies(world, { namespace, name }))
	const pod = await world.kube.get<Pod>(kinds.pod, { namespace, name: lookerName(restore) })
	const next = decide({ restore, cluster: look?.seen, pod })
	world.mayAct()
	switch (next.do) {
		case 'nothing':
			return 'never'
		case 'look':
			await say(world, restore, next.say)
			await world.kube.create(kinds.pod, lookerPod(restore, await world.ownImage.need(), next.minor))
			return 'soon'
		case 'say': {
			await say(world, restore, next.say)
			const { phase = '' } = next.say
			if (next.over || phase !== phases.verifying) await drop(world, pod)
			if (next.over) world.log.info({ ...key, phase, reason: next.say.reason }, 'restore')
			return next.over ? 'never' : 'soon'
		}
	}
}
