// kubectl etcd install check.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from '../call.ts'
import { exits } from '../exit.ts'
import { checkInstall, type Checked } from '../install/checks.ts'
import { checkedLines, exitOf } from '../install/checked-lines.ts'
import { documentText } from '../output.ts'
import { paintOf } from '../screen/paint.ts'
import { movingLines } from '../wait/moving.ts'

const pauseMs = 1000

export async function run(call: Call): Promise<number> {
	const { flags, terminal, signal } = call
	const reach = await call.reach()
	const ends = call.clock() + (flags.truth('wait') === true ? (flags.lasting('timeout') ?? 0) : 0)
	const paint = paintOf(terminal.colour)
	const lines = movingLines(terminal)
	let all: readonly Checked[] = await checkInstall(reach)
	// Deployments could be watched; whether admission judges can only be tried again.
	while (exitOf(all) === exits.error && call.clock() < ends) {
		lines.show(
			checkedLines(
				all.filter(({ is }) => is !== 'well'),
				paint,
				terminal.ascii,
			),
		)
		await sleep(pauseMs, undefined, { signal })
		all = await checkInstall(reach)
	}
	const output = flags.text('output')
	terminal.out(
		output === undefined
			? `${checkedLines(all, paint, terminal.ascii).join('\n')}\n`
			: await documentText(output, { checks: all }),
	)
	const exit = exitOf(all)
	return exit === exits.error && flags.truth('wait') === true ? exits.timeout : exit
}
