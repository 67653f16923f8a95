// A world as controller/observe.ts would see it. Pure.
import type { ClaimSeen, Observed, PodSeen } from '../../../controller/observed.ts'
import type { ClusterStatus } from '../../../api/schema/cluster.ts'
import { isBeyondAll, lostAfterMs, membersSeen, urlOf, version } from './members.ts'
import { hasQuorum } from './raft.ts'
import { namesOf, slotOf, type Claim, type Pod, type Slot, type World } from './world.ts'

const text = (number: number): string | undefined => (number === 0 ? undefined : String(number))
const word = (value: string): string | undefined => value || undefined

function podSeen(
	name: string,
	{ pod, member }: Slot & { readonly pod: Pod },
	index: number,
	ready: boolean,
): PodSeen {
	const { uid, mode, muted, gated, ended, deleting, told, known, refused, ran, serving, attempt } = pod
	const crashed = mode === 'down' && !ended && !muted
	return {
		name,
		uid: String(uid),
		resourceVersion: '1',
		ip: mode === 'new' || muted ? undefined : '10.0.0.1',
		// What has not begun may be on its way to a node all the same.
		node: gated || ended ? undefined : 'node',
		deleting,
		ended,
		gated,
		ready: ready && !muted,
		running: !muted && (mode === 'up' || mode === 'cut' || mode === 'hung'),
		everRan: ran && !muted,
		sealed: told === 'refuse',
		firm: told === 'refuse' && known === 'refuse',
		refusedEmpty: told === 'refuse' && crashed && refused,
		unlisted: crashed && member === null && !['new', 'old', 'refuse'].includes(told),
		labelled: true,
		told: ['new', 'old', 'refuse'].includes(told) ? undefined : Array.from(told, urlOf),
		serving,
		createdAt: index,
		takesLearners: 2,
		claimName: word(pod.claimName),
		version,
		template: pod.template < 0 ? '' : String(pod.template),
		token: text(attempt),
		trouble: crashed
			? { reason: 'CrashLoopBackOff', message: '' }
			: ended
				? { reason: 'Evicted', message: '' }
				: undefined,
	}
}

function claimSeen(name: string, claim: Claim, { birth, clusterId }: World): ClaimSeen {
	const ofThisBirth = claim.attempt !== 0 && claim.attempt === birth?.attempt
	return {
		name,
		uid: String(claim.uid),
		resourceVersion: '1',
		deleting: claim.deleting,
		storageClass: undefined,
		labelled: true,
		lost: claim.lost,
		bound: claim.bound,
		memberId: word(claim.memberId),
		clusterId: word(claim.clusterId),
		version: claim.memberId === '' ? undefined : version,
		mayGo: !claim.bound || ofThisBirth || (clusterId !== '' && claim.clusterId === clusterId),
	}
}

function statusSeen(world: World): ClusterStatus {
	const memberStates = namesOf(world).flatMap((name) => {
		const { latch } = slotOf(world, name)
		if (latch === null) return []
		const claim = latch.claimUid === 0 ? {} : { claimName: name, claimUID: String(latch.claimUid) }
		return [{ name, role: latch.role || 'Voter', ...claim }]
	})
	const { birth, clusterId } = world
	return {
		...(birth && { birth: { ...birth, token: String(birth.attempt) } }),
		...(clusterId !== '' && { clusterID: clusterId }),
		...(memberStates.length > 0 && { memberStates }),
	}
}

/** Names of which nothing is left anywhere, so that they are as good as new. */
export const freeNames = (world: World): readonly string[] =>
	namesOf(world).filter((name) => {
		const { pod, claim, member, latch } = slotOf(world, name)
		if (pod !== null || claim !== null || member !== null || latch !== null) return false
		if (world.birth?.state === 'forming' && world.birth.seed === name) return false
		return world.held === null || !JSON.stringify(world.held).includes(`"${name}`)
	})

export function observedOf(world: World): Observed {
	const { setting, size } = world
	const isReady = (name: string, { mode }: Pod): boolean =>
		(mode === 'up' || mode === 'cut') &&
		!isBeyondAll(world, name) &&
		hasQuorum(world) &&
		slotOf(world, name).member?.voter === true
	const pods = namesOf(world).flatMap((name, index) => {
		const slot = slotOf(world, name)
		const { pod } = slot
		return pod === null ? [] : [podSeen(name, { ...slot, pod }, index, isReady(name, pod))]
	})
	const claims = namesOf(world).flatMap((name) => {
		const { claim } = slotOf(world, name)
		return claim === null ? [] : [claimSeen(name, claim, world)]
	})
	return {
		namespace: 'n',
		name: 'c',
		uid: 'u',
		generation: 1,
		resourceVersion: '1',
		deleting: false,
		paused: false,
		heldBecause: undefined,
		findings: [],
		wanted: {
			size,
			spec: { size },
			version,
			minor: setting.minor,
			image: 'etcd',
			onClaims: setting.volumes,
			template: String(world.template),
		},
		specIsGood: true,
		spec: { size },
		status: statusSeen(world),
		hasTraces: pods.length > 0 || claims.length > 0 || world.shared,
		pods,
		claims,
		strangers: [],
		ending: [],
		unowned: [],
		drifted: world.shared ? [] : ['Service c'],
		superfluous: [],
		blocked: [],
		objectsRefused: undefined,
		members: membersSeen(world),
		freshNames: freeNames(world).slice(0, 2),
		lostAfterMs,
	}
}
