// kubectl etcd check.
import type { Call } from '../call.ts'
import { checkAll, type Checked } from '../check/ask.ts'
import { checkDocument, drawChecked, sayings } from '../check/draw.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { documentText } from '../output.ts'
import { lookOf } from '../screen/look.ts'
import { withMembers } from '../sight/members.ts'
import { targetOf } from '../target.ts'

const exitFor: Readonly<Record<Checked['verdict'], number>> = {
	same: exits.done,
	different: exits.noQuorum,
	unclear: exits.blind,
}

function revisionIn(text: string | undefined): bigint | undefined {
	if (text === undefined) return undefined
	if (/^[1-9]\d{0,18}$/.test(text)) return BigInt(text)
	throw new Failure(`--revision: "${text}" is no revision; write a whole number of 1 or more`)
}

export async function run(call: Call): Promise<number> {
	const { flags, terminal, signal } = call
	const wanted = revisionIn(flags.text('revision'))
	const cluster = await targetOf(call)
	const timeoutMs = flags.span('timeout')
	const checked = await withMembers(
		await call.reach(),
		cluster,
		{ timeoutMs },
		signal,
		async (members) => await checkAll(members, wanted, signal),
	)
	const format = flags.text('output')
	if (format === 'json' || format === 'yaml')
		terminal.out(await documentText(format, checkDocument(checked, cluster)))
	else terminal.out(`${drawChecked(checked, lookOf(terminal)).join('\n')}\n`)
	terminal.err(`${sayings(checked, cluster).join('\n')}\n`)
	return exitFor[checked.verdict]
}
