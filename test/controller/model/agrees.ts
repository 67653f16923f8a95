// Whether a run has come to what was asked for. Pure.
import { learnerNames, voterNames } from './raft.ts'
import type { Run } from './simulate.ts'
import { minorOf } from './versions.ts'
import { namesOf, slotOf } from './world.ts'

/** Why it is not what was asked for, if it is not. */
export function wrongIn({ world, last, broken, settled }: Run): readonly string[] {
	const voters = voterNames(world)
	const left = namesOf(world).filter((name) => {
		const { pod, claim, latch } = slotOf(world, name)
		return (pod !== null || claim !== null || latch !== null) && !voters.includes(name)
	})
	const { volumes } = world.setting
	const pods = voters.map((name) => slotOf(world, name).pod)
	const minor = minorOf(world.version)
	return [
		!settled && 'it never settles',
		last.do !== 'rest' && `it ends with ${last.rule}: ${last.do}, ${last.why}`,
		voters.length !== world.size && `${voters.length} vote of ${world.size}`,
		learnerNames(world).length > 0 && 'somebody learns still',
		left.length > 0 && `left over: ${left.join()}`,
		voters.some((name) => slotOf(world, name).pod?.told !== 'refuse') && 'somebody is not sealed',
		voters.some((name) => (slotOf(world, name).claim !== null) !== volumes) &&
			'a volume is missing or too many',
		pods.some((pod) => pod?.version !== world.version || pod.old !== '') && 'somebody is another version',
		pods.some((pod) => pod?.serving !== true) && 'somebody does not serve',
		(world.spoken !== minor || world.down !== 0) && `etcd speaks 3.${world.spoken}`,
		world.target !== '' && `they still go to ${world.target}`,
		...broken,
	].filter((wrong) => wrong !== false)
}
