// -w: prints what is there, then each change as it comes. A watch that ends is begun again where it was; one that is told that its
// history is gone lists anew and prints only what has changed since.
import { setTimeout as sleep } from 'node:timers/promises'
import { refusal } from '../../kube/api.ts'
import { isPassing, KubeError } from '../../kube/errors.ts'
import { lines } from '../../kube/lines.ts'
import type { Call } from '../call.ts'
import { exits } from '../exit.ts'
import { uidOf, versionOf } from '../output/object.ts'
import { readJson, type JsonObject } from '../output/value.ts'
import type { Reach } from '../reach.ts'
import { notFound } from '../target.ts'
import { pathOfAll, type Asked } from './asked.ts'
import { merged, pageOf, type Entry, type Page } from './entry.ts'
import { list, onlyHere, type Asker } from './fetch.ts'
import type { View } from './view.ts'

const watchSeconds = 540
/** A server that ends a watch later than it was asked to is given some time; then the connection is held for dead. */
const graceMs = 30_000
const longestPauseMs = 10_000

interface Event {
	readonly type: string
	readonly object: JsonObject
}

export async function follow(
	call: Call,
	reach: Reach,
	asked: Asked,
	view: View,
	asker: Asker,
): Promise<number> {
	const [at] = asked.names
	const follower = new Follower(call, view, asker, {
		...asked,
		namespace: at?.namespace ?? asked.namespace,
		query: { ...asked.query, ...view.query, ...(at && { fieldSelector: `metadata.name=${at.name}` }) },
	})
	const isThere = await follower.begin().catch(async (reason: unknown) => {
		throw await onlyHere(reason, reach, asked, asker)
	})
	if (at && !isThere) {
		if (asked.ignoresMissing) return exits.done
		throw await notFound(reach, at)
	}
	await follower.run()
	return exits.interrupted
}

class Follower {
	readonly #call: Call
	readonly #view: View
	readonly #asker: Asker
	readonly #asked: Asked
	/** By uid, as last seen. */
	readonly #known = new Map<string, Entry>()
	/** From where to watch; nothing once the API server has forgotten it. */
	#version: string | undefined

	constructor(call: Call, view: View, asker: Asker, asked: Asked) {
		this.#call = call
		this.#view = view
		this.#asker = asker
		this.#asked = asked
	}

	/** Whether there is any. */
	async begin(): Promise<boolean> {
		const page = await this.#list()
		this.#learn(page)
		// With --watch-only the columns are learned all the same: later answers do not repeat them.
		this.#print(this.#asked.follows === 'only' ? { ...page, entries: [] } : page)
		return page.entries.length > 0
	}

	/** Until somebody interrupts. */
	async run(): Promise<void> {
		const { signal, terminal } = this.#call
		let failures = 0
		while (!signal.aborted) {
			const began = performance.now()
			try {
				if (this.#version === undefined) await this.#catchUp()
				await this.#watch(this.#version ?? '')
				failures = 0
			} catch (reason) {
				if (signal.aborted) return
				if (!(reason instanceof KubeError)) throw reason
				if (reason.status === 410) this.#version = undefined
				else if (!isPassing(reason)) throw reason
				else if (failures === 0) terminal.err(`the watch ended (${reason.message}); trying again\n`)
				failures++
			}
			// One that ends as soon as it began is not begun again at once.
			const isShort = performance.now() - began < 1000
			const pause = failures > 0 || isShort ? Math.min(longestPauseMs, 250 * 2 ** failures) : 0
			await sleep(pause, undefined, { signal }).catch(() => {})
		}
	}

	async #watch(version: string): Promise<void> {
		const path = pathOfAll(this.#asked.namespace, {
			...this.#asked.query,
			watch: 'true',
			resourceVersion: version,
			timeoutSeconds: String(watchSeconds),
		})
		const end = AbortSignal.any([this.#call.signal, AbortSignal.timeout(watchSeconds * 1000 + graceMs)])
		const answer = await this.#asker.api.open(path, this.#asker.accept, end)
		try {
			for await (const line of lines(answer)) this.#take(readJson(line) as unknown as Event, path)
		} catch (cause) {
			throw cause instanceof KubeError ? cause : new KubeError(0, 'NoAnswer', 'the connection was cut', cause)
		}
	}

	#take({ type, object }: Event, path: string): void {
		if (type === 'ERROR') throw refusal(Number(object['code'] ?? 500), object, path)
		const page = pageOf(object)
		for (const entry of page.entries) this.#version = versionOf(entry.object) || this.#version
		if (type === 'BOOKMARK') return
		if (type === 'DELETED') for (const entry of page.entries) this.#known.delete(uidOf(entry.object))
		else this.#learn(page)
		this.#print(page)
	}

	/** What happened while nobody told us: what is other than before, then what is gone, as it last was. */
	async #catchUp(): Promise<void> {
		const { columns, entries } = await this.#list()
		const here = new Set(entries.map(({ object }) => uidOf(object)))
		const gone = [...this.#known].filter(([uid]) => !here.has(uid))
		const changed = entries.filter(({ object }) => {
			const before = this.#known.get(uidOf(object))
			return before === undefined || versionOf(before.object) !== versionOf(object)
		})
		for (const [uid] of gone) this.#known.delete(uid)
		this.#learn({ columns, entries: changed })
		this.#print({ columns, entries: [...changed, ...gone.map(([, entry]) => entry)] })
	}

	async #list(): Promise<Page> {
		const { pages, last } = await list(this.#asker, this.#asked)
		this.#version = versionOf(last)
		return merged(pages)
	}

	#learn({ entries }: Page): void {
		for (const entry of entries) this.#known.set(uidOf(entry.object), entry)
	}

	#print(page: Page): void {
		const text = this.#view.one(page)
		if (text !== '') this.#call.terminal.out(text)
	}
}
