// kubectl etcd alarm ls.
import { raisedIn } from '../alarms/alarms.ts'
import type { Call } from '../call.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { documentText } from '../output.ts'
import { table } from '../screen/table.ts'
import { gather } from '../sight/gather.ts'
import { hiddenBy } from '../sight/hidden.ts'
import { targetOf } from '../target.ts'

export async function run(call: Call): Promise<number> {
	const { flags, terminal, signal } = call
	const cluster = await targetOf(call)
	const { name, namespace = '' } = cluster.metadata
	const timeoutMs = flags.span('timeout')
	const sight = await gather(await call.reach(), cluster, { depth: 3, timeoutMs }, signal)
	const raised = raisedIn(sight)
	if (raised === undefined)
		throw new Failure({
			what: `no member of ${name} says which alarms there are`,
			next: `kubectl etcd status ${name} -n ${namespace}`,
			...hiddenBy(sight),
			exit: exits.blind,
		})
	const format = flags.text('output')
	if (format !== undefined) {
		const alarms = raised.map(({ kind, memberId, name: member }) => ({ type: kind, memberId, member }))
		const kind = 'EtcdAlarms'
		const apiVersion = 'cli.etcd.database.coreos.com/v1'
		terminal.out(await documentText(format, { apiVersion, kind, name, namespace, alarms }))
	} else if (raised.length === 0) terminal.err('no alarm is raised\n')
	else
		terminal.out(
			`${table(raised, [
				{ title: 'TYPE', of: ({ kind }) => kind },
				{ title: 'MEMBER', of: ({ name: member }) => member ?? '<none>' },
				{ title: 'ID', of: ({ memberId }) => memberId },
			]).join('\n')}\n`,
		)
	return raised.length === 0 ? exits.done : exits.degraded
}
