// A byte that a disk changed: the database opens, and etcd would serve it.
import type { ExecutionContext } from 'ava'
import { minorVariables, refusal, saysCorrupt, saysRefused } from '../../../etcd/arguments.ts'
import type { Dialect } from '../../../etcd/dialect.ts'
import { everyMinor, type Etcd } from './binaries.ts'
import { three } from './cluster.ts'
import { corruptDatabase } from './corrupt.ts'
import { until, type MemberProcess } from './process.ts'

const value = 'a value that is found again in the file of the database'

const restart = (member: MemberProcess, variables: Readonly<Record<string, string>> = {}): void =>
	member.start(refusal.initialCluster, refusal.initialState, { variables })

async function served(member: MemberProcess): Promise<void> {
	await until(`${member.name} serves`, async () => await member.client.confirm())
}

/** Three with the same data, the last of which is stopped. */
async function alike(t: ExecutionContext, etcd: Etcd, variables: Readonly<Record<string, string>>) {
	const [a, b, c] = await three(t, etcd, { variables })
	await a.put('key', value)
	for (let times = 0; times < 20; times++) await a.put('other')
	await served(c)
	await c.stop()
	return { a, b, c }
}

/** So that there are snapshots of the log. */
const snapshots = { ETCD_SNAPSHOT_COUNT: '10' }

const checks = ({ corruptionChecks }: Dialect): boolean => Object.keys(corruptionChecks).length > 0

everyMinor(
	'ends before it serves when its data is not that of the others, and says so',
	async (t, etcd) => {
		const { a, c } = await alike(t, etcd, snapshots)
		restart(c)
		await served(c)
		t.true(c.says(/starting initial corruption check/))
		await c.stop()
		await corruptDatabase(c, value)
		for (const time of ['first', 'second']) {
			restart(c)
			const { code, lastWords } = await c.ended()
			t.not(code, 0, time)
			t.true(saysCorrupt(lastWords), lastWords)
			t.false(saysRefused(lastWords))
		}
		t.deepEqual(await a.client.alarms(), [])
	},
	checks,
)

everyMinor(
	'says the same of itself when it is one of the others that is corrupt; hashes tell which',
	async (t, etcd) => {
		const { a, b, c } = await alike(t, etcd, snapshots)
		await corruptDatabase(c, value)
		restart(c, Object.fromEntries(Object.keys(minorVariables(etcd.minor)).map((name) => [name, ''])))
		await served(c)
		const hashes = await Promise.all([a, b, c].map(async ({ client }) => await client.hashKv(22n)))
		t.deepEqual(hashes[0], hashes[1])
		t.not(hashes[0]?.hash, hashes[2]?.hash)
		t.deepEqual({ ...hashes[0], hash: 0 }, { ...hashes[2], hash: 0 })
		await a.stop()
		restart(a)
		const { code, lastWords } = await a.ended()
		t.not(code, 0)
		t.true(saysCorrupt(lastWords), lastWords)
	},
	checks,
)

everyMinor(
	'asks nobody before its first snapshot of the log, or asks all the same',
	async (t, etcd) => {
		const { c } = await alike(t, etcd, {})
		await corruptDatabase(c, value)
		restart(c)
		// Until 3.6 it knows the others only from such a snapshot when it would ask them.
		if (etcd.dialect.experimentalPrefix) await served(c)
		else t.true(saysCorrupt((await c.ended()).lastWords))
		t.is(c.says(/no corruption/), etcd.dialect.experimentalPrefix)
	},
	checks,
)
