// --wait: once a change is stored, until the cluster is as it was changed to.
import type { Call } from '../call.ts'
import type { Altered } from '../change/alter.ts'
import type { Goal } from './goal.ts'
import { until } from './until.ts'

export async function afterwards(
	call: Call,
	{ cluster, stored, exit }: Altered,
	goal: Goal,
	members = false,
): Promise<number> {
	if (call.flags.truth('wait') !== true || !stored) return exit
	const { name, namespace = '' } = cluster.metadata
	const timeoutMs = call.flags.lasting('timeout') ?? 0
	const { because } = await until(call, { at: { name, namespace }, goal, timeoutMs, members })
	call.terminal.err(`${name}: ${because}\n`)
	return exit
}
