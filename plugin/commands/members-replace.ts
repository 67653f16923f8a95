// kubectl etcd members replace.
import { kinds } from '../../kube/objects.ts'
import type { Claim } from '../../kube/pod.ts'
import type { Call } from '../call.ts'
import { carryOut } from '../change/carry-out.ts'
import { mannerOf } from '../change/manner.ts'
import { memberAmong } from '../cluster.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { replacing } from '../replace/replacing.ts'
import { targetOf } from '../target.ts'
import { until } from '../wait/until.ts'

export async function run(call: Call): Promise<number> {
	const [, word] = call.args
	if (word === undefined) throw new Failure('which member? write kubectl etcd members replace CLUSTER MEMBER')
	const cluster = await targetOf(call)
	const { name = '', claimName = name } = memberAmong(cluster, cluster.status?.memberStates ?? [], word)
	const { namespace = '', name: of } = cluster.metadata
	const { kube } = await call.reach()
	const claim = await kube.get<Claim>(kinds.claim, { namespace, name: claimName })
	const change = replacing(cluster, word, claim)
	if (call.flags.truth('plan') === true) {
		call.terminal.out(`${change.lines.join('\n')}\n`)
		return exits.done
	}
	await carryOut(call, change, { to: `replace ${name}`, danger: name })
	if (call.flags.truth('wait') !== true || mannerOf(call.flags).dryRun !== 'none') return exits.done
	const timeoutMs = call.flags.lasting('timeout') ?? 0
	await until(call, {
		at: { namespace, name: of },
		goal: { what: 'replaced', member: name },
		timeoutMs,
		members: true,
	})
	return exits.done
}
