// Which cluster is looked at next. One pass at a time per cluster, many clusters at once; a cluster that is slow or fails waits for
// itself and for nobody else. The pace of looking again comes from here, so that the rules need no clock.
import type { Again } from './reconcile.ts'

export interface QueueOptions<K> {
	readonly idOf: (key: K) => string
	readonly run: (key: K) => Promise<Again>
	readonly failed: (key: K, reason: unknown) => void
	readonly workers: number
	readonly resyncMs: number
	readonly random?: () => number
}

interface Entry<K> {
	readonly key: K
	state: 'idle' | 'waiting' | 'running'
	/** Something changed during the pass. */
	dirty: boolean
	timer: NodeJS.Timeout | undefined
	/** How long the timer was set for. */
	pause: number
	failures: number
	/** How often in a row it was to look again soon or later. */
	patience: number
	/** How often in a row it was to look again at once. */
	haste: number
}

/** What takes longer than was thought is looked at less often, by how many times in a row it was not yet so. */
const [fewTimes, manyTimes] = [30, 60]
const soonMs = { first: 40, most: 300, growth: 1.25 }
const lessSoonMs = { first: 1000, most: 1000, growth: 1 }
const laterMs = { first: 500, most: 10_000, growth: 1.5 }
const hastyMs = 1000
/** No birth and no change of a cluster has so many steps without a pause. */
const mostHaste = 100
const failureMs = { first: 200, most: 60_000, growth: 2 }

export class Queue<K> {
	readonly #options: QueueOptions<K>
	readonly #entries = new Map<string, Entry<K>>()
	readonly #ready: Entry<K>[] = []
	#running = 0
	#open = false

	constructor(options: QueueOptions<K>) {
		this.#options = options
	}

	get depth(): number {
		return this.#ready.length
	}

	keys(): readonly K[] {
		return [...this.#entries.values()].map(({ key }) => key)
	}

	/** Something about it changed. */
	readonly add = (key: K): void => {
		const id = this.#options.idOf(key)
		let entry = this.#entries.get(id)
		if (entry === undefined) {
			entry = {
				key,
				state: 'idle',
				dirty: false,
				timer: undefined,
				pause: 0,
				failures: 0,
				patience: 0,
				haste: 0,
			}
			this.#entries.set(id, entry)
		}
		if (entry.state === 'running') entry.dirty = true
		else if (entry.failures === 0 || entry.timer === undefined) this.#enqueue(entry)
		// It fails, and what changed may be the remedy: sooner than it would be tried, and no more often than each second.
		else if (entry.pause > hastyMs) this.#later(entry, hastyMs)
	}

	open(): void {
		this.#open = true
		this.#work()
	}

	/** Passes that run end by themselves. */
	shut(): void {
		this.#open = false
	}

	#enqueue(entry: Entry<K>): void {
		clearTimeout(entry.timer)
		entry.timer = undefined
		if (entry.state !== 'idle') return
		entry.state = 'waiting'
		this.#ready.push(entry)
		this.#work()
	}

	#later(entry: Entry<K>, pause: number): void {
		clearTimeout(entry.timer)
		entry.pause = pause
		entry.timer = setTimeout(() => this.#enqueue(entry), pause)
	}

	#work(): void {
		while (this.#open && this.#running < this.#options.workers) {
			const entry = this.#ready.shift()
			if (entry === undefined) return
			this.#running++
			entry.state = 'running'
			entry.dirty = false
			void this.#pass(entry).finally(() => {
				this.#running--
				this.#work()
			})
		}
	}

	async #pass(entry: Entry<K>): Promise<void> {
		const { run, failed } = this.#options
		let again: Again
		try {
			again = await run(entry.key)
			entry.failures = 0
		} catch (reason) {
			failed(entry.key, reason)
			again = 'later'
			entry.failures++
		}
		entry.state = 'idle'
		if (again === 'never' && !entry.dirty) {
			this.#entries.delete(this.#options.idOf(entry.key))
			return
		}
		entry.haste = again === 'now' ? entry.haste + 1 : 0
		// Somebody undoes each of its steps at once.
		const isHunted = entry.haste > mostHaste
		if (!isHunted && (again === 'now' || (entry.dirty && entry.failures === 0))) {
			if (again === 'now') entry.patience = 0
			this.#enqueue(entry)
			return
		}
		const pause = this.#pause(entry, again)
		this.#later(entry, entry.dirty ? Math.min(pause, hastyMs) : pause)
	}

	#pause(entry: Entry<K>, again: Again): number {
		const { resyncMs, random = Math.random } = this.#options
		const jitter = 0.8 + random() * 0.2
		const grown = ({ first, most, growth }: typeof soonMs, times: number): number =>
			Math.min(most, first * growth ** times) * jitter
		if (entry.failures > 0) return grown(failureMs, entry.failures - 1)
		if (again === 'resync') {
			entry.patience = 0
			return resyncMs * jitter
		}
		const times = entry.patience++
		if (again !== 'soon' || times >= manyTimes) return grown(laterMs, times)
		return grown(times < fewTimes ? soonMs : lessSoonMs, times)
	}
}
