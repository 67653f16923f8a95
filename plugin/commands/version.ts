// kubectl etcd version.
import { version } from '../built-in/version.ts'
import type { Call } from '../call.ts'
import { exits } from '../exit.ts'
import { documentText } from '../output.ts'
import { clientLines, serverLines } from '../version/lines.ts'
import { skewOf } from '../version/skew.ts'

export async function run({ flags, terminal, reach }: Call): Promise<number> {
	const output = flags.text('output')
	const client = { project: 'kubectl-etcd', version }
	if (flags.truth('client') === true) {
		terminal.out(
			output === undefined ? `${clientLines(version).join('\n')}\n` : await documentText(output, { client }),
		)
		return exits.done
	}
	const { lookAround } = await import('../version/seen.ts')
	const { operatorVersion, ...seen } = await lookAround(await reach())
	const verdict = skewOf(version, operatorVersion)
	if (output !== undefined) {
		const server = { ...seen, ...(operatorVersion !== undefined && { version: operatorVersion }) }
		terminal.out(await documentText(output, { client, server, ...verdict }))
		return exits.done
	}
	const lines = serverLines({ operatorVersion, ...seen }, verdict)
	terminal.out(`${[...clientLines(version), ...lines].join('\n')}\n`)
	return exits.done
}
