// The only writer: one step, once. What cannot be undone passes guard.ts first; there is no other way to those calls.
import { annotations, servingLabel } from '../api/names.ts'
import type { EtcdClient } from '../etcd/client.ts'
import { kinds } from '../kube/objects.ts'
import { issueCertificates, keepCertificates, showCertificates } from './act/certificates.ts'
import { compare } from './act/compare.ts'
import { compact, defragment } from './act/upkeep.ts'
import { cancelDown, giveImage, goDown, withdraw } from './act/roll.ts'
import { wash } from './act/wash.ts'
import { changeMembers, leaderOf } from './act/members.ts'
import { growClaim } from './act/grow.ts'
import { noteOf } from './act/notes.ts'
import { applyShared, dropShared } from './act/shared.ts'
import { discardClaim, startAlone } from './act/recover.ts'
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
		case 'rebirth':
		case 'declare':
		case 'rememberCluster':
		case 'nameMember':
		case 'forgetName':
		case 'aim':
		case 'refuseRecovery':
		case 'recordRecovery':
		case 'recordAlone':
		case 'endRecovery':
			return await patchStatus(world, seen, noteOf(seen, step))
		case 'applyObjects':
			return await applyShared(world, key, seen, step.names)
		case 'dropObjects':
			return await dropShared(world, seen, step.names)
		case 'issueCertificates':
			return await issueCertificates(world, key, seen, step)
		case 'keepCertificates':
			return await keepCertificates(world, key, look)
		case 'showCertificates':
			return await showCertificates(world, seen, step)
		case 'relabel':
			return await relabel(world, seen, step.name)
		case 'makeClaim': {
			const claim = memberClaim(seen, step.name, wantedIn(seen).spec, seen.status.birth?.token ?? '')
			world.copies.claims.learn(await world.kube.create(kinds.claim, claim))
			return
		}
		case 'growClaim':
			return await growClaim(world, seen, step)
		case 'startMember':
			return await startMember(world, seen, step)
		case 'startAlone':
			return await startAlone(world, seen, step)
		case 'discardClaim':
			return await discardClaim(world, seen, step)
		case 'sealMember':
			return await sealMember(world, seen, step)
		case 'serve':
			if (!seen.status.birth?.served) await patchStatus(world, seen, noteOf(seen, step))
			await Promise.all(
				step.names.map(
					async (name) =>
						await patchPod(world, seen, name, {
							labels: { [servingLabel]: 'true' },
							annotations: { [annotations.withdrawn]: null },
						}),
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
		case 'withdraw':
			return await withdraw(world, seen, step)
		case 'changeImage':
			return await giveImage(world, seen, step)
		case 'goDown':
			return await goDown(look, step)
		case 'cancelDown':
			return await cancelDown(look)
		case 'wash':
			await wash(look, step)
			return await patchStatus(world, seen, { washed: step.occasion })
		case 'compare':
			return await patchStatus(world, seen, await compare(look, step))
		case 'compact':
			return await compact(world, key, look)
		case 'defragment':
			return await defragment(world, key, look, step)
		case 'disarm':
			return await leaderOf(look).disarm({ memberId: step.memberId, kind: step.kind })
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
