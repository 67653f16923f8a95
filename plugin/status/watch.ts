// Looks again and again: a live screen on a terminal; elsewhere a line whenever something is another way than before.
import { setTimeout as sleep } from 'node:timers/promises'
import { isPassing, KubeError } from '../../kube/errors.ts'
import { kinds } from '../../kube/objects.ts'
import type { Call } from '../call.ts'
import type { How } from '../commands/status.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { LiveScreen } from '../screen/live.ts'
import { listen } from '../screen/keys.ts'
import { lookOf } from '../screen/look.ts'
import { gather } from '../sight/gather.ts'
import type { Cluster } from '../target.ts'
import { noHistory, withSight, withSilence, type History } from './history.ts'
import { liveFrame } from './live.ts'
import { verdictOf } from './verdict.ts'

function passing(reason: unknown): KubeError {
	if (isPassing(reason)) return reason
	throw reason
}

async function* looks(
	call: Call,
	first: Cluster,
	how: How,
	everyMs: number,
	until: AbortSignal,
): AsyncGenerator<History> {
	const reach = await call.reach()
	const { name, namespace } = first.metadata
	let history = noHistory
	for (let cluster = first; !until.aborted;) {
		const sight = await gather(reach, cluster, how, until)
		if (until.aborted) return
		yield (history = withSight(history, sight, verdictOf(sight)))
		let found: Cluster | KubeError | undefined
		do {
			await sleep(everyMs, undefined, { signal: until }).catch(() => {})
			if (until.aborted) return
			found = await reach.kube.get<Cluster>(kinds.cluster, { namespace, name }).catch(passing)
			if (found instanceof KubeError) yield (history = withSilence(history, Date.now(), found.message))
		} while (found instanceof KubeError)
		if (found === undefined)
			throw new Failure(`etcdcluster "${name}" is gone from namespace "${namespace ?? ''}"`)
		cluster = found
	}
}

/** Ends with how the cluster was when it was last looked at. */
export async function watch(call: Call, cluster: Cluster, how: How): Promise<number> {
	const everyMs = Math.max(200, call.flags.span('interval'))
	return call.terminal.isLive
		? await live(call, cluster, how, everyMs)
		: await lines(call, cluster, how, everyMs)
}

/** Of a terminal that does not say how large it is. */
const usual = { width: 80, height: 24 }

async function live(call: Call, cluster: Cluster, how: How, everyMs: number): Promise<number> {
	const { terminal } = call
	const quit = new AbortController()
	const screen = new LiveScreen(terminal.out)
	const keys = listen((key) => {
		if (key === 'q') quit.abort()
	})
	let seen = noHistory
	const draw = (): void => {
		const { width = usual.width, height = usual.height } = terminal
		if (seen.last !== undefined)
			screen.draw(liveFrame(seen, lookOf({ ...terminal, width }), everyMs, height), height)
	}
	const resized = (): void => {
		screen.forget()
		draw()
	}
	process.stdout.on('resize', resized)
	const until = AbortSignal.any([call.signal, quit.signal])
	try {
		for await (seen of looks(call, cluster, how, everyMs, until)) draw()
	} finally {
		keys.end()
		process.stdout.off('resize', resized)
		screen.end()
	}
	return seen.last?.verdict.exit ?? exits.done
}

async function lines(call: Call, cluster: Cluster, how: How, everyMs: number): Promise<number> {
	let exit: number = 0
	let known: History['happenings'] = []
	let isFirst = true
	for await (const { happenings, last } of looks(call, cluster, how, everyMs, call.signal)) {
		const news = isFirst
			? [{ at: last?.sight.at ?? 0, what: last?.verdict.health ?? '' }]
			: happenings.filter((happening) => !known.includes(happening))
		for (const { at, what } of news)
			call.terminal.out(`${new Date(at).toISOString()} ${cluster.metadata.name} ${what}\n`)
		isFirst = false
		known = happenings
		exit = last?.verdict.exit ?? exit
	}
	return exit
}
