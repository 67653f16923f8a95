// The only writer: one step, once. What cannot be undone passes guard.ts first; there is no other way to those calls.
import { annotations, memberHost, podLabels, servingLabel } from '../api/names.ts'
import { isMinor, type Minor } from '../api/releases.ts'
import type { ClusterStatus } from '../api/schema/cluster.ts'
import { minorOf, parseVersion } from '../api/version.ts'
import { peerUrl, refusal } from '../etcd/arguments.ts'
import type { EtcdClient } from '../etcd/client.ts'
import { isConflict } from '../kube/errors.ts'
import type { Doomed, Kube } from '../kube/client.ts'
import { kinds, type Kind, type KubeObject } from '../kube/objects.ts'
import type { Claim, Pod } from '../kube/pod.ts'
import type { Copy } from '../kube/watch.ts'
import { guarded } from './guard.ts'
import { memberClaim } from './objects/claim.ts'
import { memberPod } from './objects/pod.ts'
import { sharedObjects } from './objects/shared.ts'
import { NotNow } from './not-now.ts'
import type { Look } from './observe.ts'
import type { Observed, Wanted } from './observed.ts'
import { copyOf, everyShared, nameOf } from './observe/shared.ts'
import { placeOf, tokenOf } from './place.ts'
import { claimOf, latchOf } from './rules/facts.ts'
import { isDestructive, type Plan } from './step.ts'
import type { Key, StoredCluster, World } from './world.ts'

type Of<D extends Plan['do']> = Extract<Plan, { do: D }>

export async function act(world: World, key: Key, look: Look, step: Plan): Promise<void> {
	const sure = isDestructive(step) ? await guarded(world, key, look, step) : look
	world.mayAct()
	await perform(world, sure, step)
}

async function perform(world: World, look: Look, step: Plan): Promise<void> {
	const { seen } = look
	switch (step.do) {
		case 'rest':
		case 'wait':
		case 'halt':
			return
		case 'recordBirth': {
			const { seed, attempt } = step
			const birth = { ...bornAs(seen), attempt, seed, state: 'forming', token: tokenOf(seen, attempt) }
			return await patchStatus(world, seen, {
				phase: 'Creating',
				birth,
				...(seen.specIsGood && { lastGoodSpec: seen.spec }),
			})
		}
		case 'abandonBirth':
			return await patchStatus(world, seen, { birth: { ...seen.status.birth, state: 'abandoned' } })
		case 'declare':
			return await patchStatus(world, seen, {
				phase: 'Running',
				clusterID: step.clusterId,
				birth: { ...seen.status.birth, state: 'declared' },
			})
		case 'rememberCluster':
			return await patchStatus(world, seen, {
				phase: 'Running',
				clusterID: step.clusterId,
				birth: { ...bornAs(seen), attempt: 1, token: step.token, state: 'declared' },
			})
		case 'nameMember': {
			const planned = { name: step.name, role: 'Joining', peerURL: urlOf(seen, step.name) }
			return await patchStatus(world, seen, { memberStates: [...(seen.status.memberStates ?? []), planned] })
		}
		case 'forgetName':
			return await patchStatus(world, seen, {
				memberStates: (seen.status.memberStates ?? []).filter(({ name }) => name !== step.name),
			})
		case 'applyObjects':
			return await applyShared(world, seen, step.names)
		case 'dropObjects': {
			const dropped = everyShared(seen, world.copies).filter((one) => step.names.includes(nameOf(one)))
			for (const { kind, object } of dropped)
				await world.kube.remove(kind, {
					...seenAt(seen, object.metadata.name),
					uid: object.metadata.uid ?? '',
				})
			return
		}
		case 'relabel': {
			const patch = { metadata: { labels: podLabels(seen.name, step.name) } }
			const at = seenAt(seen, step.name)
			if (seen.pods.some(({ name, labelled }) => name === step.name && !labelled))
				world.copies.pods.learn(await world.kube.merge<Pod>(kinds.pod, at, patch))
			if (seen.claims.some(({ name, labelled }) => name === step.name && !labelled))
				world.copies.claims.learn(await world.kube.merge<Claim>(kinds.claim, at, patch))
			return
		}
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
			await Promise.all(
				step.names.map(
					async (name) => await patchPod(world, seen, name, { labels: { [servingLabel]: 'true' } }),
				),
			)
			return
		case 'addMember': {
			const url = urlOf(seen, step.name)
			const leader = leaderOf(look)
			await (step.as === 'learner' ? leader.addLearner(url) : leader.addVoter(url))
			return
		}
		case 'promote':
			return await leaderOf(look).promote(step.id)
		case 'moveLeader':
			return await leaderOf(look).moveLeader(step.to)
		case 'removeMember':
			return await leaderOf(look).removeMember(step.id)
		case 'deletePod':
			return await remove(world.kube, kinds.pod, world.copies.pods, doomed(seen, seen.pods, step))
		case 'deleteClaim':
			return await remove(world.kube, kinds.claim, world.copies.claims, doomed(seen, seen.claims, step))
	}
}

async function remove<T extends KubeObject>(
	kube: Kube,
	kind: Kind,
	copy: Copy<T>,
	what: Doomed,
): Promise<void> {
	const left = await kube.remove<T>(kind, what)
	if (left?.metadata.deletionTimestamp) copy.learn(left)
}

/** Changes of the membership go to the leader, whose view of who is alive is the best there is (R3, R6). */
function leaderOf({ seen, clients }: Look): EtcdClient {
	const leader = seen.members.fresh ? seen.members.all.find(({ isLeader }) => isLeader) : undefined
	const client = leader && clients.get(leader.name)
	if (client === undefined) throw new NotNow('no leader is known')
	return client
}

function wantedIn({ wanted }: Observed): Wanted {
	if (wanted === undefined) throw new NotNow('the spec says nothing that could be done')
	return wanted
}

const urlOf = (seen: Observed, member: string): string =>
	peerUrl('http', memberHost(member, placeOf(seen, seen.wanted?.spec ?? seen.spec)))

const bornAs = ({ wanted }: Observed) => wanted && { version: wanted.version, repository: wanted.image }

/** Only if nothing came between: two that look at the same state cannot both write. */
async function patchStatus(world: World, seen: Observed, status: Partial<ClusterStatus>): Promise<void> {
	const { namespace, name, resourceVersion } = seen
	const patch = { metadata: { resourceVersion }, status }
	world.copies.clusters.learn(
		await world.kube.merge<StoredCluster>(kinds.cluster, { namespace, name, subresource: 'status' }, patch),
	)
}

async function applyShared(world: World, seen: Observed, names: readonly string[]): Promise<void> {
	const { members, status } = seen
	const wanted = wantedIn(seen)
	const voters = members.fresh ? members.all.filter(({ isLearner }) => !isLearner).length : (status.size ?? 0)
	const all = sharedObjects(seen, wanted.spec, Math.max(voters, wanted.size))
	await Promise.all(
		all
			.filter((one) => names.includes(nameOf(one)))
			.map(async (one) => copyOf(one, world.copies).learn(await world.kube.apply(one.kind, one.object))),
	)
}

async function startMember(world: World, seen: Observed, { name, from }: Of<'startMember'>): Promise<void> {
	const wanted = wantedIn(seen)
	const claim = claimOf(seen, name)
	const known = from === 'itsVolume' ? claim?.version || latchOf(seen, name)?.version : undefined
	const version = known || wanted.version
	const member = seen.members.fresh ? seen.members.all.find((one) => one.name === name) : undefined
	if (member?.isLearner === false && !member.started) await noteStart(world, seen, name)
	const start = {
		nothing: { initialCluster: `${name}=${urlOf(seen, name)}`, initialState: 'new' as const },
		members: { initialCluster: listed(seen, name), initialState: 'existing' as const },
		itsVolume: { initialCluster: refusal.initialCluster, initialState: 'existing' as const },
	}[from]
	const pod = memberPod({
		...start,
		owner: seen,
		spec: wanted.spec,
		member: name,
		version,
		minor: minorIn(version, wanted),
		image: `${wanted.image}:v${version}`,
		template: wanted.template,
		token: seen.status.birth?.token ?? '',
		claim: claim && { name: claim.name, uid: claim.uid },
		serving: from === 'itsVolume' && member?.isLearner === false,
		anyAddress: world.options.anyAddress,
		clusterId: from === 'nothing' ? undefined : seen.status.clusterID,
	})
	try {
		world.copies.pods.learn(await world.kube.create(kinds.pod, pod as Pod))
	} catch (reason) {
		// Our own earlier try that was answered too late, or a pod that lost our labels: either way it is there.
		if (!isConflict(reason)) throw reason
		const { namespace } = seen
		const there = await world.kube.get<Pod>(kinds.pod, { namespace, name })
		if (there?.metadata.labels?.['etcd_cluster'] !== seen.name)
			throw new Error(`pod ${name} exists without the label etcd_cluster=${seen.name}; put it back`, {
				cause: reason,
			})
		world.copies.pods.learn(there)
	}
}

/** Before the pod of a voter that never ran, so that a pod which is gone is not taken for one that never was. */
const noteStart = async (world: World, seen: Observed, member: string): Promise<void> =>
	await patchStatus(world, seen, {
		memberStates: (seen.status.memberStates ?? []).map((state) =>
			state.name === member ? { ...state, role: 'Starting' } : state,
		),
	})

function minorIn(version: string, wanted: Wanted): Minor {
	const parsed = parseVersion(version)
	const minor = parsed && minorOf(parsed)
	return minor !== undefined && isMinor(minor) ? minor : wanted.minor
}

/** Everyone by name and URL; the one that is to join is always among them, even before it was added. */
function listed(seen: Observed, joining: string): string {
	const all = seen.members.fresh ? seen.members.all : []
	const entries = new Map(all.map(({ id, name, peerUrl: url }) => [name || id, url] as const))
	entries.set(joining, urlOf(seen, joining))
	return [...entries].map(([name, url]) => `${name}=${url}`).join(',')
}

async function sealMember(
	world: World,
	seen: Observed,
	{ name, id, clusterId }: Of<'sealMember'>,
): Promise<void> {
	const claim = claimOf(seen, name)
	const version = seen.pods.find((pod) => pod.name === name)?.version
	const identity = { [annotations.memberId]: id, [annotations.clusterId]: clusterId }
	await Promise.all([
		patchPod(world, seen, name, {
			annotations: {
				...identity,
				[annotations.initialCluster]: refusal.initialCluster,
				[annotations.initialState]: refusal.initialState,
			},
		}),
		claim &&
			world.kube
				.merge<Claim>(kinds.claim, seenAt(seen, name), {
					metadata: { uid: claim.uid, annotations: { ...identity, [annotations.version]: version } },
				})
				.then((patched) => world.copies.claims.learn(patched)),
	])
}

const seenAt = ({ namespace }: Observed, name: string) => ({ namespace, name })

/** With its UID: a pod of the same name that came later is another. */
async function patchPod(world: World, seen: Observed, name: string, metadata: object): Promise<void> {
	const uid = seen.pods.find((pod) => pod.name === name)?.uid
	const patch = { metadata: { uid, ...metadata } }
	world.copies.pods.learn(await world.kube.merge<Pod>(kinds.pod, seenAt(seen, name), patch))
}

function doomed(
	{ namespace }: Observed,
	list: readonly { readonly name: string; readonly uid: string; readonly resourceVersion: string }[],
	{ name, uid }: { readonly name: string; readonly uid: string },
) {
	const found = list.find((one) => one.name === name && one.uid === uid)
	if (found === undefined) throw new NotNow(`${name} is gone already`)
	return { namespace, name, uid, resourceVersion: found.resourceVersion }
}
