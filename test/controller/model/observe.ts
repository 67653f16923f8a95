// A world as controller/observe.ts would see it. Pure.
import type { ClaimSeen, Members, Observed, PodSeen, Wanted } from '../../../controller/observed.ts'
import { provenVersions, runningVersions, wantedOf } from '../../../controller/wanted.ts'
import { checksOf, dialects } from '../../../etcd/dialect.ts'
import type { ClusterStatus } from '../../../api/schema/cluster.ts'
import { isBeyondAll, lostAfterMs, membersSeen, urlOf } from './members.ts'
import { valueOf } from '../../../controller/rules/recoverable.ts'
import { givenUp } from './effect.ts'
import { hasQuorum } from './raft.ts'
import { firstOf, neverStarts } from './versions.ts'
import { namesOf, slotOf, type Claim, type Pod, type Setting, type Slot, type World } from './world.ts'

const text = (number: number): string | undefined => (number === 0 ? undefined : String(number))
const word = (value: string): string | undefined => value || undefined

function troubleOf({ mode, muted, gated, ended, version }: Pod): PodSeen['trouble'] {
	const said = (reason: string): PodSeen['trouble'] => ({ reason, message: '' })
	if (ended) return said('Evicted')
	if (muted || gated || !(mode === 'new' || mode === 'down')) return undefined
	if (neverStarts(version)) return said('ImagePullBackOff')
	return mode === 'down' ? said('CrashLoopBackOff') : undefined
}

function podSeen(
	name: string,
	{ pod, member }: Slot & { readonly pod: Pod },
	index: number,
	ready: boolean,
	setting: Setting,
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
		// It runs once.
		ended: ended || (told === 'alone' && mode === 'down'),
		gated,
		ready: ready && !muted,
		running: !muted && (mode === 'up' || mode === 'cut' || mode === 'hung'),
		everRan: ran && !muted,
		sealed: told === 'refuse' || told === 'alone',
		firm: (told === 'refuse' && known === 'refuse') || told === 'alone',
		refusedEmpty: told === 'refuse' && crashed && refused,
		saysCorrupt: false,
		unlisted: crashed && member === null && !['new', 'old', 'refuse', 'alone'].includes(told),
		sentAway: false,
		alone: told === 'alone' ? wishValue(setting) : undefined,
		lastWords: undefined,
		labelled: true,
		told: ['new', 'old', 'refuse', 'alone'].includes(told) ? undefined : Array.from(told, urlOf),
		serving,
		withdrawn: pod.withdrawn,
		quiet: pod.withdrawn,
		stopping: pod.stopping,
		restarts: 0,
		createdAt: index,
		takesLearners: dialects[setting.minor].firstLearners,
		quotaBytes: undefined,
		claimName: word(pod.claimName),
		version: pod.version,
		repository: pod.template < 0 ? undefined : 'etcd',
		asksReadyz: pod.template >= 0 && checksOf(setting.minor, firstOf(setting)).ready.path === '/readyz',
		template: pod.template < 0 ? '' : String(pod.template),
		trust: undefined,
		leaf: undefined,
		token: text(attempt),
		trouble: troubleOf(pod),
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
		discarded: claim.clusterId === givenUp,
		clusterId: word(claim.clusterId),
		version: word(claim.version),
		requested: undefined,
		capacity: undefined,
		shortMs: 0,
		resize: undefined,
		mayGo:
			claim.clusterId !== givenUp &&
			(!claim.bound || ofThisBirth || (clusterId !== '' && claim.clusterId === clusterId)),
	}
}

const wishOf = ({ keeps = '' }: Setting) => ({
	keep: keeps,
	confirm: 'c',
	discard: Array.from('abcdefgh').filter((name) => name !== keeps),
})
const wishValue = (settings: Setting): string => valueOf(wishOf(settings))

const recorded = ({ setting, recovery }: World) => ({
	value: wishValue(setting),
	keep: setting.keeps ?? '',
	state: recovery,
	revisionBefore: '1',
	discarded: wishOf(setting).discard,
})

function statusSeen(world: World): ClusterStatus {
	const memberStates = namesOf(world).flatMap((name) => {
		const { latch } = slotOf(world, name)
		if (latch === null) return []
		const claim = latch.claimUid === 0 ? {} : { claimName: name, claimUID: String(latch.claimUid) }
		return [{ name, role: latch.role || 'Voter', ...(latch.version && { version: latch.version }), ...claim }]
	})
	const { birth, clusterId } = world
	return {
		...(birth && { birth: { ...birth, token: String(birth.attempt) } }),
		...(clusterId !== '' && { clusterID: clusterId }),
		...(memberStates.length > 0 && { memberStates }),
		...(world.recovery !== '' && { recovery: recorded(world) }),
		...(world.target !== '' && { targetVersion: world.target }),
		...(world.washed !== '' && { washed: world.washed }),
		...(world.compared !== '' && { compared: { occasion: world.compared, equal: true } }),
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

const wishes = new Map<string, Wanted | undefined>()

/** What members run decides what one that joins runs; few things come out of that. */
function wantedSeen(
	{ setting, version, size, template }: World,
	members: Members,
	pods: readonly PodSeen[],
	status: ClusterStatus,
): Wanted | undefined {
	const running = status.clusterID === undefined ? [] : runningVersions(pods, status)
	const proven = provenVersions(members)
	const key = [version, '', ...running, '', ...proven].join()
	if (!wishes.has(key)) {
		const spec = { version, repository: 'etcd' }
		wishes.set(
			key,
			wantedOf(
				{
					apiVersion: 'etcd.database.coreos.com/v1beta2',
					kind: 'EtcdCluster',
					metadata: { name: 'c' },
					spec,
				},
				spec,
				running,
				proven,
			),
		)
	}
	const wanted = wishes.get(key)
	return wanted && { ...wanted, size, spec: { size }, onClaims: setting.volumes, template: String(template) }
}

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
		return pod === null ? [] : [podSeen(name, { ...slot, pod }, index, isReady(name, pod), setting)]
	})
	const claims = namesOf(world).flatMap((name) => {
		const { claim } = slotOf(world, name)
		return claim === null ? [] : [claimSeen(name, claim, world)]
	})
	const members = membersSeen(world)
	const status = statusSeen(world)
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
		wanted: wantedSeen(world, members, pods, status),
		specIsGood: true,
		spec: world.wished ? { size, recovery: wishOf(setting) } : { size },
		status,
		hasTraces: pods.length > 0 || claims.length > 0 || world.shared,
		pods,
		claims,
		lastBackup: undefined,
		growthRefused: undefined,
		strangers: [],
		ending: [],
		unowned: [],
		drifted: world.shared ? [] : ['Service c'],
		superfluous: [],
		blocked: [],
		objectsRefused: undefined,
		members,
		tls: undefined,
		operatorImage: 'operator',
		freshNames: freeNames(world).slice(0, 2),
		lostAfterMs,
		now: 0,
		upkeep: { compacted: undefined, defragmented: new Map(), busy: false, unsafe: undefined },
	}
}
