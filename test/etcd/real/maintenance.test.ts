import type { EtcdError } from '../../../etcd/errors.ts'
import { everyMinor } from './binaries.ts'
import { born, joins, pair, switchAuthOn } from './cluster.ts'
import { until, type MemberProcess } from './process.ts'

const codeOf = async (asking: Promise<unknown>): Promise<string> =>
	await asking.then(
		() => 'ok',
		({ code }: EtcdError) => code,
	)

const revisionOf = async ({ client }: MemberProcess): Promise<bigint> =>
	(await client.confirm()).revision ?? 0n

const large = 'x'.repeat(500_000)

everyMinor(
	'hashes alike on every member, at every revision that it still has',
	async (t, etcd) => {
		const { first, second } = await pair(t, etcd)
		for (const key of ['one', 'two', 'one', 'three']) await first.put(key)
		const newest = await revisionOf(first)
		await second.client.confirm()
		const [one, other] = await Promise.all([first, second].map(async ({ client }) => await client.hashKv(0n)))
		t.deepEqual(one, other)
		t.is(one?.revision, newest)
		t.deepEqual(await first.client.hashKv(newest), one)
		const before = await first.client.hashKv(newest - 1n)
		t.is(before.revision, newest - 1n)
		t.not(before.hash, one?.hash)
		t.deepEqual(await second.client.hashKv(newest - 1n), before)
		t.is(await codeOf(first.client.hashKv(newest + 1n)), 'futureRevision')
		await first.client.compact(newest - 1n)
		t.is(await codeOf(first.client.hashKv(newest - 2n)), 'compacted')
		const after = await first.client.hashKv(newest)
		t.like(after, { revision: newest, compactRevision: newest - 1n })
		t.not(after.hash, one?.hash, 'what was forgotten is not hashed')
		await until('the other has compacted, too', async () => {
			const now = await second.client.hashKv(newest)
			return now.hash === after.hash && now.compactRevision === after.compactRevision
		})
	},
	({ hashesKv }) => hashesKv,
)

everyMinor('hashes itself, but not as a learner, or knows no hashes', async (t, etcd) => {
	const seed = await born(t, etcd)
	if (!etcd.dialect.hashesKv) {
		t.regex((await t.throwsAsync(seed.client.hashKv(0n))).message, /unknown method HashKV/)
		return
	}
	t.true((await seed.client.hashKv(0n)).hash > 0)
	if (!etcd.dialect.learners) return
	const { member } = await joins(t, seed)
	t.regex((await t.throwsAsync(member.client.hashKv(0n))).message, /rpc not supported for learner/)
})

everyMinor('compacts, and gives the space back to the disk', async (t, etcd) => {
	const seed = await born(t, etcd)
	for (let times = 0; times < 20; times++) await seed.put('often', large)
	const newest = await revisionOf(seed)
	const full = await seed.client.status()
	t.is(await codeOf(seed.client.compact(newest + 1n)), 'futureRevision')
	await seed.client.compact(newest)
	t.is(await codeOf(seed.client.compact(newest)), 'compacted')
	const compacted = await until('its last batch is written', async () => {
		// 3.4 counts what became free only once something is written.
		await seed.put('more')
		const status = await seed.client.status()
		// Before 3.4 nobody says what is in use.
		return (!etcd.dialect.learners || status.dbSizeInUse * 4n < full.dbSizeInUse) && status
	})
	t.true(compacted.dbSize >= full.dbSize)
	const revision = await revisionOf(seed)
	await seed.client.defragment(20_000)
	const { dbSize } = await seed.client.status()
	t.true(dbSize * 4n < compacted.dbSize, `${compacted.dbSize} became ${dbSize}`)
	t.is(await revisionOf(seed), revision)
})

everyMinor('is full until it has forgotten, was defragmented and is disarmed', async (t, etcd) => {
	const seed = await born(t, etcd, { quotaBytes: 4 * 1024 ** 2 })
	const error = await until('it is full', async () => {
		try {
			await seed.put('often', large)
			return undefined
		} catch (reason) {
			return reason as Error
		}
	})
	t.regex(error.message, /etcdserver: mvcc: database space exceeded/)
	const { memberId } = await seed.client.status()
	const [alarm, ...more] = await seed.client.alarms()
	t.deepEqual([alarm, ...more], [{ memberId, kind: 'NOSPACE' }])
	if (alarm === undefined) return
	await seed.client.compact(await revisionOf(seed))
	await seed.client.defragment(20_000)
	await t.throwsAsync(seed.put('still'), { message: /space exceeded/ })
	await seed.client.disarm(alarm)
	t.deepEqual(await seed.client.alarms(), [])
	await seed.put('again')
	// Disarming what is not armed is no mistake.
	await seed.client.disarm(alarm)
	t.is(await codeOf(seed.client.disarm({ memberId, kind: 'alarm 7' })), 'other')
})

everyMinor(
	'changes nothing while it is called corrupt, reads all the same, and is disarmed',
	async (t, etcd) => {
		const seed = await born(t, etcd)
		await seed.put('one')
		const { memberId } = await seed.client.status()
		const memberID = BigInt(`0x${memberId}`).toString()
		await seed.gateway('maintenance/alarm', { action: 'ACTIVATE', memberID, alarm: 'CORRUPT' })
		t.is(await codeOf(seed.client.compact(1n)), 'corrupt')
		await t.throwsAsync(seed.put('two'), { message: /corrupt cluster/ })
		t.is(await codeOf(seed.client.confirm()), 'ok')
		t.is(await codeOf(seed.client.hashKv(0n)), 'ok')
		await seed.client.disarm({ memberId, kind: 'CORRUPT' })
		await seed.client.compact(1n)
	},
	(_dialect, minor) => minor !== '3.2',
)

everyMinor(
	'with auth on a stranger neither hashes nor defragments, and lately does nothing else',
	async (t, etcd) => {
		const seed = await born(t, etcd)
		await seed.put('one')
		await switchAuthOn(seed)
		const { client } = seed
		t.is(await codeOf(client.hashKv(0n)), etcd.dialect.hashesKv ? 'denied' : 'other')
		t.is(await codeOf(client.defragment(5000)), 'denied')
		const open = etcd.dialect.restoreTool === undefined
		t.is(await codeOf(client.compact(1n)), open ? 'ok' : 'denied')
		t.is(await codeOf(client.disarm({ memberId: '1', kind: 'NOSPACE' })), open ? 'ok' : 'denied')
		t.is(await codeOf(client.downgrade('validate', '3.1')), open ? 'other' : 'denied')
	},
)
