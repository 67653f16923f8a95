// kubectl etcd snapshot save.
import { setTimeout as after } from 'node:timers'
import { refuseWithoutTo, saveTo } from '../backups/save-to.ts'
import type { Call } from '../call.ts'
import { loginFrom } from '../ctl/login-secret.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { hurry } from '../hurry.ts'
import { lookOf } from '../screen/look.ts'
import { save } from '../snapshot/save.ts'
import { savedLine, staleLine } from '../snapshot/saved.ts'
import { withSources } from '../snapshot/sources.ts'
import { targetFor } from '../snapshot/target.ts'
import { targetOf } from '../target.ts'

export async function run(call: Call): Promise<number> {
	const { args, flags, terminal, clock } = call
	const url = flags.text('to')
	if (url !== undefined) return await saveTo(call, url)
	refuseWithoutTo(call)
	hurry()
	const target = await targetFor(args[1])
	if (target.kind === 'stdout' && process.stdout.isTTY)
		throw new Failure({
			what: 'a snapshot is no text for a terminal',
			next: 'name a file, or lead stdout into one: kubectl etcd snapshot save CLUSTER - > FILE',
		})
	const timeoutMs = flags.span('timeout')
	const late = new AbortController()
	const timer = timeoutMs > 0 ? after(() => late.abort(), timeoutMs) : undefined
	const signal = AbortSignal.any([call.signal, late.signal])
	try {
		const reach = await call.reach()
		const cluster = await targetOf(call)
		const namespace = cluster.metadata.namespace ?? reach.namespace
		const secret = flags.text('credentials-secret')
		const credentials = secret === undefined ? undefined : await loginFrom(reach, namespace, secret)
		const allowStale = flags.truth('allow-stale') === true
		const wanted = { member: flags.text('from-member'), credentials, allowStale, signal }
		const how = {
			target,
			force: flags.truth('force') === true,
			err: terminal.err,
			isTerminal: process.stderr.isTTY,
			look: lookOf(terminal),
			now: clock(),
			signal,
		}
		const saved = await withSources(
			reach,
			cluster,
			wanted,
			async (sources) => await save(cluster, sources, how),
		)
		if (saved.path !== undefined) terminal.out(`${saved.path}\n`)
		terminal.err(`${savedLine(saved)}\n`)
		if (allowStale) terminal.err(`${staleLine(saved)}\n`)
		return exits.done
	} catch (reason) {
		if (!late.signal.aborted || call.signal.aborted) throw reason
		throw new Failure(
			{
				what: `it was not saved within ${flags.text('timeout')}; nothing was left`,
				next: 'give it longer by --timeout, or --timeout=0 for as long as it takes',
				exit: exits.timeout,
			},
			reason,
		)
	} finally {
		clearTimeout(timer)
	}
}
