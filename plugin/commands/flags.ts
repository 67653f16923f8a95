// kubectl etcd flags.
import type { Call } from '../call.ts'
import { exits } from '../exit.ts'
import { flagsHelp } from '../help.ts'

export async function run({ terminal }: Call): Promise<number> {
	terminal.out(flagsHelp())
	return await Promise.resolve(exits.done)
}
