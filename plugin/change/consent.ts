// Whether somebody says yes. What cannot be taken back wants its name once more; nobody there to ask is a no.
import type { Call } from '../call.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'

export interface Question {
	/** "scale orders from 3 to 1". */
	readonly to: string
	/** The name that must be said again, where it cannot be taken back. */
	readonly danger?: string | undefined
}

const no = (what: string, next: string): Failure => new Failure({ what, next, exit: exits.notConfirmed })

export async function consent({ flags, terminal }: Call, { to, danger }: Question): Promise<void> {
	const confirmed = flags.text('confirm')
	if (danger === undefined) {
		if (flags.truth('yes') === true || confirmed !== undefined) return
		if (!terminal.canAsk) throw no(`refusing to ${to} without a yes`, 'add --yes')
		if (/^y(es)?$/i.test((await terminal.ask('Continue? [y/N] ')).trim())) return
		throw no('nothing was changed', 'answer y, or add --yes')
	}
	if (confirmed === danger) return
	if (confirmed !== undefined)
		throw no(
			`--confirm: "${confirmed}" is not "${danger}", which is what this is about`,
			`--confirm=${danger}`,
		)
	if (!terminal.canAsk) throw no(`refusing to ${to} without confirmation`, `add --confirm=${danger}`)
	if ((await terminal.ask(`This cannot be taken back. Type ${danger} to ${to}: `)).trim() === danger) return
	throw no('nothing was changed', `type ${danger}, or add --confirm=${danger}`)
}
