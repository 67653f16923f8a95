// Leases as etcdctl shows them, from their grant to their end.
import type { MemberProcess } from '../../etcd/real/process.ts'
import { everyMinor } from '../../etcd/real/binaries.ts'
import { born } from '../../etcd/real/cluster.ts'
import { etcdctl, ours, type Outcome } from './both.ts'

const formats = ['simple', 'json', 'fields'] as const

/** The id that a member chose, by which its leases are told from another's. */
const idIn = ({ out }: Outcome): string => /lease ([0-9a-f]{16}) granted/.exec(out.toString())?.[1] ?? ''

const since = (text: string): string =>
	text.replace(/remaining\(\d+s\)/, 'remaining()').replace(/"ttl":\d+|"TTL" : \d+/, 'TTL')

everyMinor('shows a lease as etcdctl does', async (t, etcd) => {
	const seed = await born(t, etcd)
	const id = idIn(await ours(seed, ['lease', 'grant', '1000']))
	t.is(id.length, 16)
	await ours(seed, ['put', 'two words', '2', `--lease=${id}`])
	const list = etcd.minor === '3.2' ? [] : [['lease', 'list']]
	const lines = [
		['lease', 'timetolive', id],
		['lease', 'timetolive', id, '--keys'],
		['lease', 'keep-alive', id, '--once'],
		['get', 'two words'],
		['get', 'two words', '--hex'],
	]
	for (const line of [...lines, ...list])
		for (const format of formats) {
			const words = [...line, '-w', format]
			const [their, our] = [await etcdctl(seed, words), await ours(seed, words)]
			if (words.includes('--hex') && format === 'json') {
				t.true(our.out.toString().includes(`"lease":"${id}"`), 'with hex its id is a text')
				continue
			}
			t.is(since(our.out.toString()), since(their.out.toString()), words.join(' '))
			t.is(our.code, 0)
		}
	await ours(seed, ['put', 'one', '1', '--lease', id])
	const kept = await ours(seed, ['put', 'one', '3', '--ignore-lease', '-w', 'json'])
	t.is(kept.code, 0)
	t.true(
		(await etcdctl(seed, ['get', 'one', '-w', 'fields', '--hex'])).out.toString().includes(`"Lease" : ${id}`),
	)
	const revoked = await ours(seed, ['lease', 'revoke', id])
	t.is(revoked.out.toString(), `lease ${id} revoked\n`)
	t.is((await etcdctl(seed, ['get', 'one'])).out.length, 0)
	for (const words of [
		['lease', 'timetolive', id],
		['lease', 'revoke', id],
		['lease', 'keep-alive', id, '--once'],
	]) {
		const [their, our] = [await etcdctl(seed, words), await ours(seed, words)]
		t.is(our.out.toString(), their.out.toString(), words.join(' '))
		t.is(our.code === 0, their.code === 0, words.join(' '))
	}
	const none = await ours(seed, ['put', 'one', '1', '--lease', '1'])
	t.is(none.code, 1)
	t.regex(none.err, /requested lease not found/)
})

async function granted(seed: MemberProcess, words: readonly string[]): Promise<string> {
	const { out } = await ours(seed, words)
	return out.toString()
}

everyMinor('keeps a lease alive until somebody ends it', async (t, etcd) => {
	const seed = await born(t, etcd)
	for (const format of formats) t.regex(await granted(seed, ['lease', 'grant', '60', '-w', format]), /60/)
	const id = idIn(await ours(seed, ['lease', 'grant', '2']))
	const renewed = new Promise<void>((resolve) => {
		let count = 0
		void ours(seed, ['lease', 'keep-alive', id], {
			onOut(piece) {
				if (/keepalived/.test(piece.toString())) count++
				if (count === 5) void ours(seed, ['lease', 'revoke', id])
				if (/expired or revoked/.test(piece.toString()) && count >= 5) resolve()
			},
		})
	})
	await renewed
	t.pass()
})
