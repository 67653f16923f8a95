// What a look is changed by where a table is about rolls. Pure.
import type { Reported } from '../../../etcd/member.ts'
import type { Observed, PodSeen, Wanted } from '../../../controller/observed.ts'
import { plan } from '../../../controller/plan.ts'
import { all, etcd, latch, pod } from './look.ts'

type Change = (seen: Observed) => Observed

export const wants =
	(change: Partial<Wanted>): Change =>
	({ wanted, ...seen }) => {
		if (wanted === undefined) throw new Error('nothing is wanted')
		return { ...seen, wanted: { ...wanted, ...change } }
	}
export const patch = wants({ target: '3.6.17' })
export const next = all(
	wants({ target: '3.7.3', targetMinor: '3.7' }),
	etcd(() => ({ clusterVersion: '3.6' })),
)
export const aimed =
	(version: string) =>
	({ status, ...seen }: Observed): Observed => ({ ...seen, status: { ...status, targetVersion: version } })
/** Whatever was asked for, it was done. */
export const compared = (seen: Observed): Observed => ({
	...seen,
	status: { ...seen.status, compared: { occasion: occasionIn(seen), equal: true } },
})
export const washed = (seen: Observed): Observed => {
	const step = plan(seen)
	if (step.do !== 'wash') throw new Error(`${step.do} comes first`)
	return { ...seen, status: { ...seen.status, washed: step.occasion } }
}
const occasionIn = (seen: Observed): string => {
	const step = plan(seen)
	return step.do === 'compare' ? step.occasion : ''
}

export const says = (name: string, change: Partial<Reported>): Change =>
	etcd(({ all: members }) => ({
		all: members.map((seen) =>
			seen.name === name && seen.health.answers && seen.health.status
				? { ...seen, health: { ...seen.health, status: { ...seen.health.status, ...change } } }
				: seen,
		),
	}))
export const runs = (name: string, version: string): Change =>
	all(pod(name, { version }), says(name, { version }), latch(name, { version }))
export const everywhere = (version: string, ...names: readonly string[]): Change =>
	all(...names.map((name) => runs(name, version)))
export const gone = (...names: readonly string[]): Change =>
	all(...names.map((name) => pod(name, { serving: false, withdrawn: true, quiet: true })))
export const broken: Partial<PodSeen> = {
	running: false,
	ready: false,
	trouble: { reason: 'ImagePullBackOff', message: 'not found' },
}
