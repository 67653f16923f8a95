// kubectl etcd restart.
import { kinds } from '../../kube/objects.ts'
import type { Pod } from '../../kube/pod.ts'
import type { Call } from '../call.ts'
import { alter } from '../change/alter.ts'
import { carryOut } from '../change/carry-out.ts'
import { mannerOf } from '../change/manner.ts'
import { memberAmong } from '../cluster.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { eviction } from '../restart/member.ts'
import { restarting } from '../restart/restarting.ts'
import { targetOf } from '../target.ts'
import { afterwards } from '../wait/afterwards.ts'

export async function run(call: Call): Promise<number> {
	const member = call.flags.text('member')
	if (member !== undefined) return await one(call, member)
	const now = call.clock()
	const altered = await alter(call, (cluster) => restarting(cluster, now))
	return await afterwards(call, altered, { what: 'healthy' })
}

async function one(call: Call, word: string): Promise<number> {
	const cluster = await targetOf(call)
	const { kube } = await call.reach()
	const { name = '' } = memberAmong(cluster, cluster.status?.memberStates ?? [], word)
	const { namespace, name: of } = cluster.metadata
	const pod = await kube.get<Pod>(kinds.pod, { namespace, name })
	if (pod === undefined)
		throw new Failure({
			what: `${name} has no pod, so that there is nothing to restart`,
			next: `kubectl etcd status ${of}`,
		})
	await carryOut(call, eviction(cluster, word, pod), { to: `restart ${name}` })
	const stored = mannerOf(call.flags).dryRun === 'none'
	return await afterwards(call, { cluster, stored, exit: exits.done }, { what: 'healthy' })
}
