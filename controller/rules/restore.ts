// A cluster that is there begins anew from a snapshot: what it held is given up, and its volumes are kept. Pure.
import { snapshotText } from '../../api/restore.ts'
import type { Observed } from '../observed.ts'
import type { Answer } from '../step.ts'
import { isDeclared, reportOf } from './facts.ts'
import { isReadyElsewhere } from './quorum.ts'

/** The highest revision that anybody within reach has. */
export function highestRevision({ members }: Observed): bigint {
	const all = members.fresh
		? members.all.map((member) => reportOf(member)?.revision ?? 0n)
		: members.reachable.map(({ revision }) => revision)
	return all.reduce((one, other) => (one > other ? one : other), 0n)
}

/**
 * Why a person must say that what it holds is to be given up: it answers, or seems to, and is not empty. Whoever says so names it by its
 * id, which a restore changes, so that the same words said again, as by a repository of manifests, mean nothing.
 */
function holdsBecause(seen: Observed): string | undefined {
	const { members, status, name } = seen
	if (!isDeclared(seen)) return undefined
	if (members.fresh) {
		const revision = highestRevision(seen)
		return revision > 1n ? `${name} answers and is at revision ${revision}` : undefined
	}
	if (members.denied || isReadyElsewhere(seen))
		return `${name} seems well and does not answer this controller`
	// Of one whose members are only being started nobody knows what it will say.
	const starting = status.memberStates?.some(({ name: one }) =>
		seen.pods.some((pod) => pod.name === one && pod.running),
	)
	return starting && members.reachable.length === 0
		? `${name} has members that run and do not answer yet`
		: undefined
}

export function mustConfirm(seen: Observed, confirms: string): string | undefined {
	const because = holdsBecause(seen)
	if (because === undefined || confirms === seen.status.clusterID) return undefined
	return `${because}: to give that up for the snapshot write spec.confirm: "${seen.status.clusterID}", its status.clusterID`
}

/** Asked for by a person, of a snapshot that is whole; recorded once, and never again for the same EtcdRestore. */
export function restoreAsked(seen: Observed): Answer {
	const { restore, status } = seen
	if (restore === undefined || status.birth?.restore === restore.uid) return undefined
	if (mustConfirm(seen, restore.confirms) !== undefined) return undefined
	return {
		do: 'rebirth',
		attempt: (status.birth?.attempt ?? 0) + 1,
		restore: restore.uid,
		why: `EtcdRestore ${restore.name}: the cluster begins anew from ${snapshotText(restore.snapshot)}`,
	}
}

/** Who was there before ends before the first member begins; nobody waits for one whose node is gone, since it is of another cluster. */
export function predecessors(seen: Observed): Answer {
	const { birth } = seen.status
	if (isDeclared(seen) || birth?.state !== 'forming' || !birth.restore) return undefined
	const pod = seen.pods.find(({ name, deleting }) => name !== birth.seed && !deleting)
	return (
		pod && {
			do: 'deletePod',
			name: pod.name,
			uid: pod.uid,
			why: `${pod.name} is of before the restore; its volume is kept`,
		}
	)
}
