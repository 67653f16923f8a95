// One actor at a time, by a Lease. It is for peace, not for safety: every write of ours is safe with two actors. What we hold by our
// own clock, which nobody sets and which goes on while this process is frozen, ends before anyone else may take it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kube } from './client.ts'
import { kinds, type KubeObject } from './objects.ts'

interface LeaseObject extends KubeObject {
	readonly spec: {
		readonly holderIdentity?: string
		readonly leaseDurationSeconds?: number
		readonly acquireTime?: string
		readonly renewTime?: string
		readonly leaseTransitions?: number
	}
}

export interface Election {
	readonly namespace: string
	readonly name: string
	/** Ours, and of no other process that lives. */
	readonly identity: string
	readonly durationMs?: number
	readonly renewDeadlineMs?: number
	/** How long it waits after a renewal, after a look at another's lease, and after either failed. */
	readonly pauseMs?: { readonly renewed: number; readonly looked: number; readonly failed: number }
	/** Each time it becomes ours or stops being so. */
	readonly changed: (held: boolean) => void
}

export interface Leadership {
	/** Asked before every write. */
	held(): boolean
	/** Another one whenever somebody else may have held it in between; nothing while it is not held. */
	term(): string | undefined
	/** Gives it back, so that the next one need not wait. */
	release(): Promise<void>
}

export function elect(kube: Kube, election: Election, stop: AbortSignal): Leadership {
	const { namespace, name, identity, changed } = election
	const { durationMs = 15_000, renewDeadlineMs = 10_000 } = election
	const { pauseMs = { renewed: 4000, looked: 2000, failed: 500 } } = election
	let renewedAt: number | undefined
	let acquiredAt: string | undefined
	let told = false
	/** The other's last word, and when we heard it by our clock: its own clock may be wrong. */
	let seen = { record: '', at: 0 }

	const held = (): boolean => renewedAt !== undefined && performance.now() - renewedAt < renewDeadlineMs
	let watchdog: NodeJS.Timeout | undefined
	const tell = (): void => {
		clearTimeout(watchdog)
		if (renewedAt !== undefined && held())
			watchdog = setTimeout(tell, renewedAt + renewDeadlineMs - performance.now() + 1).unref()
		if (held() === told) return
		told = !told
		changed(told)
	}

	/** As it was after our last write; while it is ours nobody else writes, so that a renewal is one request. */
	let mine: LeaseObject | undefined
	const fate = { givenBack: false }

	/** `current` says whether the try is still waited for: the answer of an earlier one counts no more. */
	async function write(before: LeaseObject | undefined, current: () => boolean): Promise<void> {
		const startedAt = performance.now()
		const now = new Date().toISOString().replace('Z', '000Z')
		const again = before?.spec.holderIdentity === identity
		const spec = {
			holderIdentity: identity,
			leaseDurationSeconds: durationMs / 1000,
			renewTime: now,
			acquireTime: again ? before.spec.acquireTime : now,
			leaseTransitions: (before?.spec.leaseTransitions ?? 0) + (again || before === undefined ? 0 : 1),
		}
		const metadata = { namespace, name }
		mine = undefined
		const written =
			before === undefined
				? await kube.create<LeaseObject>(kinds.lease, { metadata, spec: { ...spec, acquireTime: now } })
				: await kube.merge<LeaseObject>(kinds.lease, metadata, {
						metadata: { resourceVersion: before.metadata.resourceVersion },
						spec,
					})
		if (!current()) return
		mine = written
		renewedAt = startedAt
		acquiredAt = written.spec.acquireTime
	}

	async function attempt(current: () => boolean): Promise<void> {
		if (held() && mine !== undefined) return await write(mine, current)
		const lease = await kube.get<LeaseObject>(kinds.lease, { namespace, name })
		const holder = lease?.spec.holderIdentity
		if (lease && holder && holder !== identity) {
			renewedAt = undefined
			const record = `${holder} ${lease.metadata.resourceVersion}`
			if (record !== seen.record) seen = { record, at: performance.now() }
			const theirsMs = (lease.spec.leaseDurationSeconds ?? durationMs / 1000) * 1000
			if (performance.now() - seen.at < theirsMs) return
		}
		// One that was deleted under its holder is no invitation: who held it may act until its deadline.
		if (lease === undefined && seen.record !== '' && performance.now() - seen.at < durationMs) return
		if (lease && !holder) seen = { record: '', at: 0 }
		if (current()) await write(lease, current)
	}

	/** A request that is lost must leave time for another before the deadline. */
	const patienceMs = renewDeadlineMs / 3
	let tries = 0
	let turn: Promise<unknown> = Promise.resolve()

	async function tryOnce(): Promise<boolean> {
		const number = ++tries
		const current = (): boolean => number === tries && !fate.givenBack
		// What fails is tried again soon, while the deadline runs; after a conflict somebody else may hold it.
		const tried = attempt(current).then(
			() => true,
			() => {
				if (current()) mine = undefined
				return false
			},
		)
		turn = tried
		return await Promise.race([tried, sleep(patienceMs, false, { ref: false })])
	}

	void (async () => {
		while (!stop.aborted && !fate.givenBack) {
			const went = await tryOnce()
			tell()
			const pause = pauseMs[went ? (held() ? 'renewed' : 'looked') : 'failed']
			await sleep(pause * (0.9 + Math.random() / 5), undefined, { signal: stop }).catch(() => {})
		}
		clearTimeout(watchdog)
	})()

	return {
		held,
		term: () => (held() ? acquiredAt : undefined),
		async release() {
			const had = held()
			fate.givenBack = true
			renewedAt = undefined
			tell()
			if (!had) return
			await Promise.race([turn, sleep(patienceMs, undefined, { ref: false })])
			// A renewal that was on its way has changed its version: it is read again, and given back if it is ours.
			const lease = await kube.get<LeaseObject>(kinds.lease, { namespace, name })
			if (lease?.spec.holderIdentity !== identity) return
			await kube.merge(
				kinds.lease,
				{ namespace, name },
				{
					metadata: { resourceVersion: lease.metadata.resourceVersion },
					spec: { holderIdentity: null, renewTime: null, acquireTime: null },
				},
			)
		},
	}
}
