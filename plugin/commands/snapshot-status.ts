// kubectl etcd snapshot status.
import type { Call } from '../call.ts'
import { exits } from '../exit.ts'
import { lookAt } from '../snapshot/file.ts'

/** A copy of a member's disk has no sum, and may be looked at all the same. */
export async function run(call: Call): Promise<number> {
	const { inspected, faults } = await lookAt(call, 'status')
	const isCopy = inspected.sum.state === 'none' && faults.length === 1
	return faults.length === 0 || isCopy ? exits.done : exits.error
}
