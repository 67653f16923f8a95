// kubectl etcd members.
import { refOf } from '../cluster.ts'
import type { Call } from '../call.ts'
import { exits } from '../exit.ts'
import { documentOf, drawn } from '../members/draw.ts'
import { rowsOf, sayings } from '../members/rows.ts'
import { documentText } from '../output.ts'
import { lookOf } from '../screen/look.ts'
import { gather } from '../sight/gather.ts'
import { hiddenBy } from '../sight/hidden.ts'
import { targetOf } from '../target.ts'

export async function run(call: Call): Promise<number> {
	const { flags, terminal, signal } = call
	const cluster = await targetOf(call)
	const timeoutMs = flags.span('timeout')
	const sight = await gather(await call.reach(), cluster, { depth: 3, timeoutMs }, signal)
	const rows = rowsOf(sight)
	const format = flags.text('output')
	if (format === 'json' || format === 'yaml')
		terminal.out(await documentText(format, documentOf(sight, rows)))
	else terminal.out(`${drawn(rows, lookOf(terminal), format === 'wide').join('\n')}\n`)
	const ref = refOf(cluster)
	for (const line of sayings(rows, ref)) terminal.err(`${line}\n`)
	// It is a column here; what else was not seen around them is not shown by this command.
	const claims = sight.notes.find(({ what }) => what.includes('persistentvolumeclaims'))
	if (claims !== undefined) terminal.err(`! ${claims.what}\n`)
	if (sight.listed !== undefined)
		return rows.some(({ mark }) => mark === 'ghost' || mark === 'missing') ? exits.degraded : exits.done
	const isHeard = sight.members.some(({ report }) => report !== undefined)
	const { why = 'no quorum confirmed it', next } = isHeard ? {} : hiddenBy(sight)
	terminal.err(
		`etcd’s own list was not seen: this is the operator’s word\n  why   ${why}\n  next  ${next ?? `kubectl etcd status ${ref}`}\n`,
	)
	return exits.blind
}
