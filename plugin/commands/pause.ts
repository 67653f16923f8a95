// kubectl etcd pause.
import type { Call } from '../call.ts'
import { alter } from '../change/alter.ts'
import { Failure } from '../failure.ts'
import { pausing } from '../pause/pausing.ts'
import { whoAmI } from '../pause/who.ts'

export async function run(call: Call): Promise<number> {
	if (call.flags.isGiven('for'))
		throw new Failure({
			what: '--for: the operator resumes nothing by itself; leave it out',
			next: 'kubectl etcd resume when it is over',
		})
	const by = await whoAmI(await call.reach())
	const reason = call.flags.text('reason')
	const now = call.clock()
	return (await alter(call, (cluster) => pausing(cluster, { by, reason, now }))).exit
}
