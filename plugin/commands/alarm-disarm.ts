// kubectl etcd alarm disarm.
import { refOf } from '../cluster.ts'
import { raisedIn } from '../alarms/alarms.ts'
import { disarm } from '../alarms/disarm.ts'
import type { Call } from '../call.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { withMembers } from '../sight/members.ts'
import { hiddenBy } from '../sight/hidden.ts'
import { targetOf } from '../target.ts'

export async function run(call: Call): Promise<number> {
	const { flags, terminal, signal } = call
	const cluster = await targetOf(call)
	const timeoutMs = flags.span('timeout')
	return await withMembers(await call.reach(), cluster, { timeoutMs }, signal, async (members) => {
		const raised = raisedIn(members.sight)
		if (raised === undefined)
			throw new Failure({
				what: `no member of ${cluster.metadata.name} says which alarms there are`,
				next: `kubectl etcd status ${refOf(cluster)}`,
				...hiddenBy(members.sight),
				exit: exits.blind,
			})
		const type = flags.text('type')
		const wanted = raised.filter(({ kind }) => type === undefined || kind === type)
		if (wanted.length === 0) {
			terminal.out(type === undefined ? 'no alarm is raised\n' : `no alarm ${type} is raised\n`)
			return flags.truth('error-unchanged') ? exits.unchanged : exits.done
		}
		await disarm(call, members, wanted)
		return exits.done
	})
}
