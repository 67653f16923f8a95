// The only writer: one step, once. What cannot be undone passes guard.ts first; there is no other way to those calls.
import { servingLabel } from '../api/names.ts'
import type { EtcdClient } from '../etcd/client.ts'
import { kinds } from '../kube/objects.ts'
import { changeMembers, leaderOf } from './act/members.ts'
import { noteOf } from './act/notes.ts'
import { applyShared, dropShared } from './act/shared.ts'
import { noteStart, sealMember, startMember } from './act/start.ts'
import { doomed, patchPod, patchStatus, relabel, remove, seenAt, wantedIn } from './act/write.ts'
import { guarded } from './guard.ts'
import { memberClaim } from './objects/claim.ts'
import type { Look } from './observe.ts'
import type { Observed } from './observed.ts'
import { peerUrlOf } from './place.ts'
import { podOf } from './rules/facts.ts'
import { isGuarded, type Plan } from './step.ts'
import { idOf, type Key, type World } from './world.ts'

export async function act(world: World, key: Key, look: Look, step: Plan): Promise<void> {
	const sure = isGuarded(step) ? await guarded(world, key, look, step) : look
	world.mayAct()
	await perform(world, key, sure, step)
}

async function perform(world: World, key: Key, look: Look, step: Plan): Promise<void> {
	const { seen } = look
	const change = async (ask: (etcd: EtcdClient) => Promise<unknown>): Promise<void> =>
		await changeMembers(look, world.memory, idOf(key), ask)
	switch (step.do) {
		case 'rest':
		case 'wait':
		case 'halt':
			return
		case 'recordBirth':
		case 'abandonBirth':
		case 'declare':
		case 'rememberCluster':
		case 'nameMember':
		case 'forgetName':
			return await patchStatus(world, seen, noteOf(seen, step))
		case 'applyObjects':
			return await applyShared(world, key, seen, step.names)
		case 'dropObjects':
			return await dropShared(world, seen, step.names)
		case 'relabel':
			return await relabel(world, seen, step.name)
		case 'makeClaim': {
			const claim = memberClaim(seen, step.name, wantedIn(seen).spec, seen.status.birth?.token ?? '')
			world.copies.claims.learn(await world.kube.create(kinds.claim, claim))
			return
		}
		case 'startMember':
			return await startMember(world, seen, step)
		case 'sealMember':
			return await sealMember(world, seen, step)
		case 'serve':
			if (!seen.status.birth?.served) await patchStatus(world, seen, noteOf(seen, step))
			await Promise.all(
				step.names.map(
					async (name) => await patchPod(world, seen, name, { labels: { [servingLabel]: 'true' } }),
				),
			)
			return
		case 'addMember': {
			const url = peerUrlOf(seen, step.name)
			// The process of a voter waits for this and votes at once: from now on it may know something.
			if (step.as === 'voter') await noteStart(world, seen, step.name)
			return await change(async (etcd) =>
				step.as === 'learner' ? await etcd.addLearner(url) : await etcd.addVoter(url),
			)
		}
		case 'promote':
			return await change(async (etcd) => await etcd.promote(step.id))
		case 'moveLeader':
			return await leaderOf(look).moveLeader(step.to)
		case 'removeMember':
			await change(async (etcd) => await etcd.removeMember(step.id))
			return await clear(world, seen, step.name)
		case 'deletePod':
			return await remove(world.kube, kinds.pod, world.copies.pods, doomed(seen, seen.pods, step))
		case 'deleteClaim':
			return await remove(world.kube, kinds.claim, world.copies.claims, doomed(seen, seen.claims, step))
	}
}

/** It is no member for good, and its process ends by itself: its pod goes before the kubelet starts it again. */
async function clear(world: World, seen: Observed, name: string): Promise<void> {
	const pod = podOf(seen, name)
	if (pod === undefined || pod.deleting) return
	await remove(world.kube, kinds.pod, world.copies.pods, { ...seenAt(seen, name), uid: pod.uid })
}
