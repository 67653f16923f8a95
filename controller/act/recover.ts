// What a recovery does to objects: volumes that are given up, and the one start that makes a member the only one.
import { annotations } from '../../api/names.ts'
import { minorIn } from '../../api/releases.ts'
import type { Pod } from '../../kube/pod.ts'
import { memberPod } from '../objects/pod.ts'
import type { Observed } from '../observed.ts'
import { bornIn, claimOf, latchOf } from '../rules/facts.ts'
import { fitting } from '../rules/volumes.ts'
import type { StepOf } from '../step.ts'
import type { World } from '../world.ts'
import { create, tell, tlsOf } from './start.ts'
import { patchClaim, wantedIn } from './write.ts'

/** By itself it says so, since the record may be lost: without an id nothing takes it for the volume of a member. */
export async function discardClaim(
	world: World,
	seen: Observed,
	{ name }: StepOf<'discardClaim'>,
): Promise<void> {
	const { keep, value } = seen.status.recovery ?? {}
	await patchClaim(world, seen, name, {
		annotations: {
			[annotations.memberId]: null,
			[annotations.clusterId]: null,
			[annotations.token]: null,
			[annotations.discarded]: `given up for ${keep} (${value})`,
		},
	})
}

/** Made held back, and let go by its UID: a creation that comes late makes a pod that never starts. */
export async function startAlone(
	world: World,
	seen: Observed,
	{ name, value }: StepOf<'startAlone'>,
): Promise<void> {
	const image = await world.ownImage.need()
	const wanted = wantedIn(seen)
	const claim = claimOf(seen, name)
	if (claim === undefined) throw new Error(`claim ${name} is gone`)
	const version = claim.version || latchOf(seen, name)?.version || wanted.version
	const pod = memberPod({
		gated: true,
		alone: { value, image },
		owner: seen,
		...fitting(seen, wanted, name),
		member: name,
		version,
		minor: minorIn(version) ?? wanted.minor,
		repository: wanted.image,
		bornIn: bornIn(seen),
		token: seen.status.birth?.token ?? '',
		claim: { name: claim.name, uid: claim.uid },
		serving: false,
		anyAddress: world.options.anyAddress,
		clusterId: seen.status.clusterID,
		tls: tlsOf(seen),
	})
	const made = await create(world, seen, pod as Pod)
	if (made !== undefined) await tell(world, seen, made, {})
}
