// kubectl etcd status.
import type { Call } from '../call.ts'
import { exits } from '../exit.ts'
import { documentText } from '../output.ts'
import { lookOf } from '../screen/look.ts'
import { gather } from '../sight/gather.ts'
import type { Depth, Sight } from '../sight/sight.ts'
import { documentOf } from '../status/document.ts'
import { draw } from '../status/draw.ts'
import { verdictOf, type Verdict } from '../status/verdict.ts'
import { targetOf, type Cluster } from '../target.ts'

export interface How {
	readonly depth: Depth
	readonly timeoutMs: number
}

const howOf = ({ flags }: Call): How => ({
	depth: Number(flags.text('depth')) as Depth,
	timeoutMs: flags.span('timeout'),
})

export async function run(call: Call): Promise<number> {
	const { flags } = call
	const isZero = flags.truth('exit-zero') === true
	const exit = flags.truth('all-namespaces') ? await all(call) : await one(call)
	return isZero ? exits.done : exit
}

async function one(call: Call): Promise<number> {
	const { flags, terminal } = call
	const cluster = await targetOf(call)
	if (flags.truth('watch')) {
		const { watch } = await import('../status/watch.ts')
		return await watch(call, cluster, howOf(call))
	}
	const reach = await call.reach()
	const sight = await gather(reach, cluster, howOf(call), call.signal)
	const verdict = verdictOf(sight)
	terminal.out(await shown(call, sight, verdict))
	return verdict.exit
}

async function shown({ flags, terminal }: Call, sight: Sight, verdict: Verdict): Promise<string> {
	const format = flags.text('output')
	if (format === 'json' || format === 'yaml') return await documentText(format, documentOf(sight, verdict))
	return `${draw({ sight, verdict }, lookOf(terminal), format === 'wide').join('\n')}\n`
}

/** Each as one line, and below it what is wrong; the worst decides how the command ends. */
async function all(call: Call): Promise<number> {
	const { overview } = await import('../status/overview.ts')
	const reach = await call.reach()
	const how = howOf(call)
	return await overview(
		call,
		reach,
		async (cluster: Cluster) => await gather(reach, cluster, how, call.signal),
	)
}
