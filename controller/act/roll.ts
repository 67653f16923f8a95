// What members are rolled by: clients sent elsewhere, another image, and etcd prepared for an earlier minor or not any more.
import { annotations, servingLabel } from '../../api/names.ts'
import { minorIn } from '../../api/releases.ts'
import { NotNow } from '../not-now.ts'
import { imageNotes, imageText } from '../objects/pod.ts'
import type { Look } from '../observe.ts'
import type { Observed } from '../observed.ts'
import { bornIn, podOf } from '../rules/facts.ts'
import { risesWith } from '../rules/outdated.ts'
import type { StepOf } from '../step.ts'
import type { World } from '../world.ts'
import { leaderOf } from './members.ts'
import { changeImage, doomed, patchClaim, patchPod, wantedIn } from './write.ts'

export async function withdraw(world: World, seen: Observed, { name }: StepOf<'withdraw'>): Promise<void> {
	await patchPod(world, seen, name, {
		labels: { [servingLabel]: null },
		annotations: { [annotations.withdrawn]: 'soon' },
	})
}

export async function giveImage(world: World, seen: Observed, step: StepOf<'changeImage'>): Promise<void> {
	const { image: repository } = wantedIn(seen)
	const minor = minorIn(step.version)
	if (minor === undefined) throw new NotNow(`${step.version} is of no minor that is known`)
	const pod = podOf(seen, step.name)
	const notes = {
		...imageNotes(step.version, repository, minor, bornIn(seen)),
		[annotations.withdrawn]: String(pod?.restarts ?? 0),
	}
	if (risesWith(seen, step))
		await patchClaim(world, seen, step.name, { annotations: { [annotations.version]: step.version } })
	await changeImage(world, seen, doomed(seen, seen.pods, step), imageText(repository, step.version), notes)
}

/** Asked first, which changes nothing; somebody's earlier wish to go there is as good as ours. */
export async function goDown(look: Look, { to }: StepOf<'goDown'>): Promise<void> {
	const leader = leaderOf(look)
	await leader.downgrade('validate', to)
	await leader.downgrade('enable', to)
}

/** From 3.6 on a cancel that failed looks done: the next look tells, and asks for it again. */
export async function cancelDown(look: Look): Promise<void> {
	await leaderOf(look).downgrade('cancel', '')
}
