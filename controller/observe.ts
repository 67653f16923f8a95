// Reads everything that a pass needs into one value, and writes nothing.
import { memberHost } from '../api/names.ts'
import { shortPrint } from '../runtime/pki/blocks.ts'
import type { ClientTls } from './memory.ts'
import { placeOf, type Owner } from './place.ts'
import { defragHarm } from '../api/releases.ts'
import type { ClusterStatus } from '../api/schema/cluster.ts'
import type { EtcdClient } from '../etcd/client.ts'
import { isOwnedBy, kinds, type Kind, type KubeObject } from '../kube/objects.ts'
import type { Claim, Pod } from '../kube/pod.ts'
import { newestOf } from './backups/newest.ts'
import { orphans } from './bury.ts'
import { protectedSize } from './objects/shared.ts'
import type { Observed } from './observed.ts'
import { askMembers } from './observe/etcd.ts'
import { growthOf, isShort } from './observe/growth.ts'
import { membersSeen } from './observe/members.ts'
import { claimSeen, isSealed, isWithdrawn, podSeen, type Ages } from './observe/pods.ts'
import { sharedSeen } from './observe/shared.ts'
import { askedOf } from './restore/asked.ts'
import type { Found } from './observe/sources.ts'
import { tlsSeen, type Certified } from './observe/tls.ts'
import { plain, spokenVersion, witness } from './observe/witness.ts'
import { judgeStored, provenVersions, runningVersions, wantedOf } from './wanted.ts'
import { idOf, type Key, type World } from './world.ts'

/** What was seen, and whom to ask for a change. */
export interface Look {
	readonly seen: Observed
	readonly clients: ReadonlyMap<string, EtcdClient>
	/** What members are given, with its keys. */
	readonly certified: Certified | undefined
	/** As it is stored, for writing its status. */
	readonly stored: KubeObject & { readonly status?: object }
}

/** Where no kubelet tells what it has seen. */
const sealSpreadsMs = 10_000

/** Until no node sends a new connection to a pod that has left its Service. */
const withdrawalSpreadsMs = 700

const agesOf = ({ memory }: World, cluster: string, pod: Pod): Ages => ({
	sealedLongAgo: memory.holdsMs(cluster, 'sealed', pod, isSealed(pod)) > sealSpreadsMs,
	withdrawnLongAgo: memory.holdsMs(cluster, 'withdrawn', pod, isWithdrawn(pod)) > withdrawalSpreadsMs,
})

/** Two looks at the same things must lead to the same step. */
const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
	one.name < other.name ? -1 : 1

export async function observe(world: World, key: Key, found: Found): Promise<Look | undefined> {
	const { cluster: stored } = found
	if (stored === undefined) return undefined
	const { metadata } = stored
	const owner: Owner = { ...key, uid: metadata.uid ?? '' }
	const cacheKey = idOf(key)
	const isOurs = (object: KubeObject): boolean => isOwnedBy(object, owner.uid)
	const status = (stored.status ?? {}) as ClusterStatus
	const hidden = await unlabelled(world, key, found, status)
	const pods = [...found.pods, ...hidden.pods]
		.filter(isOurs)
		.map((pod) => podSeen(pod, key.name, agesOf(world, cacheKey, pod)))
		.toSorted(byName)
	const owned = [...found.claims, ...hidden.claims].filter(isOurs)
	const hasTraces = pods.length > 0 || owned.length > 0
	const judged = judgeStored(stored, hasTraces || !!status.clusterID || !!status.phase, world.releases)
	const { cluster, spec = {} } = judged
	const claims = owned
		.map((claim) => {
			const shortMs = world.memory.holdsMs(cacheKey, 'short', claim, isShort(growthOf(claim)))
			return claimSeen(claim, key.name, status.birth?.token, status.clusterID, shortMs)
		})
		.toSorted(byName)

	const certified = await tlsSeen(world, owner, spec, found.pods.filter(isOurs))
	const clients = new Map(
		pods
			.filter(({ ip, ended }) => ip !== undefined && !ended)
			.map(({ name, uid, ip = '' }) => {
				const host = memberHost(name, placeOf(owner, spec))
				return [name, world.memory.clientOf(cacheKey, uid, ip, identityOf(certified, host))] as const
			}),
	)
	world.memory.keepOnly(cacheKey, new Set([...pods, ...claims].map(({ uid }) => uid)))
	const asked = await askMembers(
		[...clients].map(([name, client]) => ({ name, client, peek: plain(pods, name) })),
		status.clusterID,
	)
	if (asked.list === undefined) world.memory.forgetSilence(cacheKey)
	const answered = membersSeen(asked, placeOf(owner, spec), {
		ms: (id, answers) => world.memory.silentMs(cacheKey, id, answers),
		seenByOthers: await witness(world, cacheKey, asked, pods),
	})
	const running = status.clusterID ? runningVersions(pods, status) : []
	const wanted = judged.spec && wantedOf(cluster, judged.spec, running, provenVersions(answered))
	const members = answered.fresh
		? { ...answered, clusterVersion: await spokenVersion(asked, pods, wanted?.targetMinor) }
		: answered
	const shared = await sharedSeen(world, owner, spec, protectedSize(members, status.size, wanted))
	return {
		clients,
		certified,
		stored,
		seen: {
			...owner,
			generation: metadata.generation ?? 0,
			resourceVersion: metadata.resourceVersion ?? '',
			deleting: metadata.deletionTimestamp !== undefined,
			paused: cluster.spec?.paused === true,
			heldBecause: world.heldBecause(),
			findings: judged.findings,
			wanted,
			specIsGood: judged.good,
			spec: cluster.spec ?? {},
			status,
			hasTraces: hasTraces || shared.any,
			pods,
			claims,
			lastBackup: newestOf(world.copies.backups.of(cacheKey), status.clusterID, status.lastBackup),
			growthRefused: world.memory.growthRefused(cacheKey),
			...others(found, owner),
			drifted: shared.drifted,
			superfluous: shared.superfluous,
			blocked: shared.blocked,
			objectsRefused: world.memory.notAgainBecause(cacheKey),
			members,
			tls: certified?.seen,
			operatorImage: await world.ownImage.find(),
			restore: askedOf(found.restores, key.name),
			freshNames: [world.randomName(key.name), world.randomName(key.name)],
			lostAfterMs: world.options.lostAfterMs,
			now: Date.now(),
			upkeep: {
				...world.memory.upkeep(cacheKey).seen(),
				unsafe: pods.map(({ version }) => defragHarm(version, world.releases)).find(Boolean),
			},
		},
	}
}

/** With our labels and not ours; what a deleted cluster of the name left is on its way already. */
function others({ pods, claims }: Found, owner: Owner): Pick<Observed, 'strangers' | 'ending' | 'unowned'> {
	const isOurs = (object: KubeObject): boolean => isOwnedBy(object, owner.uid)
	const dying = orphans(pods, owner, owner.uid)
	const foreign = pods.filter((pod) => !isOurs(pod))
	const names = (list: readonly KubeObject[]): readonly string[] => list.map(({ metadata }) => metadata.name)
	const isEnding = (pod: Pod): boolean => !!pod.metadata.deletionTimestamp || dying.includes(pod)
	return {
		strangers: names(foreign.filter((pod) => !isEnding(pod))),
		ending: names(foreign.filter(isEnding)),
		unowned: names(
			claims.filter(({ metadata }) => !metadata.ownerReferences?.length && !metadata.deletionTimestamp),
		),
	}
}

/** What is known by name and not found by label is asked for by name: who lost a label has not lost its data. */
async function unlabelled(
	world: World,
	{ namespace }: Key,
	found: Found,
	{ memberStates = [], birth }: ClusterStatus,
) {
	const seed = birth?.state === 'forming' && birth.seed ? [birth.seed] : []
	const missing = (list: readonly KubeObject[]): readonly string[] =>
		[...memberStates.map(({ name = '' }) => name), ...seed].filter(
			(name) => !list.some(({ metadata }) => metadata.name === name),
		)
	const ask = async <T extends KubeObject>(kind: Kind, names: readonly string[]): Promise<readonly T[]> => {
		const answers = await Promise.all(
			names.map(async (name) => await world.kube.get<T>(kind, { namespace, name })),
		)
		return answers.filter((answer) => answer !== undefined)
	}
	const claimed = [...memberStates.filter(({ claimUID }) => claimUID).map(({ name = '' }) => name), ...seed]
	const [pods, claims] = await Promise.all([
		ask<Pod>(kinds.pod, missing(found.pods)),
		ask<Claim>(
			kinds.claim,
			missing(found.claims).filter((name) => claimed.includes(name)),
		),
	])
	return { pods, claims }
}

/** As which client we come, and by which name we know whom we meet. */
function identityOf(certified: Certified | undefined, servername: string): ClientTls | undefined {
	const pair = certified?.kept.pairs.client
	if (pair === undefined) return undefined
	const { certificate: cert, key, authorities: ca } = pair
	return {
		print: shortPrint([cert, ca].join('')),
		options: { cert, key, ca, servername, allowPartialTrustChain: true },
	}
}
