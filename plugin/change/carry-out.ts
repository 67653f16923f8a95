// A change of something other than a cluster: said, agreed to, sent, told.
import type { Call } from '../call.ts'
import type { Change } from './change.ts'
import { consent, type Question } from './consent.ts'
import { mannerOf } from './manner.ts'
import { send, type Sent } from './send.ts'
import { tell } from './tell.ts'

export async function carryOut(
	call: Call,
	change: Change,
	question?: Question,
	own: readonly string[] = [],
): Promise<Sent> {
	const manner = mannerOf(call.flags)
	if (change.lines.length > 0) call.terminal.err(`${change.lines.join('\n')}\n`)
	if (manner.dryRun === 'none' && question !== undefined) await consent(call, question)
	const sent = await send(call.reach, change, manner)
	await tell(call, change, sent, manner, own)
	return sent
}
