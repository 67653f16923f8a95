// One container's log as raw lines, each with its time before it. What the node itself says in between is thrown.
import type { KubeApi } from '../../kube/api.ts'
import { KubeError } from '../../kube/errors.ts'
import { lines } from '../../kube/lines.ts'
import { logPath, type Container, type LogQuery } from './query.ts'
import { stampedOf } from './stamped.ts'

/** A node that is gone is waited for by the API server for half a minute. */
const openMs = 15_000
/** A log that is not followed has an end; a node that sends nothing for so long has gone. */
const silenceMs = 20_000

const nodeSays = /^(unable to retrieve container logs|failed to (create|try|open|watch|read|get))/

export async function* openLog(
	api: KubeApi,
	container: Container,
	query: LogQuery,
	stop: AbortSignal,
): AsyncGenerator<string> {
	const late = new AbortController()
	const lateAfter = (ms: number): NodeJS.Timeout =>
		setTimeout(() => late.abort(new KubeError(0, 'NoAnswer', 'the node sends no log')), ms)
	let timer = lateAfter(openMs)
	try {
		const signal = AbortSignal.any([stop, late.signal])
		const answer = await api.open(logPath(container, query), '*/*', signal)
		clearTimeout(timer)
		if (query.follow !== true) timer = lateAfter(silenceMs)
		for await (const raw of lines(answer)) {
			if (query.follow !== true) timer.refresh()
			if (stampedOf(raw) === undefined && nodeSays.test(raw)) throw new KubeError(500, 'NodeSays', raw)
			yield raw
			if (query.follow !== true) timer.refresh()
		}
	} catch (reason) {
		throw late.signal.aborted ? late.signal.reason : reason
	} finally {
		clearTimeout(timer)
	}
}
