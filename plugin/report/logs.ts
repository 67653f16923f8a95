// The logs of pods for a report: the newest lines, and those of the process before, where there was one.
import { openLog } from '../logs/open.ts'
import type { LogQuery } from '../logs/query.ts'
import type { Source } from '../logs/source.ts'
import type { Bundle } from './bundle.ts'
import type { Scope } from './scope.ts'

const mostLines = 20_000
const mostBytes = 8 * 1024 * 1024

/** The oldest lines go first. */
async function newest(
	lines: AsyncIterable<string>,
): Promise<{ readonly text: string; readonly cut: boolean }> {
	const kept: string[] = []
	let [bytes, from] = [0, 0]
	for await (const line of lines) {
		kept.push(line)
		bytes += line.length + 1
		while (bytes > mostBytes && from < kept.length) bytes -= (kept[from++] ?? '').length + 1
	}
	return {
		text: kept
			.slice(from)
			.map((line) => `${line}\n`)
			.join(''),
		cut: from > 0 || kept.length >= mostLines,
	}
}

export async function addLogs(
	{ reach: { api }, sinceSeconds, stop }: Scope,
	bundle: Bundle,
	folder: string,
	sources: readonly Source[],
): Promise<void> {
	const one = async (source: Source, path: string, query: LogQuery): Promise<void> =>
		await bundle.text(path, async () => {
			const { text, cut } = await newest(openLog(api, source, { ...query, tailLines: mostLines }, stop))
			if (cut) bundle.missing(path, 'only its newest lines are there')
			return text
		})
	await Promise.all(
		sources.flatMap((source) => [
			one(source, `${folder}/${source.pod}.log`, { sinceSeconds }),
			...(source.restarts > 0
				? [one(source, `${folder}/${source.pod}.previous.log`, { previous: true })]
				: []),
		]),
	)
}
