import { minors } from '../../../api/releases.ts'
import { refusal } from '../../../etcd/arguments.ts'
import { checksOf } from '../../../etcd/dialect.ts'
import type { EtcdError } from '../../../etcd/errors.ts'
import { peek } from '../../../etcd/peek.ts'
import { binaryOf, everyMinor, type Etcd } from './binaries.ts'
import { born, three } from './cluster.ts'
import { until, type MemberProcess } from './process.ts'

const codeOf = async (asking: Promise<unknown>): Promise<string> =>
	await asking.then(
		() => 'ok',
		({ code }: EtcdError) => code,
	)

function before({ minor }: Etcd): Etcd {
	const older = binaryOf(minors[minors.indexOf(minor) - 1] ?? minor)
	if (older === undefined) throw new Error(`there is no binary of the minor before ${minor}`)
	return older
}

async function becomes(member: MemberProcess, etcd: Etcd): Promise<void> {
	await member.stop()
	member.start(refusal.initialCluster, refusal.initialState, { etcd })
	await until('it serves', async () => await member.client.confirm())
}

const clusterVersion = async ({ etcd, host, ports }: MemberProcess): Promise<string | undefined> =>
	(await peek(host, ports.metrics, checksOf(etcd.minor, etcd.version).ready.path ?? ''))?.clusterVersion

/** A leader looks every four seconds. */
async function storageBecomes(members: readonly MemberProcess[], minor: string): Promise<void> {
	await until(`their storage is that of ${minor}`, async () => {
		const all = await Promise.all(members.map(async ({ client }) => await client.status()))
		return all.every(({ storageVersion }) => storageVersion === `${minor}.0`)
	})
}

everyMinor(
	'goes down to the minor before with its data',
	async (t, etcd) => {
		const older = before(etcd)
		const seed = await born(t, etcd)
		const { client } = seed
		await seed.put('kept')
		const { revision } = await client.confirm()
		const { hash } = await client.hashKv(0n)
		await storageBecomes([seed], etcd.minor)
		for (const wrong of [etcd.minor, '3.4', '3.8', 'x', ''])
			t.is(await codeOf(client.downgrade('validate', wrong)), 'badDowngrade', wrong)
		// Both are understood; what is told of it later has no patch.
		await client.downgrade('validate', older.minor)
		await client.downgrade('validate', older.version)
		t.is((await client.status()).downgradeTo, undefined)
		await client.downgrade('enable', older.minor)
		t.is((await client.status()).downgradeTo, `${older.minor}.0`)
		for (const again of ['enable', 'validate'] as const)
			t.is(await codeOf(client.downgrade(again, older.minor)), 'downgradeUnderWay')
		await storageBecomes([seed], older.minor)
		t.is(await clusterVersion(seed), older.minor)
		await becomes(seed, older)
		// Once all are of that minor the leader ends it by itself; of 3.5 only what it would do next tells that.
		await until('nothing is under way', async () =>
			older.dialect.goesDown
				? (await client.status()).downgradeTo === undefined
				: (await codeOf(client.downgrade('validate', before(older).minor))) === 'ok',
		)
		t.is((await client.status()).version, older.version)
		t.is((await client.confirm()).revision, revision)
		t.is((await client.hashKv(0n)).hash, hash)
		t.is(await clusterVersion(seed), older.minor)
	},
	({ goesDown }) => goesDown,
)

everyMinor(
	'comes back from half way down, and then nobody older may start',
	async (t, etcd) => {
		const older = before(etcd)
		const seed = await born(t, etcd)
		const { client } = seed
		t.is(await codeOf(client.downgrade('cancel', '')), 'ok', 'a cancel that fails looks done')
		await client.downgrade('enable', older.minor)
		await storageBecomes([seed], older.minor)
		await client.downgrade('cancel', '')
		t.is((await client.status()).downgradeTo, undefined)
		await storageBecomes([seed], etcd.minor)
		t.is(await clusterVersion(seed), etcd.minor)
		await seed.stop()
		seed.start(refusal.initialCluster, refusal.initialState, { etcd: older })
		const { code, lastWords } = await seed.ended()
		t.not(code, 0)
		t.regex(lastWords, /version \\"3\.7\.0\\" is not supported|"invalid downgrade; server version is lower/)
	},
	({ goesDown }) => goesDown,
)

everyMinor(
	'comes back when one of three is down already',
	async (t, etcd) => {
		const older = before(etcd)
		const [a, b, c] = await three(t, etcd)
		await a.put('kept')
		await until('they speak as they can', async () => (await clusterVersion(a)) === etcd.minor)
		await a.client.downgrade('enable', older.minor)
		await storageBecomes([a, b, c], older.minor)
		await becomes(c, older)
		await c.put('mixed')
		await a.client.downgrade('cancel', '')
		await until('both know', async () => {
			const all = await Promise.all([a, b].map(async ({ client }) => await client.status()))
			return all.every(({ downgradeTo }) => downgradeTo === undefined)
		})
		t.is(await clusterVersion(a), older.minor, 'the oldest decides')
		await becomes(c, etcd)
		await storageBecomes([a, b, c], etcd.minor)
		const hashes = await Promise.all([a, b, c].map(async ({ client }) => await client.hashKv(3n)))
		t.is(new Set(hashes.map(({ hash }) => hash)).size, 1)
	},
	({ goesDown }) => goesDown,
)

everyMinor(
	'has no way down, whatever it says',
	async (t, etcd) => {
		const { client } = await born(t, etcd)
		if (etcd.minor !== '3.5') {
			t.regex((await t.throwsAsync(client.downgrade('validate', '3.1'))).message, /unknown method Downgrade/)
			return
		}
		await client.downgrade('validate', '3.4')
		t.is(await codeOf(client.downgrade('cancel', '')), 'noDowngrade')
		// It does take it down, but neither answers nor tells, and goes on as it is.
		t.not(await codeOf(client.downgrade('enable', '3.4')), 'ok')
		t.is(await codeOf(client.downgrade('validate', '3.4')), 'downgradeUnderWay')
		t.like(await client.status(), { downgradeTo: undefined, storageVersion: '' })
	},
	({ goesDown }) => !goesDown,
)
