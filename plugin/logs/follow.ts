// Logs as they are written: of the pods that are there and of those that come, each from where it was read to before.
import { setTimeout as sleep } from 'node:timers/promises'
import { isForbidden, isNotFound } from '../../kube/errors.ts'
import { kinds } from '../../kube/objects.ts'
import type { Pod } from '../../kube/pod.ts'
import { follow, type Copy } from '../../kube/watch.ts'
import { footnoteOf } from './footnotes.ts'
import { Hold } from './hold.ts'
import { openLog } from './open.ts'
import type { LogQuery } from './query.ts'
import { lineOf, type Line, type Reading } from './read.ts'
import { Resume } from './resume.ts'
import type { Source } from './source.ts'

export interface Following extends Reading {
	readonly namespace: string | undefined
	readonly selector: string
	/** Nothing for a pod that was not asked for. */
	readonly sourceOf: (pod: Pod) => Source | undefined
	readonly take: (line: Line) => void
}

/** How much later than another member's a line may arrive and still be put before it. */
const windowMs = 400
const pausesMs = { least: 200, most: 3000 } as const

export async function followAll(on: Following): Promise<void> {
	const hold = new Hold<Line>(windowMs)
	let timer: NodeJS.Timeout | undefined
	const arm = (): void => {
		const wait = hold.waitMs(performance.now())
		if (timer === undefined && wait !== undefined) timer = setTimeout(flush, Math.max(1, wait))
	}
	const flush = (): void => {
		timer = undefined
		for (const line of hold.take(performance.now())) on.take(line)
		arm()
	}
	const push = (line: Line): void => {
		hold.push(line, performance.now())
		arm()
	}

	const running = new Map<string, Promise<void>>()
	const copy: Copy<Pod> = follow<Pod>(
		on.api,
		{
			kind: kinds.pod,
			namespace: on.namespace,
			selector: on.selector,
			failed(reason) {
				if (isForbidden(reason))
					on.footnotes.add('you may not watch pods: those that come from now on are not followed')
			},
			changed(_, pod) {
				const source = pod && on.sourceOf(pod)
				if (source === undefined || running.has(source.uid)) return
				const here = (): Pod | undefined => {
					const now = copy.get(source.namespace, source.pod)
					return now?.metadata.uid === source.uid ? now : undefined
				}
				running.set(source.uid, followOne(source, on, push, here))
			},
		},
		on.stop,
	)
	await new Promise<void>((resolve) => {
		if (on.stop.aborted) resolve()
		else on.stop.addEventListener('abort', () => resolve(), { once: true })
	})
	await Promise.all(running.values())
	clearTimeout(timer)
	for (const line of hold.all()) on.take(line)
}

/** Until its pod is gone. */
async function followOne(
	source: Source,
	on: Following,
	push: (line: Line) => void,
	here: () => Pod | undefined,
): Promise<void> {
	const known = on.resumes.get(source.uid)
	const resume = known ?? new Resume()
	const began = performance.now()
	let [at, isFirst, failures] = [0, true, 0]

	const read = async (query: LogQuery): Promise<number> => {
		const repeats = resume.repeats()
		let count = 0
		for await (const raw of openLog(on.api, source, query, on.stop)) {
			if (repeats(raw)) continue
			resume.note(raw)
			const line = lineOf(raw, source, at)
			at = line.at
			count++
			push(line)
		}
		return count
	}

	while (!on.stop.aborted) {
		const since = resume.since()
		try {
			// What the process said last before it was started again, and was not read until then.
			if (since !== undefined) await read({ sinceTime: since, previous: true }).catch(() => 0)
			const count = await read({
				...from(resume, known !== undefined, isFirst, began, on.query),
				follow: true,
			})
			failures = count > 0 ? 0 : failures + 1
		} catch (reason) {
			if (on.stop.aborted) return
			if (isForbidden(reason)) return on.footnotes.add(footnoteOf(source, reason))
			// A pod that is going has said what it had to say.
			const isGoing = isNotFound(reason) || here()?.metadata.deletionTimestamp !== undefined
			if (!isGoing) on.footnotes.add(footnoteOf(source, reason))
			failures++
		}
		isFirst = false
		if (here() === undefined) return
		const pause = Math.min(pausesMs.most, pausesMs.least * 2 ** failures)
		await sleep(pause, undefined, { signal: on.stop }).catch(() => {})
	}
}

/** Of a log that was asked for and had no line yet, only what is new; of a pod that came since, everything. */
function from(
	resume: Resume,
	isKnown: boolean,
	isFirst: boolean,
	began: number,
	{ sinceSeconds, sinceTime, tailLines }: LogQuery,
): LogQuery {
	const since = resume.since()
	if (since !== undefined) return { sinceTime: since }
	if (!isKnown) return {}
	if (!isFirst) return { sinceSeconds: Math.ceil((performance.now() - began) / 1000) + 1 }
	return {
		...(sinceSeconds !== undefined && { sinceSeconds }),
		...(sinceTime !== undefined && { sinceTime }),
		...(tailLines !== undefined && { tailLines }),
	}
}
