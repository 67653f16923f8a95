// kubectl etcd events.
import type { Call } from '../call.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { documentText } from '../output.ts'
import { paintOf } from '../screen/paint.ts'
import { targetOf } from '../target.ts'
import { entryDocument, timelineDocument } from '../timeline/document.ts'
import { gather } from '../timeline/gather.ts'
import { entryLine, stripLines } from '../timeline/show.ts'
import { watchTimeline } from '../timeline/watch.ts'

const dayMs = 86_400_000

export async function run(call: Call): Promise<number> {
	const { flags, terminal, signal } = call
	const since = flags.lasting('since') ?? dayMs
	const [format, isWatched] = [flags.text('output'), flags.truth('watch') === true]
	if (isWatched && format === 'yaml')
		throw new Failure('--watch writes one document a line, which YAML cannot; write -o json')
	const reach = await call.reach()
	const cluster = await targetOf(call)
	const { name } = cluster.metadata
	const { entries, all, missing, names } = await gather(reach, cluster)
	const to = Math.max(Date.now(), ...entries.map(({ at }) => at))
	const shown = entries.filter(({ at }) => at >= to - since)
	const window = { from: Math.max(to - since, Math.min(to, ...shown.map(({ first }) => first))), to }

	const screen = { paint: paintOf(terminal.colour), width: terminal.width, ascii: terminal.ascii }
	const lines = { ...window, cluster: name, nameWidth: Math.max(0, ...[...names].map((one) => one.length)) }
	const said = new Set<string>()
	const cannot = (text: string): void => {
		if (!said.has(text)) terminal.err(`${screen.paint.warn('!')} ${text}\n`)
		said.add(text)
	}
	if (format !== undefined && !isWatched)
		terminal.out(await documentText(format, timelineDocument(cluster, window, shown, missing)))
	else if (format !== undefined)
		for (const entry of shown) terminal.out(`${JSON.stringify(entryDocument(entry))}\n`)
	else {
		for (const line of stripLines(shown, window, screen)) terminal.out(`${line}\n`)
		for (const entry of shown) terminal.out(`${entryLine(entry, lines, screen)}\n`)
	}
	for (const text of missing) cannot(text)
	if (shown.length === 0 && format === undefined)
		terminal.err(`nothing is known of ${name} in that time; Kubernetes forgets events after an hour\n`)

	if (isWatched)
		await watchTimeline(
			reach,
			{
				cluster,
				names,
				told: all,
				since: to - since,
				cannot,
				tell: (entry) =>
					terminal.out(
						`${format === undefined ? entryLine(entry, lines, screen) : JSON.stringify(entryDocument(entry))}\n`,
					),
			},
			signal,
		)
	return exits.done
}
