// kubectl etcd ctl.
import { buffer } from 'node:stream/consumers'
import type { Call } from '../call.ts'
import { againWith } from '../ctl/again.ts'
import { forwardedMembers } from '../ctl/forwarded.ts'
import { lineOf } from '../ctl/line.ts'
import { loginFrom } from '../ctl/login-secret.ts'
import { ctl, requireWrite } from '../ctl/run.ts'
import { sinkOf } from '../ctl/sink.ts'
import { targetOf } from '../target.ts'

export async function run(call: Call): Promise<number> {
	const { args, rest, flags, terminal, signal } = call
	const line = lineOf(args, rest, flags)
	requireWrite(line, flags.truth('write') === true, againWith('--write', process.argv.slice(2)))
	const reach = await call.reach()
	const cluster = await targetOf(call, line.cluster)
	const secret = flags.text('credentials-secret')
	const namespace = cluster.metadata.namespace ?? reach.namespace
	const [members, credentials] = await Promise.all([
		forwardedMembers(reach, cluster, signal),
		secret === undefined ? undefined : loginFrom(reach, namespace, secret),
	])
	return await ctl(line, {
		members,
		member: flags.text('member'),
		credentials,
		out: sinkOf(process.stdout, signal),
		isTerminal: process.stdout.isTTY,
		err: terminal.err,
		stdin: async () => await buffer(process.stdin),
		signal,
	})
}
