// Members one by one: well, full, gone, chosen by name; and ids as texts.
import { everyMinor } from '../../etcd/real/binaries.ts'
import { born, joins, pair } from '../../etcd/real/cluster.ts'
import type { MemberProcess } from '../../etcd/real/process.ts'
import { endpointOf, etcdctl, ours } from './both.ts'

const anyTime = (text: string): string => text.replace(/\d[\d.]*(µs|ms|s)\b/g, 'TIME')
const formats = ['simple', 'json', 'fields'] as const

/** As a member does that is full. */
async function fill(member: MemberProcess): Promise<void> {
	const { memberId } = await member.client.status()
	const alarm = { action: 'ACTIVATE', memberID: BigInt(`0x${memberId}`).toString(), alarm: 'NOSPACE' }
	await member.gateway('maintenance/alarm', alarm)
}

everyMinor('is well, and then is full, as etcdctl says it', async (t, etcd) => {
	const seed = await born(t, etcd)
	for (const isFull of [false, true]) {
		if (isFull) await fill(seed)
		for (const format of formats)
			for (const words of [
				['endpoint', 'health', '-w', format],
				...(isFull || etcd.dialect.learners ? [['alarm', 'list', '-w', format]] : []),
				['endpoint', 'status', '-w', format],
			]) {
				// Without a header, which they leave out before 3.5, etcdctl ends in a panic.
				if (['3.2', '3.3', '3.4'].includes(etcd.minor) && words[0] === 'alarm' && format === 'fields')
					continue
				const [their, our] = [await etcdctl(seed, words), await ours(seed, words)]
				t.is(anyTime(our.out.toString()), anyTime(their.out.toString()), words.join(' '))
				t.is(our.code === 0, their.code === 0, words.join(' '))
			}
	}
	const ill = await ours(seed, ['endpoint', 'health'])
	t.regex(ill.err, /is unhealthy: failed to commit proposal: Active Alarm\(s\): NOSPACE/)
	const full = await ours(seed, ['put', 'a', '1'])
	t.is(full.code, 1)
	t.regex(full.err, /database space exceeded/)
})

everyMinor('says which member does not answer, and asks another', async (t, etcd) => {
	const { first, second } = await pair(t, etcd)
	await first.put('key', 'value')
	const both = [first, second]
	const status = await ours(both, ['endpoint', 'status', '-w', 'json'])
	const told = JSON.parse(status.out.toString()) as { Endpoint: string }[]
	t.deepEqual(
		told.map(({ Endpoint }) => Endpoint),
		both.map(endpointOf),
	)
	await first.kill()
	const after = await ours(both, ['endpoint', 'status'])
	t.is(after.code, 1)
	t.is(after.out.toString().split('\n').length, 2)
	t.true(after.err.startsWith(`no status of ${endpointOf(first)}: `))
	const health = await ours(both, ['endpoint', 'health', '--command-timeout=1s'])
	t.is(health.code, 1)
	t.is(health.out.length, 0, 'nobody is well without a quorum')
	const local = await ours(both, ['get', 'key', '--consistency=s'])
	t.is(local.out.toString(), 'key\nvalue\n', local.err)
	const none = await ours(both, ['get', 'key', '--command-timeout=1s'])
	t.is(none.code, 1)
	// A member that was told the deadline may hang up at it instead of saying so.
	t.regex(none.err, /without a quorum nothing is written|does not answer: the connection was cut/)
	const chosen = await ours(both, ['get', 'key', '--consistency=s'], { member: endpointOf(first) })
	t.is(chosen.code, 1)
	t.regex(chosen.err, /does not answer/)
	const put = await ours(both, ['put', 'key', 'other', '--command-timeout=1s'])
	t.is(put.code, 1)
	t.regex(put.err, /it may have been done all the same: look before you repeat it/)
	const stranger = await ours(both, ['get', 'key'], { member: 'orders-9' })
	t.regex(stranger.err, /the cluster has no member "orders-9"/)
})

everyMinor(
	'passes learners by',
	async (t, etcd) => {
		const seed = await born(t, etcd)
		const { member: learner } = await joins(t, seed)
		t.is((await ours([learner, seed], ['put', 'key', 'value'])).code, 0)
		t.is((await ours([learner, seed], ['get', 'key'])).out.toString(), 'key\nvalue\n')
	},
	({ learners }) => learners,
)

everyMinor('with hex all ids are texts', async (t, etcd) => {
	const seed = await born(t, etcd)
	const { memberId, clusterId } = await seed.client.status()
	await seed.put('key')
	for (const line of [
		'get key',
		'put key 1 --prev-kv',
		'member list',
		'endpoint status',
		'del key',
		'role list',
	]) {
		const { out } = await ours(seed, [...line.split(' '), '-w', 'json', '--hex'])
		t.true(out.toString().includes(`"cluster_id":"${clusterId}","member_id":"${memberId}"`), line)
		t.notRegex(out.toString(), /\d{16,}(?![0-9a-f]*")/, line)
	}
	const words = ['member', 'list', '-w', 'json', '--hex']
	t.is((await ours(seed, words)).out.toString(), (await etcdctl(seed, words, {}, '3.7')).out.toString())
})
