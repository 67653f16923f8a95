// Every cluster within reach: a line each, then what is wrong with those that have something wrong.
import type { Call } from '../call.ts'
import { exits, type Exit } from '../exit.ts'
import { kinds } from '../../kube/objects.ts'
import { documentText } from '../output.ts'
import type { Reach } from '../reach.ts'
import { age } from '../screen/amount.ts'
import { lookOf } from '../screen/look.ts'
import { table } from '../screen/table.ts'
import type { Sight } from '../sight/sight.ts'
import type { Cluster } from '../target.ts'
import { documentOf } from './document.ts'
import { problemLines } from './draw.ts'
import { verdictOf } from './verdict.ts'

/** From what ends worst to what ends best. */
const worst: readonly Exit[] = [exits.noQuorum, exits.blind, exits.degraded]

/** Many at once, and not all at once: each of them opens a connection a member. */
const atOnce = 8

async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
	const results: R[] = []
	const left = [...items.entries()]
	const worker = async (): Promise<void> => {
		for (let next = left.shift(); next !== undefined; next = left.shift())
			results[next[0]] = await work(next[1])
	}
	await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
	return results
}

export async function overview(
	{ flags, terminal }: Call,
	{ kube }: Reach,
	look: (cluster: Cluster) => Promise<Sight>,
): Promise<Exit> {
	const clusters = await kube.list<Cluster>(kinds.cluster, {})
	if (clusters.length === 0) {
		terminal.err('No resources found\n')
		return exits.done
	}
	const seen = await each(clusters, async (cluster) => {
		const sight = await look(cluster)
		return { sight, verdict: verdictOf(sight) }
	})
	const exit = worst.find((code) => seen.some(({ verdict }) => verdict.exit === code)) ?? exits.done
	const format = flags.text('output')
	if (format === 'json' || format === 'yaml') {
		const items = seen.map(({ sight, verdict }) => documentOf(sight, verdict))
		terminal.out(await documentText(format, { apiVersion: 'v1', kind: 'List', items }))
		return exit
	}
	const drawn = lookOf(terminal)
	const rows = table(
		seen,
		[
			{ title: 'NAMESPACE', of: ({ sight }) => sight.cluster.metadata.namespace ?? '' },
			{ title: 'NAME', of: ({ sight }) => sight.cluster.metadata.name },
			{
				title: 'ANSWERED',
				of: ({ sight }) =>
					`${sight.members.filter(({ report }) => report !== undefined).length}/${sight.members.length}`,
			},
			{ title: 'HEALTH', of: ({ verdict }) => verdict.health },
			{
				title: 'VERSION',
				of: ({ sight }) => sight.cluster.status?.currentVersion || '<unknown>',
				dropped: 2,
			},
			{
				title: 'LEADER',
				of: ({ sight }) => sight.members.find(({ report }) => report?.leads)?.name ?? '<none>',
				dropped: 3,
			},
			{
				title: 'AGE',
				of: ({ sight }) => age(sight.at - Date.parse(sight.cluster.metadata.creationTimestamp ?? '')),
				dropped: 1,
			},
		],
		{ width: terminal.width, headers: true },
	)
	const wrong = seen.flatMap(({ sight, verdict }) =>
		verdict.problems.length === 0
			? []
			: [
					'',
					drawn.paint.strong(`${sight.cluster.metadata.namespace ?? ''}/${sight.cluster.metadata.name}`),
					...verdict.problems.flatMap((problem) => problemLines(problem, drawn)),
				],
	)
	terminal.out(`${[...rows, ...wrong].join('\n')}\n`)
	return exit
}
