// What members are given goes from one authority to another while they run: at every moment whoever meets trusts what the other shows.
import test from 'ava'
import { isWithin, verifies } from '../../../runtime/pki/authorities.ts'
import { Authority, validFor } from '../../../runtime/pki/certificate.ts'
import { awaited, nextKept, tellingMs, type Source } from '../../../controller/tls/keeping.ts'
import { dataOf, keptIn, notesOf, trustOf, type Kept } from '../../../controller/tls/kept.ts'
import type { Pair, Role } from '../../../api/tls-keys.ts'
import { day, fromNow, issue, now, root } from './issued.ts'

const roles: readonly Role[] = ['peer', 'server', 'client']
const other = new Authority('other', validFor(30 * day, now))
const nothing: Kept = { pairs: {}, until: {}, told: 0 }

const pairBy = (by: Authority, life = day): Pair => {
	const { certificate, key } = issue({ by, validity: fromNow(-1000, life) })
	return { certificate, key, authorities: by.certificate }
}
const sourcesBy = (by: Authority, life?: number): readonly Source[] =>
	roles.map((role) => ({ role, pair: pairBy(by, life) }))

/** A cluster whose processes trust what was kept as they were started, and show what is kept now. */
interface Cluster {
	readonly kept: Kept
	readonly trusts: readonly Kept[]
}

const named = (trusts: readonly Kept[]): readonly string[] => trusts.map(trustOf)

/** Whoever shows what is kept is believed by everybody, whenever they were started. */
function believed({ kept, trusts }: Cluster, at: number): boolean {
	return trusts.every((started) =>
		(['peer', 'server'] as const).every((role) => {
			const shown = kept.pairs[role]?.certificate ?? ''
			const trusted = started.pairs[role]?.authorities ?? ''
			const shownByClients = role === 'server' ? kept.pairs.client?.certificate : shown
			return verifies(shown, trusted, at) && verifies(shownByClients ?? '', trusted, at)
		}),
	)
}

/** Each process is started anew, one after the other, and whatever is to be done about what is kept is done in between; time passes when all waits for it. */
function run(
	t: { true(value: boolean, message?: string): unknown },
	from: Cluster,
	sources: readonly Source[],
	begin: number,
): { readonly end: Cluster; readonly said: readonly string[]; readonly started: number } {
	let at = begin
	let cluster = from
	let started = 0
	const said: string[] = []
	for (let turn = 0; turn < 50; turn++) {
		const change = nextKept({ sources, kept: cluster.kept, trusts: named(cluster.trusts), now: at })
		if (change) {
			said.push(change.why)
			cluster = { ...cluster, kept: keptIn(dataOf(change.kept), notesOf(change.kept)) }
		} else {
			const old = cluster.trusts.findIndex((one) => trustOf(one) !== trustOf(cluster.kept))
			const waits = awaited({ sources, kept: cluster.kept, trusts: named(cluster.trusts), now: at })
			if (old >= 0) {
				started++
				cluster = { ...cluster, trusts: cluster.trusts.with(old, cluster.kept) }
			} else if (waits) {
				said.push(waits)
				at += tellingMs
			} else return { end: cluster, said, started }
		}
		if (cluster.trusts.length > 0) t.true(believed(cluster, at), said.at(-1))
	}
	throw new Error(`no end: ${said.join('; ')}`)
}

const born = (by: Authority): Cluster => {
	const change = nextKept({ sources: sourcesBy(by), kept: nothing, trusts: [], now })
	if (change === undefined) throw new Error('nothing is given')
	return { kept: change.kept, trusts: [change.kept, change.kept, change.kept] }
}

test('nothing is given before there is all of it', (t) => {
	const sources = sourcesBy(root).map((one) => (one.role === 'client' ? { ...one, pair: undefined } : one))
	t.is(nextKept({ sources, kept: nothing, trusts: [], now }), undefined)
	t.regex(
		nextKept({ sources: sourcesBy(root), kept: nothing, trusts: [], now })?.why ?? '',
		/peer, server, client/,
	)
})

test('what is kept says nothing new', (t) => {
	const cluster = born(root)
	const sources = roles.map((role) => ({ role, pair: cluster.kept.pairs[role] }))
	t.is(nextKept({ sources, kept: cluster.kept, trusts: named(cluster.trusts), now }), undefined)
})

test('another certificate of the same authority is shown at once, and nobody is started anew', (t) => {
	const { end, said, started } = run(t, born(root), sourcesBy(root), now)
	t.is(started, 0)
	t.deepEqual(said, ['members show other certificates (peer, server, client)'])
	t.true(isWithin(end.kept.pairs.peer?.authorities ?? '', root.certificate))
})

test('another authority: all trust both, then show what is new, and forget the old one only once its last certificate has ended', (t) => {
	const { end, said, started } = run(t, born(root), sourcesBy(other), now)
	t.deepEqual(said, [
		'members are to trust another authority as well',
		'members show other certificates (peer, client)',
		'members show certificates of another authority at 12:02:00, once clients know it',
		'members show other certificates (server)',
	])
	t.is(started, 3)
	t.true(isWithin(root.certificate, end.kept.pairs.server?.authorities ?? ''), 'the old one is trusted still')
	const later = now + day + 1000
	const sources = roles.map((role) => ({ role, pair: { ...pairBy(other, 3 * day) } }))
	const shown = run(t, end, sources, now)
	const forgotten = run(t, shown.end, sources, later)
	t.deepEqual(forgotten.said, ['members forget an authority of before'])
	t.is(forgotten.started, 3)
	t.false(isWithin(root.certificate, forgotten.end.kept.pairs.server?.authorities ?? ''))
	t.false(isWithin(root.certificate, forgotten.end.kept.pairs.peer?.authorities ?? ''))
	t.deepEqual(forgotten.end.kept.until, {})
})

test('each role may come to the new authority in its own time', (t) => {
	const old = born(root)
	const fresh = sourcesBy(other)
	const after = (...those: readonly Role[]): readonly Source[] =>
		fresh.map((one) => (those.includes(one.role) ? one : { role: one.role, pair: old.kept.pairs[one.role] }))
	const first = run(t, old, after('peer'), now)
	const second = run(t, first.end, after('peer', 'server'), now)
	const third = run(t, second.end, fresh, now)
	t.true(verifies(third.end.kept.pairs.client?.certificate ?? '', other.certificate, now))
})

test('a source that has become unfit changes nothing', (t) => {
	const cluster = born(root)
	const sources = roles.map((role) => ({ role, pair: undefined }))
	t.is(nextKept({ sources, kept: cluster.kept, trusts: named(cluster.trusts), now }), undefined)
})

function trustingBoth({ kept, trusts }: Cluster, sources: readonly Source[]): Kept {
	const change = nextKept({ sources, kept, trusts: named(trusts), now })
	if (change?.why !== 'members are to trust another authority as well') throw new Error(change?.why)
	return change.kept
}

test('while members are being started anew nobody shows what some do not trust', (t) => {
	const cluster = born(root)
	const both = trustingBoth(cluster, sourcesBy(other))
	const half = [both, cluster.kept, cluster.kept]
	t.is(nextKept({ sources: sourcesBy(other), kept: both, trusts: named(half), now }), undefined)
})

test('who is alone in time is shown at last: a certificate that has ended protects nothing', (t) => {
	const cluster = born(root)
	const both = trustingBoth(cluster, sourcesBy(other, 3 * day))
	const late = now + 2 * day
	const change = nextKept({
		sources: sourcesBy(other, 3 * day),
		kept: both,
		trusts: named(cluster.trusts),
		now: late,
	})
	t.is(change?.why, 'members show other certificates (peer, server, client)')
})

test('servers show what clients may not know yet only in the last moment of what they show', (t) => {
	const { kept, trusts } = born(root)
	const sources = sourcesBy(other, 3 * day)
	const both = trustingBoth({ kept, trusts }, sources)
	const shownAt = (at: number, told: number): string | undefined =>
		nextKept({ sources, kept: { ...both, told }, trusts: [trustOf(both)], now: at })?.why
	const ends = now - 1000 + day
	t.is(shownAt(ends - 16_000, ends - 60_000), 'members show other certificates (peer, client)')
	t.is(shownAt(ends - 14_000, ends - 60_000), 'members show other certificates (peer, server, client)')
	t.is(shownAt(now, now - tellingMs), 'members show other certificates (peer, server, client)')
})

test('when clients were told is kept with what they were told', (t) => {
	const { kept, trusts } = born(root)
	t.is(kept.told, 0)
	const both = trustingBoth({ kept, trusts }, sourcesBy(other))
	t.is(both.told, now)
	t.is(keptIn(dataOf(both), notesOf(both)).told, now)
	t.is(keptIn(dataOf(kept), notesOf(kept)).told, 0)
	t.is(keptIn(dataOf(kept), { ...notesOf(kept), 'etcd.database.coreos.com/clients-told': 'soon' }).told, 0)
})
