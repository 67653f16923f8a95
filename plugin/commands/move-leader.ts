// kubectl etcd move-leader.
import type { Call } from '../call.ts'
import { exits } from '../exit.ts'
import { choose } from '../leader/choose.ts'
import { move } from '../leader/move.ts'
import { withMembers } from '../sight/members.ts'
import { targetOf } from '../target.ts'

export async function run(call: Call): Promise<number> {
	const { flags, terminal, signal } = call
	const cluster = await targetOf(call)
	const wish = { to: flags.text('to'), awayFrom: flags.text('away-from') }
	const timeoutMs = flags.span('timeout')
	return await withMembers(
		await call.reach(),
		cluster,
		{ timeoutMs, nodes: 'all' },
		signal,
		async (members) => {
			const choice = choose(members.sight, wish)
			if (choice.do === 'nothing') {
				terminal.out(`${choice.why}\n`)
				return flags.truth('error-unchanged') ? exits.unchanged : exits.done
			}
			await move(members, choice, signal)
			terminal.out(`${choice.to.name} leads, and ${choice.from.name} does not any more\n`)
			return exits.done
		},
	)
}
