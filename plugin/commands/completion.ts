// kubectl etcd completion.
import type { Call } from '../call.ts'
import { scripts } from '../completion/scripts.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'

export async function run({ args, flags, terminal, env }: Call): Promise<number> {
	if (flags.truth('install')) {
		const { install } = await import('../completion/install.ts')
		const file = await install(env)
		terminal.out(`${file}\n`)
		terminal.err('written: press tab after "kubectl etcd " in a shell that completes kubectl’s words\n')
		return exits.done
	}
	const [shell = 'kubectl'] = args
	const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined
	if (script === undefined)
		throw new Failure(`"${shell}" is no shell that is known; write one of ${Object.keys(scripts).join(', ')}`)
	terminal.out(script)
	return exits.done
}
