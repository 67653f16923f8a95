// How a cluster comes to be: one seed, recorded before anything of it exists and declared once it has answered. Pure.
//
//   (nothing) ── recordBirth ──► forming ── declare ──► declared: it has an id, and nobody is ever born in it again
//                                   │ ▲
//                     abandonBirth  ▼ │  recordBirth, the next attempt under another name
//                                abandoned
//
// A missing record never means that a cluster is unborn: its status may have been lost. Then what exists tells, or a person does.
import type { Observed } from '../observed.ts'
import type { Answer } from '../step.ts'
import { claimOf, isDeclared, isIntact, latchOf, podOf } from './facts.ts'
import { snapshotText } from '../../api/restore.ts'

const isForming = (seen: Observed): boolean => !isDeclared(seen) && seen.status.birth?.state === 'forming'

/** Under its labels they would stand behind its Services, and what they hold may be what it is taken for. */
export function namesakes(seen: Observed): Answer {
	if (isDeclared(seen) || seen.status.birth?.state) return undefined
	const [left] = [
		...seen.strangers.map((name) => `pod ${name}`),
		...seen.unowned.map((name) => `claim ${name}`),
	]
	if (left)
		return {
			do: 'halt',
			reason: 'LeftBehind',
			why: `${left} is labelled as this cluster's and is not: delete it, take its label etcd_cluster off, or give this cluster another name`,
		}
	const [ending] = seen.ending
	if (ending === undefined) return undefined
	return { do: 'wait', soon: true, why: `pod ${ending} of an earlier cluster of this name is still ending` }
}

export function unborn(seen: Observed): Answer {
	const [seed] = seen.freshNames
	if (isDeclared(seen) || seen.status.birth?.state || seen.hasTraces || seed === undefined) return undefined
	const snapshot = seen.wanted?.spec.bootstrap?.snapshot
	const from = snapshot ? `, restored from ${snapshotText(snapshot)}` : ''
	return { do: 'recordBirth', attempt: 1, seed, why: `the cluster is to be born from ${seed}${from}` }
}

export function recordLost(seen: Observed): Answer {
	if (isDeclared(seen) || seen.status.birth?.state === 'forming' || seen.status.birth?.state === 'abandoned')
		return undefined
	const { members, pods } = seen
	const token = pods.find((pod) => pod.token !== undefined)?.token ?? ''
	if (members.fresh && !members.all.some(({ ours }) => ours))
		return {
			do: 'halt',
			reason: 'AnotherCluster',
			why: `its pods answer as cluster ${members.clusterId}, whose members have peer URLs of another place (${members.all[0]?.peerUrl})`,
		}
	if (members.fresh) {
		const open = members.all.find(({ name, started }) => started && podOf(seen, name)?.sealed === false)
		const { clusterId } = members
		if (open)
			return { do: 'sealMember', name: open.name, id: open.id, clusterId, why: `${open.name} has started` }
		return {
			do: 'rememberCluster',
			clusterId: members.clusterId,
			token,
			// Another operator's clients are there already.
			served: pods.some(({ serving, template }) => serving || template === ''),
			why: `its status says nothing of a birth, and its members say that they are cluster ${members.clusterId}`,
		}
	}
	return {
		do: 'halt',
		reason: 'RecordLost',
		why: `its status says nothing of a birth, objects of it exist, and no member answers (${members.because}): bring a member back, or delete the cluster and restore a snapshot`,
	}
}

export function seedLost(seen: Observed): Answer {
	if (!isForming(seen)) return undefined
	const seed = seen.status.birth?.seed ?? ''
	const claim = claimOf(seen, seed)
	const pod = podOf(seen, seed)
	const unusable = claim ? claim.lost || claim.deleting : pod?.claimName !== undefined
	const neverRan = pod === undefined ? claim !== undefined : !pod.everRan && pod.node === undefined
	if (pod?.refusedEmpty || (unusable && neverRan))
		return { do: 'abandonBirth', why: `the seed ${seed} is gone with its data before it was declared` }
	return undefined
}

export function seedMissing(seen: Observed): Answer {
	if (!isForming(seen)) return undefined
	const seed = seen.status.birth?.seed ?? ''
	const pod = podOf(seen, seed)
	if (pod?.ended && !pod.deleting)
		return {
			do: 'deletePod',
			name: seed,
			uid: pod.uid,
			why: `the seed's pod has ended and will not start again`,
		}
	if (pod?.deleting) return { do: 'wait', soon: true, why: `the seed's pod is being deleted` }
	if (pod !== undefined) return undefined
	if (seen.wanted?.onClaims && claimOf(seen, seed) === undefined)
		return { do: 'makeClaim', name: seed, why: `the seed ${seed} has no volume yet` }
	return { do: 'startMember', name: seed, from: 'nothing', why: `the seed ${seed} has no pod` }
}

/** What a task that was stopped has left, no later try clears: etcd's tool wants a place where nothing is. */
const anewAfterMs = 60_000

/** Its pod begins anew; and one that has its data needs nothing that went before. */
export function restoreStuck(seen: Observed): Answer {
	const stuck = seen.pods.filter(
		({ restoring, deleting, refusedEmpty }) => restoring?.failed !== undefined && !deleting && !refusedEmpty,
	)
	const pod = stuck.find(({ name, restoring, createdAt }) => {
		if (isForming(seen)) return restoring?.task !== 'fetch' && seen.now - createdAt > anewAfterMs
		const claim = claimOf(seen, name)
		return isDeclared(seen) && !!claim?.memberId && isIntact(claim, latchOf(seen, name))
	})
	return (
		pod && {
			do: 'deletePod',
			name: pod.name,
			uid: pod.uid,
			why: isForming(seen)
				? `${pod.name} could not be restored, and begins anew: ${pod.restoring?.failed}`
				: `${pod.name} has its data, and needs none of what comes before it`,
		}
	)
}

const doing: Readonly<Record<string, string>> = {
	fetch: 'is being fetched',
	restore: 'is being made into its data',
	settle: 'is being put in place',
}

/** Why it does not answer yet. */
function beginning(seen: Observed, seed: string, because: string): string {
	const { restoring } = podOf(seen, seed) ?? {}
	const { snapshot } = seen.status.birth ?? {}
	if (restoring === undefined || snapshot === undefined) return because
	const { task, failed } = restoring
	return failed ?? `${snapshotText(snapshot)} ${doing[task] ?? task}`
}

export function seedAnswered(seen: Observed): Answer {
	if (!isForming(seen)) return undefined
	const { members } = seen
	const seed = seen.status.birth?.seed ?? ''
	if (!members.fresh)
		return {
			do: 'wait',
			soon: true,
			why: `the seed ${seed} does not answer yet: ${beginning(seen, seed, members.because)}`,
		}
	const member = members.all.find(({ name }) => name === seed)
	if (member === undefined)
		return { do: 'halt', reason: 'AnotherCluster', why: `what answers as the seed does not know ${seed}` }
	if (!member.ours || members.all.length > 1)
		return {
			do: 'halt',
			reason: 'AnotherCluster',
			why: `the volume of ${seed} holds another cluster (${members.clusterId}): delete its claim for one that is empty, or keep it elsewhere`,
		}
	const { clusterId } = members
	if (podOf(seen, seed)?.sealed !== true)
		return { do: 'sealMember', name: seed, id: member.id, clusterId, why: `${seed} has started` }
	return { do: 'declare', clusterId, why: `the seed ${seed} answered: this is cluster ${clusterId}` }
}

/** What an abandoned birth left behind goes first. A volume that may hold something is kept, and said. */
export function abandoned(seen: Observed): Answer {
	const { birth } = seen.status
	if (isDeclared(seen) || birth?.state !== 'abandoned') return undefined
	const pod = seen.pods.find(({ deleting }) => !deleting)
	if (pod) return { do: 'deletePod', name: pod.name, uid: pod.uid, why: `its birth was given up` }
	if (seen.pods.length > 0)
		return { do: 'wait', soon: true, why: 'the pods of the last attempt are still ending' }
	const claim = seen.claims.find(({ bound, deleting }) => !bound && !deleting)
	if (claim)
		return { do: 'deleteClaim', name: claim.name, uid: claim.uid, why: 'nothing was ever written to it' }
	const [seed] = seen.freshNames
	if (seed === undefined) return undefined
	const attempt = (birth.attempt ?? 1) + 1
	return {
		do: 'recordBirth',
		attempt,
		seed,
		why: `the last attempt was given up; this one starts from ${seed}`,
	}
}
