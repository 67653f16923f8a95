// A cluster of three on volumes that lost its quorum, in the states of going on from a. Pure.
import type { Observed } from '../../../controller/observed.ts'
import { valueOf } from '../../../controller/rules/recoverable.ts'
import { all, but, claim, etcd, look, pod, settled, unready } from './look.ts'

export type Change = (seen: Observed) => Observed

export const wish = { keep: 'a', confirm: 'c', discard: ['b', 'c'] }
export const asks =
	(change: object = {}): Change =>
	(seen) => ({ ...seen, spec: { ...seen.spec, recovery: { ...wish, ...change } } })
export const value = valueOf(wish)

/** Only those answer, each with so much of the log. */
export const answering = (applied: Readonly<Record<string, bigint>>): Change =>
	but({
		members: {
			fresh: false,
			because: 'no quorum',
			denied: false,
			reachable: Object.keys(applied).map((name) => ({ name, revision: 7n })),
			holding: new Map(Object.entries(applied)),
		},
	})

export const gone = (name: string): Change => all(pod(name, 'gone'), claim(name, 'gone'))
export const lost = all(gone('b'), gone('c'), answering({ a: 9n }), unready('a'))
export const stopped = all(pod('b', 'gone'), pod('c', 'gone'), answering({ a: 9n }), unready('a'))

export const on = (...changes: readonly Change[]): Observed => look(settled(3, 'claims'), ...changes)

const record = {
	value,
	keep: 'a',
	state: 'stopping',
	revisionBefore: '7',
	discarded: ['b', 'c'],
	copy: 'copy',
}
export const recording =
	(change: object = {}): Change =>
	(seen) => ({ ...seen, status: { ...seen.status, recovery: { ...record, ...change } } })

export const given = all(
	claim('b', { discarded: true, mayGo: false }),
	claim('c', { discarded: true, mayGo: false }),
)
export const forced = pod('a', { alone: value, ended: false, ready: false })
export const alone = etcd((fresh) => ({ all: fresh.all.filter(({ name }) => name === 'a') }))
export const revision = (held: bigint): Change =>
	etcd((fresh) => ({
		all: fresh.all.map((one) => ({
			...one,
			health: {
				answers: true,
				confirmed: true,
				because: '',
				status: { ...(one.health.answers && one.health.status), revision: held } as never,
			},
		})),
	}))
export const inStep = all(alone, revision(7n))
export const onlyA = all(pod('b', 'gone'), pod('c', 'gone'))
