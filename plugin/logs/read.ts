// Logs that have an end, of several containers at once, in the order of time.
import type { KubeApi } from '../../kube/api.ts'
import { footnoteOf, type Footnotes } from './footnotes.ts'
import { merged } from './merge.ts'
import { openLog } from './open.ts'
import type { LogQuery } from './query.ts'
import type { Resume } from './resume.ts'
import type { Source } from './source.ts'
import { stampedOf, type Stamped } from './stamped.ts'

export interface Line extends Stamped {
	readonly source: Source
}

/** A line without a time belongs to the one before it. */
export function lineOf(raw: string, source: Source, before: number): Line {
	return { ...(stampedOf(raw) ?? { at: before, stamp: '', text: raw }), source }
}

export interface Reading {
	readonly api: KubeApi
	readonly query: LogQuery
	readonly footnotes: Footnotes
	readonly stop: AbortSignal
	/** Where each was read to, by the UID of its pod; only of those that could be read. */
	readonly resumes: Map<string, Resume>
}

/** What cannot be read is a footnote, and the others go on. */
async function* readOne(
	source: Source,
	resume: Resume,
	{ api, query, footnotes, stop, resumes }: Reading,
): AsyncGenerator<Line> {
	let at = 0
	try {
		for await (const raw of openLog(api, source, query, stop)) {
			resumes.set(source.uid, resume)
			resume.note(raw)
			const line = lineOf(raw, source, at)
			at = line.at
			yield line
		}
		resumes.set(source.uid, resume)
	} catch (reason) {
		if (!stop.aborted) footnotes.add(footnoteOf(source, reason))
	}
}

export function readAll(
	sources: readonly Source[],
	newResume: () => Resume,
	reading: Reading,
): AsyncGenerator<Line> {
	return merged(sources.map((source) => readOne(source, newResume(), reading)))
}
