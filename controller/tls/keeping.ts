// How what members show and trust goes from one authority to another while they run (docs/tls.md): first all of them trust
// both, then, when clients know it too, they show certificates of the new one, then they forget the old one. No clock, no input or output.
import { authoritiesIn, isWithin, printOf, unionOf, verifies } from '../../runtime/pki/authorities.ts'
import { readableIn } from '../../runtime/pki/blocks.ts'
import type { Pair, Role } from '../../api/tls-keys.ts'
import { trustOf, type Kept } from './kept.ts'

export interface Source {
	readonly role: Role
	/** Only what may be used. */
	readonly pair: Pair | undefined
}

export interface Change {
	readonly why: string
	readonly kept: Kept
}

interface Looked {
	readonly sources: readonly Source[]
	readonly kept: Kept
	/** What the processes of members trust, as far as they were made by us. */
	readonly trusts: readonly string[]
	readonly now: number
}

type Roles = Kept['pairs']

const pairOf = ({ sources, kept }: Looked, role: Role): Pair | undefined =>
	sources.find((source) => source.role === role)?.pair ?? kept.pairs[role]

/** Members and clients that meet at one port trust the authorities of both. */
function wantedTrust(looked: Looked, role: Role): string {
	const met: readonly Role[] = role === 'peer' ? ['peer'] : ['server', 'client']
	return unionOf(...met.map((one) => pairOf(looked, one)?.authorities ?? ''))
}

const withPairs = ({ kept }: Looked, pairs: Roles): Kept => ({ ...kept, pairs: { ...kept.pairs, ...pairs } })

function first(looked: Looked): Change | undefined {
	const { sources, kept } = looked
	const missing = sources.filter(({ role }) => kept.pairs[role] === undefined)
	if (missing.length === 0 || sources.some(({ role }) => pairOf(looked, role) === undefined)) return undefined
	const pairs = sources.flatMap(({ role }) => {
		const pair = kept.pairs[role] ?? pairOf(looked, role)
		return pair ? [[role, { ...pair, authorities: wantedTrust(looked, role) }] as const] : []
	})
	return {
		why: `members are given their certificates (${sources.map(({ role }) => role).join(', ')})`,
		kept: withPairs(looked, Object.fromEntries(pairs)),
	}
}

const keptRoles = ({ sources, kept }: Looked) =>
	sources.flatMap(({ role, pair }) => {
		const old = kept.pairs[role]
		return old === undefined ? [] : [{ role, pair, old }]
	})

function trustMore(looked: Looked): Change | undefined {
	const more = keptRoles(looked).filter(
		({ role, old }) => !isWithin(wantedTrust(looked, role), old.authorities),
	)
	if (more.length === 0) return undefined
	const pairs = more.map(({ role, old }) => [
		role,
		{ ...old, authorities: unionOf(old.authorities, wantedTrust(looked, role)) },
	])
	const kept = withPairs(looked, Object.fromEntries(pairs) as Roles)
	return {
		why: 'members are to trust another authority as well',
		kept: more.some(({ role }) => role === 'client') ? { ...kept, told: looked.now } : kept,
	}
}

const endOf = ({ certificate }: Pair): number => readableIn(certificate)[0]?.validToDate.getTime() ?? 0

/** Every process of a member trusts what is kept: whatever is signed by one of that may be shown. */
const isTrusted = ({ kept, trusts }: Looked): boolean => trusts.every((trust) => trust === trustOf(kept))

const sameAuthority = (one: Pair, other: Pair, trusted: string, now: number): boolean =>
	authoritiesIn(trusted).some(
		(authority) => verifies(one.certificate, authority, now) && verifies(other.certificate, authority, now),
	)

/** A kubelet brings its pods what a secret holds within a minute and a half. */
export const tellingMs = 120_000
/** Somebody is slow to be told: a certificate that has ended is believed by nobody at all. */
const lastMomentMs = 15_000

/** Clients that mount what we give them believe what servers show them. */
const clientsKnow = ({ kept, now }: Looked, role: Role, old: Pair): boolean =>
	role !== 'server' || now >= kept.told + tellingMs || endOf(old) <= now + lastMomentMs

function showAnother(looked: Looked): Change | undefined {
	const { kept, now } = looked
	const due = keptRoles(looked).flatMap(({ role, pair, old }) => {
		if (pair === undefined || pair.certificate === old.certificate) return []
		const isKnown = isTrusted(looked) && clientsKnow(looked, role, old)
		const may = isKnown || endOf(old) <= now || sameAuthority(old, pair, old.authorities, now)
		return may && isWithin(wantedTrust(looked, role), old.authorities) ? [{ role, pair, old }] : []
	})
	if (due.length === 0) return undefined
	const pairs = due.map(({ role, pair, old }) => [role, { ...pair, authorities: old.authorities }])
	const until = { ...kept.until }
	for (const { role, old } of due)
		for (const authority of leaving(looked, role, old.authorities))
			if (verifies(old.certificate, authority, now))
				until[printOf(authority)] = Math.max(until[printOf(authority)] ?? 0, endOf(old))
	const names = due.map(({ role }) => role).join(', ')
	return {
		why: `members show other certificates (${names})`,
		kept: { ...withPairs(looked, Object.fromEntries(pairs) as Roles), until },
	}
}

const leaving = (looked: Looked, role: Role, trusted: string): readonly string[] =>
	authoritiesIn(trusted).filter((authority) => !isWithin(authority, wantedTrust(looked, role)))

/** Whoever shows a certificate of it still, such as a client that was issued one when we were, is believed until that would have ended. */
function trustLess(looked: Looked): Change | undefined {
	const { kept, now } = looked
	const all = keptRoles(looked)
	const isDone = all.every(({ pair, old }) => pair?.certificate === old.certificate)
	if (!isDone || !isTrusted(looked)) return undefined
	const due = all.flatMap(({ role, old }) => {
		const gone = leaving(looked, role, old.authorities).filter(
			(one) => (kept.until[printOf(one)] ?? 0) <= now,
		)
		if (gone.length === 0) return []
		const rest = authoritiesIn(old.authorities).filter((one) => !gone.includes(one))
		return verifies(old.certificate, wantedTrust(looked, role), now)
			? [[role, { ...old, authorities: unionOf(...rest) }] as const]
			: []
	})
	if (due.length === 0) return undefined
	const changed = withPairs(looked, Object.fromEntries(due))
	const still = new Set(
		Object.values(changed.pairs).flatMap((pair) => authoritiesIn(pair.authorities).map(printOf)),
	)
	const until = Object.fromEntries(Object.entries(kept.until).filter(([print]) => still.has(print)))
	return { why: 'members forget an authority of before', kept: { ...changed, until } }
}

/** Why members show nothing new yet, although they could: to be asked when nothing is to be done now. */
export function awaited(looked: Looked): string | undefined {
	const until = looked.kept.told + tellingMs
	if (until <= looked.now || nextKept({ ...looked, now: until }) === undefined) return undefined
	return `members show certificates of another authority at ${new Date(until).toISOString().slice(11, 19)}, once clients know it`
}

/** The next thing to do about what is kept, one at a time; nothing when it is as the sources are. */
export const nextKept = (looked: Looked): Change | undefined =>
	first(looked) ?? trustMore(looked) ?? showAnother(looked) ?? trustLess(looked)
