// Every way in which two members and an application can come from one authority to another: whatever is renewed first, whoever starts when, however late a kubelet brings what was written. Nobody ever shows what another does not trust.
import test from 'ava'
import { verifies } from '../../../runtime/pki/authorities.ts'
import { Authority, validFor } from '../../../runtime/pki/certificate.ts'
import { nextKept, tellingMs, type Source } from '../../../controller/tls/keeping.ts'
import { dataOf, keptIn, notesOf, trustOf, type Kept } from '../../../controller/tls/kept.ts'
import type { Pair, Role } from '../../../api/tls-keys.ts'
import { day, fromNow, issue, now } from './issued.ts'

const roles: readonly Role[] = ['peer', 'server', 'client']
const authorities = ['one', 'two'].map((name) => new Authority(name, validFor(90 * day, now)))
/** Of one authority each, and valid for as long as is looked at, or for a day. */
const certificates = authorities.map((by, index) => {
	const { certificate, key } = issue({ by, validity: fromNow(-1000, index === 0 ? day : 60 * day) })
	return { certificate, key, authorities: by.certificate } satisfies Pair
})

interface Member {
	/** What it trusts, read as it started. */
	readonly started: Kept
	/** What its kubelet has brought it to show. */
	readonly shows: Kept
}

interface World {
	/** Which certificate each source has now. */
	readonly sources: readonly number[]
	readonly kept: Kept
	readonly members: readonly Member[]
	/** What its kubelet has brought the application, to show and to trust. */
	readonly app: Kept
	/** How often a kubelet has had all the time it needs. */
	readonly waits: number
	/** The first certificates have ended. */
	readonly late: boolean
}

const timeOf = ({ late, waits }: World): number => now + (late ? 2 * day : 0) + waits * tellingMs
const sourcesOf = ({ sources }: World): readonly Source[] =>
	roles.map((role, index) => ({ role, pair: certificates[sources[index] ?? 0] }))

const keyOf = ({ sources, kept, members, app, waits, late }: World): string =>
	[
		sources,
		short(kept),
		...members.map(({ started, shows }) => `${short(started)} ${short(shows)}`).toSorted(),
		short(app),
		waits,
		late,
	].join('|')

const stillGood = (pair: Pair | undefined, at: number): boolean =>
	pair !== undefined && (certificates[0]?.certificate !== pair.certificate || at < now + day)

/** Whoever shows something that has not ended is believed by everybody. */
function disbelieved(world: World): string | undefined {
	const at = timeOf(world)
	for (const [one, { shows }] of world.members.entries())
		for (const [other, { started }] of world.members.entries()) {
			const peer = shows.pairs.peer
			if (
				stillGood(peer, at) &&
				!believes(peer?.certificate ?? '', started.pairs.peer?.authorities ?? '', at)
			)
				return `${other} does not trust what ${one} shows`
		}
	const { client } = world.app.pairs
	for (const [one, { started, shows }] of world.members.entries()) {
		if (
			stillGood(client, at) &&
			!believes(client?.certificate ?? '', started.pairs.server?.authorities ?? '', at)
		)
			return `${one} does not trust its clients`
		const server = shows.pairs.server
		if (stillGood(server, at) && !believes(server?.certificate ?? '', client?.authorities ?? '', at))
			return `clients do not trust ${one}`
	}
	return undefined
}

type Decide = typeof nextKept

/** The same answer for the same question: reading certificates is what takes the time. */
function remembered<A extends readonly unknown[], T>(
	name: (...given: A) => string,
	find: (...given: A) => T,
) {
	const known = new Map<string, T>()
	return (...given: A): T => {
		const key = name(...given)
		const found = known.get(key) ?? find(...given)
		known.set(key, found)
		return found
	}
}

const short = remembered(
	({ pairs, until, told }: Kept) => JSON.stringify([pairs, until, told]),
	({ pairs, until, told }: Kept): string =>
		JSON.stringify([
			roles.map((role) =>
				certificates.findIndex(({ certificate }) => certificate === pairs[role]?.certificate),
			),
			trustOf({ pairs, until, told }),
			pairs.client?.authorities.length,
			until,
			told,
		]),
)

const believes = remembered(
	(certificate: string, trusted: string, at: number) => [certificate, trusted, at].join(),
	verifies,
)

function movesOf(world: World, decide: Decide): readonly (readonly [string, World])[] {
	const { sources, kept, members, app, waits, late } = world
	const moves: [string, World][] = []
	for (const [index, role] of roles.entries())
		for (const to of certificates.keys())
			// An issuer goes on and not back.
			if (to === (sources[index] ?? 0) + 1)
				moves.push([`${role} is renewed by ${to}`, { ...world, sources: sources.with(index, to) }])
	// Whoever renews in time renews before that. What is done about those who did not is a row of keeping.test.ts.
	const isShown = [kept, app, ...members.map(({ shows }) => shows)].some((one) =>
		roles.some((role) => one.pairs[role]?.certificate === certificates[0]?.certificate),
	)
	if (!late && !isShown) moves.push(['the first certificates end', { ...world, app: kept, late: true }])
	if (short(app) !== short(kept))
		moves.push(['the application is brought what is kept', { ...world, app: kept }])
	if (kept.told + tellingMs > timeOf(world))
		moves.push(['time passes, enough for any kubelet', { ...world, app: kept, waits: waits + 1 }])
	const trusts = members.map(({ started }) => trustOf(started))
	const change = decide({ sources: sourcesOf(world), kept, trusts, now: timeOf(world) })
	if (change) moves.push([change.why, { ...world, kept: keptIn(dataOf(change.kept), notesOf(change.kept)) }])
	for (const [index, member] of members.entries()) {
		if (short(member.shows) !== short(kept))
			moves.push([
				`${index} is brought what is kept`,
				{ ...world, members: members.with(index, { ...member, shows: kept }) },
			])
		if (trustOf(member.started) !== trustOf(kept))
			moves.push([
				`${index} starts anew`,
				{ ...world, members: members.with(index, { started: kept, shows: kept }) },
			])
	}
	return moves
}

const nothing: Kept = { pairs: {}, until: {}, told: 0 }

function first(): World {
	const change = nextKept({
		sources: roles.map((role) => ({ role, pair: certificates[0] })),
		kept: nothing,
		trusts: [],
		now,
	})
	if (change === undefined) throw new Error('nothing is given')
	const { kept } = change
	const member = { started: kept, shows: kept }
	return { sources: [0, 0, 0], kept, members: [member, member], app: kept, waits: 0, late: false }
}

interface Found {
	readonly states: number
	readonly broken: string | undefined
	/** Worlds in which nothing is left to do. */
	readonly ends: readonly World[]
}

function search(decide: Decide, most: number): Found {
	const known = new Map<string, readonly string[]>()
	const begin = first()
	const queue: World[] = [begin]
	known.set(keyOf(begin), [])
	const ends: World[] = []
	for (const world of queue) {
		const path = known.get(keyOf(world)) ?? []
		const broken = disbelieved(world)
		if (broken) return { states: known.size, broken: [...path, broken].join('\n  '), ends }
		const moves = movesOf(world, decide)
		if (moves.length === 0) ends.push(world)
		for (const [what, to] of moves) {
			const key = keyOf(to)
			if (known.has(key) || known.size >= most) continue
			known.set(key, [...path, what])
			queue.push(to)
		}
	}
	return { states: known.size, broken: undefined, ends }
}

const enough = 200_000

test('nobody ever shows what another does not trust, and in the end only the last authority is trusted', (t) => {
	const { states, broken, ends } = search(nextKept, enough)
	t.log(`${states} states, ${ends.length} ends`)
	t.is(broken, undefined)
	t.true(states > 300 && states < enough)
	t.true(ends.length > 0)
	for (const { kept, members } of ends)
		for (const { started } of [...members, { started: kept }])
			t.is(started.pairs.peer?.authorities, authorities[1]?.certificate)
})

const mutants: readonly (readonly [what: string, decide: Decide])[] = [
	['certificates are shown before all trust them', (looked) => nextKept({ ...looked, trusts: [] })],
	[
		'certificates are shown before clients were brought the authority',
		(looked) => nextKept({ ...looked, kept: { ...looked.kept, told: 0 } }),
	],
	[
		'only the new authority is trusted, and not both',
		(looked) => {
			const change = nextKept(looked)
			if (change?.why !== 'members are to trust another authority as well') return change
			const pairs = Object.fromEntries(
				roles.map((role) => {
					const wanted = looked.sources.find((source) => source.role === role)?.pair
					const old = change.kept.pairs[role]
					return [role, old && { ...old, authorities: wanted?.authorities ?? old.authorities }]
				}),
			) as Kept['pairs']
			return { ...change, kept: { ...change.kept, pairs } }
		},
	],
	[
		'an authority is forgotten as soon as another is shown',
		(looked) => nextKept({ ...looked, kept: { ...looked.kept, until: {} } }),
	],
]

for (const [what, decide] of mutants)
	test(`broken when ${what}`, (t) => {
		const { broken, states } = search(decide, enough)
		t.log(`${states} states`, broken)
		t.truthy(broken)
	})
