// A world as controller/observe.ts would see it. Pure. Whoever is out of our reach is silent to us, whatever it does among its own.
import type {
	ClaimSeen,
	Health,
	Members,
	MemberSeen,
	Observed,
	PodSeen,
} from '../../../controller/observed.ts'
import { memberHost } from '../../../api/names.ts'
import type { ClusterStatus } from '../../../api/schema/cluster.ts'
import type { Reported } from '../../../etcd/member.ts'
import { peerUrl } from '../../../etcd/arguments.ts'
import { caughtUp, hasQuorum, memberNames } from './raft.ts'
import { namesOf, slotOf, type Claim, type Pod, type Slot, type World } from './world.ts'

const lostAfterMs = 300_000
const version = '3.6.16'
const text = (number: number): string | undefined => (number === 0 ? undefined : String(number))
const word = (value: string): string | undefined => value || undefined

const urlOf = (name: string): string => peerUrl('http', memberHost(name, { cluster: 'c', namespace: 'n' }))

function podSeen(
	name: string,
	{ pod, member }: Slot & { readonly pod: Pod },
	index: number,
	ready: boolean,
): PodSeen {
	const { uid, mode, muted, gated, ended, deleting, told, refused, ran, serving, attempt } = pod
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
		refusedEmpty: told === 'refuse' && crashed && refused,
		// One that returned on its volume is not, but then it votes already.
		named: told === 'refuse' && ran,
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

const reported = (memberId: string, isLearner: boolean, world: World): Reported => ({
	clusterId: world.cluster,
	memberId,
	revision: 1n,
	version,
	leader: word(world.leader),
	isLearner,
	term: 1n,
	raftIndex: 1n,
	appliedIndex: 1n,
	dbSize: 0n,
	dbSizeInUse: 0n,
	quota: 0n,
	storageVersion: '',
	errors: [],
})

/** Without an address, which its kubelet tells, nobody can ask it. */
function isHeard(world: World, name: string): boolean {
	const { pod } = slotOf(world, name)
	return pod?.mode === 'up' && !pod.ended && !pod.muted
}

function memberSeen(world: World, name: string, leaderAnswers: boolean): MemberSeen[] {
	const { member, pod } = slotOf(world, name)
	if (member === null) return []
	const answers = isHeard(world, name)
	const health: Health = answers
		? {
				answers,
				confirmed: member.voter,
				// It serves clients, and so answers us, once it has said its name.
				status: member.started ? reported(member.id, !member.voter, world) : undefined,
				because: '',
			}
		: { answers: false, because: 'it is silent' }
	return [
		{
			id: member.id,
			name,
			peerUrl: urlOf(name),
			ours: true,
			started: member.started,
			isLearner: !member.voter,
			isLeader: answers && world.leader === name,
			caughtUp: answers && leaderAnswers && caughtUp(world, name),
			health,
			silentMs: member.late && !answers ? 2 * lostAfterMs : 0,
			seenByOthers: member.late && leaderAnswers ? pod?.mode === 'cut' : undefined,
		},
	]
}

function membersSeen(world: World): Members {
	const answering = memberNames(world).filter((name) => isHeard(world, name))
	const quorumAnswers =
		hasQuorum(world) && answering.some((name) => slotOf(world, name).member?.voter === true)
	if (!quorumAnswers)
		return {
			fresh: false,
			because: 'no quorum',
			denied: false,
			reachable: answering.map((name) => ({ name, revision: 1n })),
		}
	const leaderAnswers = isHeard(world, world.leader)
	return {
		fresh: true,
		clusterId: world.cluster,
		all: memberNames(world).flatMap((name) => memberSeen(world, name, leaderAnswers)),
		leader: leaderAnswers ? slotOf(world, world.leader).member?.id : undefined,
		alarms: [],
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
		(mode === 'up' || mode === 'cut') && hasQuorum(world) && slotOf(world, name).member?.voter === true
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
