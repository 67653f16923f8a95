// Keeps a copy of one kind's objects by list and watch, and says which of them changed. A watch can end, be told that its history
// is gone, or go silent while looking alive: bookmarks come each minute, so silence is distrusted and everything is listed again.
import { setTimeout as sleep } from 'node:timers/promises'
import type { KubeApi } from './api.ts'
import { refusal, textOf } from './api.ts'
import { KubeError } from './errors.ts'
import { Known, lean } from './known.ts'
import { lines } from './lines.ts'
import { keyOf, pathOf, type Kind, type KubeObject } from './objects.ts'

export interface Watching<T extends KubeObject> {
	readonly kind: Kind
	readonly namespace?: string | undefined
	/** Such as labelSelector=app%3Detcd. */
	readonly selector?: string
	/** A watch that says nothing for so long is distrusted; bookmarks come each minute. */
	readonly silenceMs?: number
	/** A list or watch that failed; it is tried again. */
	failed?(reason: unknown): void
	/** By what `of` finds objects together, such as whose they are. */
	readonly groupOf?: (object: T) => string | undefined
	/** After the copy has changed. */
	changed(before: T | undefined, after: T | undefined): void
}

export interface Copy<T extends KubeObject> {
	all(): IterableIterator<T>
	/** Those of one group. */
	of(group: string): Iterable<T>
	get(namespace: string, name: string): T | undefined
	/** What a write of ours was answered, so that the next look does not miss it. */
	learn(object: T): void
	/** Once everything was listed. */
	readonly synced: Promise<void>
	/** Since when the copy may be old, in the milliseconds of performance.now(); nothing while it is fed. */
	staleSince(): number | undefined
}

const pageSize = 500
const mostSilenceMs = 100_000
const longestPauseMs = 10_000
/** One that the API server ends sooner is a refusal. */
const shortestWatchMs = 1000
const json = 'application/json'

interface List<T> {
	readonly metadata: { readonly resourceVersion: string; readonly continue?: string }
	readonly items: readonly T[]
}

interface Line<T> {
	readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'
	readonly object: T & { readonly code?: number }
}

const versionOf = ({ metadata }: KubeObject): bigint => BigInt(metadata.resourceVersion ?? 0)

const isSame = ({ metadata: one }: KubeObject, { metadata: other }: KubeObject): boolean =>
	one.uid === other.uid && one.resourceVersion === other.resourceVersion

const isNewer = (one: KubeObject, than: KubeObject): boolean => versionOf(one) > versionOf(than)

class Reflector<T extends KubeObject> implements Copy<T> {
	readonly #api: KubeApi
	readonly #what: Watching<T>
	readonly #stop: AbortSignal
	readonly #known: Known<T>
	readonly #synced = Promise.withResolvers<void>()
	#stale: number | undefined = performance.now()
	/** By key, while a list is read. */
	#learned: Set<string> | undefined
	/** Up to which version everything was heard: what is older and not here is gone. */
	#heard = 0n

	constructor(api: KubeApi, what: Watching<T>, stop: AbortSignal) {
		this.#api = api
		this.#what = what
		this.#stop = stop
		this.#known = new Known(what.groupOf)
	}

	readonly all = () => this.#known.all()
	readonly of = (group: string) => this.#known.of(group)
	readonly get = (namespace: string, name: string) => this.#known.get(`${namespace}/${name}`)
	readonly staleSince = () => this.#stale
	get synced(): Promise<void> {
		return this.#synced.promise
	}

	readonly learn = (object: T): void => {
		const before = this.#known.get(keyOf(object))
		const isNews = before === undefined ? versionOf(object) > this.#heard : isNewer(object, before)
		if (!isNews) return
		this.#known.keep(lean(object))
		this.#learned?.add(keyOf(object))
		this.#what.changed(before, object) // what it was before is known only now
	}

	async run(): Promise<void> {
		for (let failures = 0; !this.#stop.aborted;) {
			let began = Infinity
			try {
				let version = await this.#list()
				for (;;) {
					this.#stale = undefined
					began = performance.now()
					version = await this.#watch(version)
					if (performance.now() - began < shortestWatchMs)
						throw new KubeError(0, 'TooShort', 'the watch ended as soon as it began')
				}
			} catch (reason) {
				if (!this.#stop.aborted) this.#what.failed?.(reason)
				this.#stale ??= performance.now()
				if (performance.now() - began > shortestWatchMs) failures = 0
				const most = Math.min(longestPauseMs, 200 * 2 ** failures++)
				await sleep(most * (0.5 + Math.random() / 2), undefined, { signal: this.#stop }).catch(() => {})
			}
		}
	}

	#path(query: Readonly<Record<string, string>>): string {
		const { kind, namespace, selector } = this.#what
		const text = new URLSearchParams(query).toString()
		return `${pathOf(kind, { namespace })}?${selector ? `${selector}&` : ''}${text}`
	}

	async #list(): Promise<string> {
		const learned = (this.#learned = new Set())
		const found = new Map<string, T>()
		let next: string | undefined = ''
		let version = ''
		while (next !== undefined) {
			const path = this.#path({ limit: String(pageSize), ...(next && { continue: next }) })
			const signal = AbortSignal.any([this.#stop, AbortSignal.timeout(30_000)])
			const { items, metadata } = JSON.parse(
				await textOf(await this.#api.open(path, json, signal)),
			) as List<T>
			// What has not changed is kept as it is: a list read anew need not be held twice.
			for (const item of items) {
				const known = this.#known.get(keyOf(item))
				found.set(keyOf(item), known && isSame(known, item) ? known : lean(item))
			}
			version = metadata.resourceVersion
			next = metadata.continue || undefined
		}
		// What was learned while the pages were read may be newer than they are; the watch will say what becomes of it. All else is as
		// listed, even where the versions of a restored API server have gone back.
		const changes: (readonly [T | undefined, T | undefined])[] = []
		for (const before of this.#known.all()) {
			const key = keyOf(before)
			const after = found.get(key)
			found.delete(key)
			const isNews = versionOf(before) > BigInt(version) && (!after || isNewer(before, after))
			if (after !== before && !(learned.has(key) && isNews)) changes.push([before, after])
		}
		for (const after of found.values()) changes.push([undefined, after])
		this.#learned = undefined
		for (const [before, after] of changes) {
			this.#known.drop(before)
			if (after) this.#known.keep(after)
		}
		this.#heard = BigInt(version)
		this.#synced.resolve()
		for (const [before, after] of changes) this.#what.changed(before, after)
		return version
	}

	/** Up to the end that the API server was asked to make of it; the version from which to go on. */
	async #watch(from: string): Promise<string> {
		let version = from
		const path = this.#path({
			watch: 'true',
			allowWatchBookmarks: 'true',
			resourceVersion: from,
			timeoutSeconds: String(Math.round(400 + Math.random() * 200)),
		})
		const { silenceMs = mostSilenceMs } = this.#what
		const silent = new AbortController()
		const doubt = () => silent.abort(new KubeError(0, 'Silent', 'the watch says nothing'))
		let silence = setTimeout(doubt, silenceMs)
		try {
			const signal = AbortSignal.any([this.#stop, silent.signal])
			for await (const line of lines(await this.#api.open(path, json, signal))) {
				clearTimeout(silence)
				silence = setTimeout(doubt, silenceMs)
				const { type, object } = JSON.parse(line) as Line<T>
				if (type === 'ERROR') throw refusal(object.code ?? 500, object, path)
				version = object.metadata.resourceVersion ?? version
				this.#heard = BigInt(version)
				if (type !== 'BOOKMARK') this.#take(type, object)
			}
			return version
		} finally {
			clearTimeout(silence)
		}
	}

	#take(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: T): void {
		const key = keyOf(object)
		const before = this.#known.get(key)
		if (type === 'DELETED') {
			// A deletion of an earlier object of the name says nothing about what we learned of a later one.
			if (before?.metadata.uid === object.metadata.uid) this.#known.drop(before)
			this.#what.changed(object, undefined)
			return
		}
		if (before !== undefined && !isNewer(object, before)) return // learned already
		this.#known.keep(lean(object))
		this.#what.changed(before, object)
	}
}

/** Runs until the signal says so; whatever happens on the way only delays it. */
export function follow<T extends KubeObject>(api: KubeApi, what: Watching<T>, stop: AbortSignal): Copy<T> {
	const reflector = new Reflector(api, what, stop)
	void reflector.run()
	return reflector
}
