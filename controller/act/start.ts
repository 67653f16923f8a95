// Starts the process of a member, and sees to it that it never starts with less than it had.
import { annotations, sealToleration } from '../../api/names.ts'
import { minorIn } from '../../api/releases.ts'
import { noRestoreBecause } from '../../api/restore.ts'
import { refusal } from '../../etcd/arguments.ts'
import { isConflict } from '../../kube/errors.ts'
import { kinds } from '../../kube/objects.ts'
import type { Pod } from '../../kube/pod.ts'
import { bumpOf } from '../bump.ts'
import { NotNow } from '../not-now.ts'
import { memberPod } from '../objects/pod.ts'
import { isGated } from '../observe/pods.ts'
import type { Observed } from '../observed.ts'
import { claimOf, latchOf, bornIn, podOf, servesAtOnce } from '../rules/facts.ts'
import { fitting } from '../rules/volumes.ts'
import { peerUrlOf } from '../place.ts'
import type { StepOf } from '../step.ts'
import type { World } from '../world.ts'
import { patchClaim, patchPod, patchStatus, seenAt, wantedIn } from './write.ts'

export async function startMember(
	world: World,
	seen: Observed,
	{ name, from }: StepOf<'startMember'>,
): Promise<void> {
	const wanted = wantedIn(seen)
	const claim = claimOf(seen, name)
	const known = from === 'itsVolume' ? claim?.version || latchOf(seen, name)?.version : undefined
	const version = known || wanted.version
	const member = seen.members.fresh ? seen.members.all.find((one) => one.name === name) : undefined
	if (member?.isLearner === false && !member.started) await noteStart(world, seen, name)
	const pod = memberPod({
		gated: from !== 'itsVolume',
		owner: seen,
		...fitting(seen, wanted, name),
		member: name,
		version,
		minor: minorIn(version) ?? wanted.minor,
		repository: wanted.image,
		bornIn: bornIn(seen),
		token: seen.status.birth?.token ?? '',
		claim: claim && { name: claim.name, uid: claim.uid },
		serving: from === 'itsVolume' && servesAtOnce(seen, name),
		anyAddress: world.options.anyAddress,
		clusterId: from === 'nothing' ? undefined : seen.status.clusterID,
		tls: tlsOf(seen),
		restoring: from === 'nothing' ? await restoringOf(world, seen, version) : undefined,
	})
	const made = await create(world, seen, pod as Pod)
	if (made === undefined || from === 'itsVolume') return
	await tell(world, seen, made, {
		[annotations.initialCluster]:
			from === 'nothing' ? `${name}=${peerUrlOf(seen, name)}` : listed(seen, name),
		[annotations.initialState]: from === 'nothing' ? 'new' : 'existing',
	})
}

/** A birth that was recorded with a snapshot is one from that snapshot, whatever the spec says by now. */
async function restoringOf(world: World, { status: { birth } }: Observed, version: string) {
	if (birth?.snapshot === undefined) return undefined
	const because = noRestoreBecause(version)
	if (because !== undefined) throw new Error(`${because}: write a later spec.version`)
	const image = await world.ownImage.need()
	return { snapshot: birth.snapshot, bump: BigInt(birth.bump || bumpOf({})), image }
}

/** Never in the clear where it was to be encrypted: then it does not start. */
export function tlsOf({ tls }: Observed) {
	if (tls === undefined) return undefined
	const { trust, leaf } = tls
	if (trust === undefined || leaf === undefined)
		throw new Error(tls.troubles[0]?.message ?? 'there are no certificates that it could be given')
	return { trust, leaf }
}

/** Nothing when it was there already: our own earlier try that was answered too late, and what it is worth the next look tells. */
export async function create(world: World, seen: Observed, pod: Pod): Promise<Pod | undefined> {
	const { name } = pod.metadata
	try {
		const made = await world.kube.create(kinds.pod, pod)
		world.copies.pods.learn(made)
		return made
	} catch (reason) {
		if (!isConflict(reason)) throw reason
		const there = await world.kube.get<Pod>(kinds.pod, seenAt(seen, name))
		if (there?.metadata.ownerReferences?.every(({ uid }) => uid !== seen.uid) !== false)
			throw new Error(`pod ${name} exists and is not ours; delete it`, { cause: reason })
		world.copies.pods.learn(there)
		return undefined
	}
}

/**
 * Lets go the very pod whose making was answered, while it still waits. So a creation that comes late, from a controller that has lost
 * its turn meanwhile, makes a pod that never starts.
 */
export async function tell(
	world: World,
	seen: Observed,
	made: Pod,
	told: Readonly<Record<string, string>>,
): Promise<void> {
	const { name, uid } = made.metadata
	let pod: Pod | undefined = made
	for (let tries = 0; tries < 3; tries++) {
		if (pod === undefined || pod.metadata.uid !== uid || !isGated(pod)) break
		const { resourceVersion } = pod.metadata
		const patch = { metadata: { uid, resourceVersion, annotations: told }, spec: { schedulingGates: null } }
		try {
			world.copies.pods.learn(await world.kube.merge<Pod>(kinds.pod, seenAt(seen, name), patch))
			return
		} catch (reason) {
			if (!isConflict(reason)) throw reason
			pod = await world.kube.get<Pod>(kinds.pod, seenAt(seen, name))
		}
	}
	throw new NotNow(`the pod of ${name} is not as it was made`)
}

/** Before a voter can have run, so that one which is gone is not taken for one that never was. */
export async function noteStart(world: World, seen: Observed, member: string): Promise<void> {
	const { memberStates = [] } = seen.status
	if (memberStates.some(({ name, role }) => name === member && role === 'Starting')) return
	await patchStatus(world, seen, {
		memberStates: memberStates.map((state) =>
			state.name === member ? { ...state, role: 'Starting' } : state,
		),
	})
}

/** Everyone by name and URL; the one that is to join is always among them, even before it was added. */
function listed(seen: Observed, joining: string): string {
	const all = seen.members.fresh ? seen.members.all : []
	const entries = new Map(all.map(({ id, name, peerUrl: url }) => [name || id, url] as const))
	entries.set(joining, peerUrlOf(seen, joining))
	return [...entries].map(([name, url]) => `${name}=${url}`).join(',')
}

export async function sealMember(
	world: World,
	seen: Observed,
	{ name, id, clusterId }: StepOf<'sealMember'>,
): Promise<void> {
	const version = podOf(seen, name)?.version
	const identity = { [annotations.memberId]: id, [annotations.clusterId]: clusterId }
	const notes = {
		...identity,
		[annotations.initialCluster]: refusal.initialCluster,
		[annotations.initialState]: refusal.initialState,
	}
	// A list of tolerations is written whole, and none may go.
	const { tolerations = [] } = world.copies.pods.get(seen.namespace, name)?.spec ?? {}
	const others = tolerations.filter(({ key }) => key !== sealToleration)
	const spec = { tolerations: [...others, { key: sealToleration, operator: 'Exists' }] }
	await Promise.all([
		patchPod(world, seen, name, { annotations: notes }, spec),
		patchClaim(world, seen, name, { annotations: { ...identity, [annotations.version]: version } }),
	])
}
