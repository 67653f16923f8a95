// kubectl etcd scale.
import type { Call } from '../call.ts'
import { alter } from '../change/alter.ts'
import { Failure } from '../failure.ts'
import { scaling } from '../scale/plan.ts'
import { afterwards } from '../wait/afterwards.ts'

export async function run(call: Call): Promise<number> {
	const to = call.flags.whole('replicas')
	if (to === undefined) throw new Failure('--replicas is missing; write how many members: 1, 3, 5 or 7')
	const from = call.flags.whole('current-replicas')
	const altered = await alter(call, (cluster) => scaling(cluster, { to, from }))
	return await afterwards(call, altered, { what: 'healthy' })
}
