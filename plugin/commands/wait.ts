// kubectl etcd wait.
import type { Call } from '../call.ts'
import { exits } from '../exit.ts'
import { named, targetOf, type Named } from '../target.ts'
import { goalOf, type Goal } from '../wait/goal.ts'
import { until } from '../wait/until.ts'

export async function run(call: Call): Promise<number> {
	const goal = goalOf(call.flags.text('for') ?? 'healthy')
	const at = await whom(call, goal)
	const timeoutMs = call.flags.lasting('timeout') ?? 0
	const { because } = await until(call, { at, goal, timeoutMs, members: goal.what === 'upgraded' })
	call.terminal.out(`etcdcluster.etcd.database.coreos.com/${at.name} ${because}\n`)
	return exits.done
}

/** What is gone already need not be there to be waited for. */
async function whom(call: Call, { what }: Goal): Promise<Named> {
	const [word] = call.args
	if (what === 'deleted' && word !== undefined) return named(word, (await call.reach()).namespace)
	const { name, namespace = '' } = (await targetOf(call)).metadata
	return { name, namespace }
}
