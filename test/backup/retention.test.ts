// Ten thousand histories of a bucket: revisions that gain a digit, clocks that jump, proofs that fail, clusters that share a name, are
// restored or go back. Whatever happens, what is needed stays.
import test from 'ava'
import * as fc from 'fast-check'
import { nameOf } from '../../backup/name.ts'
import { retention, type Kept, type Wish } from '../../backup/retention.ts'

const hour = 3_600_000
const begin = Date.parse('2026-11-19T00:00:00Z')

type Event =
	| { readonly do: 'take'; readonly who: number; readonly verified: boolean; readonly writes: bigint }
	| { readonly do: 'clock'; readonly byMs: number }
	| { readonly do: 'restore'; readonly who: number; readonly toRevision: bigint }
	| { readonly do: 'goBack'; readonly who: number; readonly byRevisions: bigint }

const who = fc.integer({ min: 0, max: 2 })
const writes = fc.oneof(
	fc.constant(0n),
	fc.bigInt({ min: 0n, max: 5n }),
	fc.constantFrom(9n, 90n, 99n, 900n, 999n),
	fc.bigInt({ min: 0n, max: 2n ** 60n }),
)
const event: fc.Arbitrary<Event> = fc.oneof(
	{
		weight: 12,
		arbitrary: fc.record({
			do: fc.constant('take' as const),
			who,
			verified: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
			writes,
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			do: fc.constant('clock' as const),
			byMs: fc.integer({ min: -1000 * hour, max: 1000 * hour }),
		}),
	},
	fc.record({ do: fc.constant('restore' as const), who, toRevision: fc.bigInt({ min: 1n, max: 2000n }) }),
	fc.record({ do: fc.constant('goBack' as const), who, byRevisions: fc.bigInt({ min: 1n, max: 50n }) }),
)

interface Bucket {
	/** In the order in which they were made, whatever clocks said. */
	readonly all: readonly Kept[]
	readonly revisions: readonly bigint[]
	readonly lives: readonly number[]
	readonly now: number
}

interface Happened {
	readonly before: readonly Kept[]
	readonly wish: Wish
	readonly removed: readonly Kept[]
	readonly left: readonly Kept[]
	readonly because: string | undefined
}

function history(
	events: readonly Event[],
	{ keep, minAgeMs }: Pick<Wish, 'keep' | 'minAgeMs'>,
	decide: typeof retention,
): readonly Happened[] {
	let bucket: Bucket = { all: [], revisions: [8n, 98n, 1n], lives: [0, 0, 0], now: begin }
	const happened: Happened[] = []
	for (const [index, one] of events.entries()) {
		if (one.do === 'clock') bucket = { ...bucket, now: bucket.now + one.byMs }
		else if (one.do === 'restore')
			bucket = {
				...bucket,
				lives: bucket.lives.with(one.who, (bucket.lives[one.who] ?? 0) + 1),
				revisions: bucket.revisions.with(one.who, one.toRevision),
			}
		else if (one.do === 'goBack') {
			const to = (bucket.revisions[one.who] ?? 0n) - one.byRevisions
			bucket = { ...bucket, revisions: bucket.revisions.with(one.who, to > 0n ? to : 1n) }
		} else {
			const revision = (bucket.revisions[one.who] ?? 0n) + one.writes
			const now = bucket.now + hour
			// Two of them write below one path, as 2018's names allow.
			const path = one.who === 1 ? 'bucket/orders' : 'bucket/orders-2'
			const object = `${nameOf({ path, revision, at: now })}-${index}`
			const made: Kept = {
				object,
				owner: `uid-${one.who}`,
				clusterId: `${one.who}a${bucket.lives[one.who]}`,
				revision,
				at: now,
				verified: one.verified,
			}
			const before = [...bucket.all, made]
			const wish = { newest: object, keep, now, minAgeMs }
			const { remove, because } = decide(before.toReversed(), wish)
			const left = before.filter(({ object: name }) => !remove.includes(name))
			happened.push({
				before,
				wish,
				removed: before.filter(({ object: name }) => remove.includes(name)),
				left,
				because,
			})
			bucket = { ...bucket, all: left, revisions: bucket.revisions.with(one.who, revision), now }
		}
	}
	return happened
}

const newestOf = ({ before, wish }: Happened): Kept => {
	const found = before.find(({ object }) => object === wish.newest)
	if (found === undefined) throw new Error('it was not made')
	return found
}

const alike = (one: Kept, other: Kept): boolean =>
	one.owner === other.owner && one.clusterId === other.clusterId

/** What is wrong with what was removed; nothing when nothing is. */
function wrong(happened: Happened): string | undefined {
	const { before, wish, removed, left } = happened
	const newest = newestOf(happened)
	const verified = (all: readonly Kept[]): readonly Kept[] =>
		all.filter((one) => one.verified && alike(one, newest))
	if (removed.some((one) => !alike(one, newest))) return 'something of another was removed'
	if (removed.includes(newest)) return 'what was just made was removed'
	const last = verified(before).at(-1)
	if (last !== undefined && removed.includes(last)) return 'the last that was proved was removed'
	if (verified(left).length < Math.min(wish.keep, verified(before).length))
		return 'too few that were proved are left'
	if (removed.some(({ at }) => wish.now - at < wish.minAgeMs)) return 'something young was removed'
	if (wish.keep === 0 && removed.length > 0) return 'something was removed where all is to be kept'
	const highest = verified(before).reduce((most, { revision }) => (revision > most ? revision : most), 0n)
	if (!left.some((one) => one.verified && alike(one, newest) && one.revision === highest) && highest > 0n)
		return 'the furthest that was proved was removed'
	return undefined
}

const histories = fc.record({
	events: fc.array(event, { minLength: 1, maxLength: 30 }),
	keep: fc.integer({ min: 0, max: 4 }),
	minAgeMs: fc.constantFrom(0, hour, 3 * hour),
})

const searched = (decide: typeof retention, numRuns: number): string | undefined => {
	const found = fc.check(
		fc.property(histories, ({ events, ...wish }) => {
			const faults = history(events, wish, decide).flatMap((one) => wrong(one) ?? [])
			if (faults.length > 0) throw new Error(faults[0])
		}),
		{ numRuns, seed: 1 },
	)
	return found.failed ? String(found.errorInstance) : undefined
}

test('what is needed stays, in ten thousand histories', (t) => {
	let [made, removed, refused] = [0, 0, 0]
	const counting: typeof retention = (all, wish) => {
		const verdict = retention(all, wish)
		made++
		removed += verdict.remove.length
		if (verdict.because !== undefined) refused++
		return verdict
	}
	t.is(searched(counting, 10_000), undefined)
	t.log(`${made} made, ${removed} removed, ${refused} times nothing for a reason`)
	t.true(made > 40_000 && removed > 4000 && refused > 1000)
})

test('where nothing goes wrong no more stay than are to', (t) => {
	const takes = fc.array(
		fc.record({
			do: fc.constant('take' as const),
			who: fc.constant(0),
			verified: fc.constant(true),
			writes,
		}),
		{ maxLength: 20 },
	)
	fc.assert(
		fc.property(takes, fc.integer({ min: 1, max: 4 }), (events, keep) => {
			for (const { left } of history(events, { keep, minAgeMs: 0 }, retention)) t.true(left.length <= keep)
		}),
		{ numRuns: 500 },
	)
})

const byName = (one: Kept, other: Kept): number => (one.object < other.object ? 1 : -1)

/** What is left of them after so many, of those that are old enough. */
const beyond = (ordered: readonly Kept[], { keep, now, minAgeMs, newest }: Wish) => ({
	remove: ordered
		.slice(keep === 0 ? Infinity : keep)
		.filter(({ at, object }) => now - at >= minAgeMs && object !== newest)
		.map(({ object }) => object),
	because: undefined,
})

const mutants: Readonly<Record<string, typeof retention>> = {
	'by their names, as it was in 2018': (all, wish) => {
		const last = all.find(({ object }) => object === wish.newest)
		const same = all.filter((one) => last !== undefined && alike(one, last))
		return beyond(same.toSorted(byName), wish)
	},
	'by time alone': (all, wish) => {
		const last = all.find(({ object }) => object === wish.newest)
		const same = all.filter((one) => last !== undefined && alike(one, last) && one.verified)
		return beyond(
			same.toSorted((one, other) => other.at - one.at),
			wish,
		)
	},
	'by what their names begin with': (all, wish) =>
		beyond(all.filter(({ object }) => object.startsWith('bucket/orders')).toSorted(byName), wish),
	'whether they were proved or not': (all, wish) =>
		retention(
			all.map((one) => ({ ...one, verified: true })),
			wish,
		),
	'whoever’s they are': (all, wish) =>
		retention(
			all.map((one) => ({ ...one, owner: '', clusterId: '' })),
			wish,
		),
	'however young': (all, wish) => retention(all, { ...wish, minAgeMs: 0 }),
}

for (const [how, decide] of Object.entries(mutants))
	test(`something is lost when they go ${how}`, (t) => {
		const broken = searched(decide, 3000)
		t.log(broken)
		t.truthy(broken)
	})

const one = (object: string, revision: number, more: Partial<Kept> = {}): Kept => ({
	object,
	owner: 'mine',
	clusterId: 'a',
	revision: BigInt(revision),
	at: begin + revision * hour,
	verified: true,
	...more,
})
const wish: Wish = { newest: 'c', keep: 1, now: begin + 1000 * hour, minAgeMs: 0 }

test('what is kept, and why nothing goes', (t) => {
	const three = [one('a', 9), one('b', 10), one('c', 100)]
	t.deepEqual(retention(three, wish), { remove: ['a', 'b'], because: undefined })
	t.deepEqual(retention(three, { ...wish, keep: 2 }).remove, ['a'])
	t.deepEqual(retention(three, { ...wish, keep: 0 }).remove, [])
	t.regex(
		retention([one('a', 9), one('c', 10, { verified: false })], wish).because ?? '',
		/^c was not verified$/,
	)
	t.regex(
		retention([one('a', 90), one('c', 10)], wish).because ?? '',
		/^c has revision 10, and a had 90: the cluster has gone back/,
	)
	t.regex(retention([one('a', 9)], wish).because ?? '', /^c is not among them$/)
	t.deepEqual(retention([one('a', 9), one('x', 9, { verified: false }), one('c', 10)], wish).remove, [
		'a',
		'x',
	])
})
