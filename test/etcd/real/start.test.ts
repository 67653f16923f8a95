import { minors } from '../../../api/releases.ts'
import { minorVariables, refusal } from '../../../etcd/arguments.ts'
import { dialects } from '../../../etcd/dialect.ts'
import { everyMinor, knows } from './binaries.ts'
import { born } from './cluster.ts'
import { memberProcess } from './process.ts'

everyMinor('compacts by modes, or only by whole hours', async (t, etcd) => {
	const { compactionModes } = etcd.dialect
	t.is(await knows(etcd, '--auto-compaction-mode=revision'), compactionModes)
	t.is(await knows(etcd, '--auto-compaction-retention=90m'), compactionModes)
	t.true(await knows(etcd, '--auto-compaction-retention=8'))
	for (const [mode, retention, meant] of [
		['Periodic', '8h', /mode":"periodic","auto-compaction-retention":"8h0m0s"|RETENTION=8h?\n/],
		['Periodic', '90m', /mode":"periodic","auto-compaction-retention":"1h30m0s"|RETENTION=90m\n/],
		['Revision', '1000', /mode":"revision"|MODE=revision\n/],
	] as const) {
		const seed = await born(t, etcd, { compaction: { mode, retention } })
		// What 3.2 cannot be told, it is not told.
		t.is(seed.says(meant), compactionModes || retention === '8h', `${mode} ${retention}`)
	}
	const off = await born(t, etcd, { compaction: { mode: 'Off', retention: '1h' } })
	t.false(off.says(/ETCD_AUTO_COMPACTION/))
})

everyMinor('starts by our arguments and variables', async (t, etcd) => {
	const seed = await born(t, etcd, { quotaBytes: 3 * 1024 ** 3 })
	const status = await seed.client.status()
	t.is(status.version, etcd.version)
	t.is(status.leader, status.memberId)
	const { members } = await seed.client.members()
	t.deepEqual(members, [
		{
			id: status.memberId,
			name: 'a',
			peerUrl: seed.peerUrl,
			started: true,
			isLearner: false,
			clientUrls: [`http://${seed.host}:${seed.ports.client}`],
		},
	])
	if (status.quota > 0n) t.is(status.quota, BigInt(3 * 1024 ** 3))
})

everyMinor('has a plain listener, or does not', async (t, etcd) => {
	const seed = await born(t, etcd)
	t.is(await seed.http('metrics', '/metrics'), etcd.dialect.metricsListener ? 200 : undefined)
	t.is(await seed.http('client', '/metrics'), 200)
})

everyMinor('checks for corruption when it is told, once it has data', async (t, etcd) => {
	// With every name that any minor has, as a pod has them whose image changes.
	const seed = await born(t, etcd, { variables: minorVariables(etcd.minor) })
	await seed.kill()
	seed.start(refusal.initialCluster, refusal.initialState)
	await seed.answers()
	const told = Object.keys(etcd.dialect.corruptionChecks).length > 0
	t.is(seed.says(/starting initial corruption check/), told)
	if (etcd.minor === '3.5') t.true(seed.says(/"compact-check-time-enabled":true/))
	if (!etcd.dialect.experimentalPrefix) t.true(seed.says(/"feature-gates":"[^"]*CompactHashCheck=true/))
})

everyMinor('checks nothing when all the names are empty', async (t, etcd) => {
	const empty = Object.fromEntries(Object.keys(minorVariables(etcd.minor)).map((name) => [name, '']))
	const seed = await born(t, etcd, { variables: empty })
	await seed.kill()
	seed.start(refusal.initialCluster, refusal.initialState)
	await seed.answers()
	t.false(
		seed.says(/starting initial corruption check|"compact-check-time-enabled":true|CompactHashCheck=true/),
	)
})

everyMinor(
	'takes the old variables or the new ones and ends when it is given both, or has forgotten the old',
	async (t, etcd) => {
		const old = { ETCD_EXPERIMENTAL_INITIAL_CORRUPT_CHECK: 'true' }
		const seed = await born(t, etcd, { variables: { ETCD_FEATURE_GATES: '', ...old } })
		await seed.kill()
		seed.start(refusal.initialCluster, refusal.initialState)
		await seed.answers()
		// 3.7 has forgotten them.
		t.is(seed.says(/starting initial corruption check/), etcd.minor === '3.6')
		await seed.kill()
		seed.start(refusal.initialCluster, refusal.initialState, { variables: dialects['3.6'].corruptionChecks })
		if (etcd.minor === '3.7') {
			await t.notThrowsAsync(seed.answers())
			return
		}
		const { code, lastWords } = await seed.ended()
		t.not(code, 0)
		t.regex(lastWords, /cannot specify both flags/)
	},
	({ experimentalPrefix }) => !experimentalPrefix,
)

everyMinor(
	'starts with the variables of the minor before: a pod whose image was changed has those',
	async (t, etcd) => {
		const before = minors[minors.indexOf(etcd.minor) - 1]
		const seed = await born(t, etcd, before === undefined ? {} : { asMinor: before })
		t.is((await seed.client.status()).version, etcd.version)
	},
	(_dialect, minor) => minor !== minors[0],
)

everyMinor(
	'starts with the variables of the minor after: whoever steps back has those',
	async (t, etcd) => {
		const after = minors[minors.indexOf(etcd.minor) + 1]
		const seed = await born(t, etcd, after === undefined ? {} : { asMinor: after })
		t.is((await seed.client.status()).version, etcd.version)
	},
	(_dialect, minor) => minor !== minors.at(-1),
)

everyMinor('calls options by another name than a minor after it, or does not', async (t, etcd) => {
	for (const [name, since35] of [
		['peer-skip-client-san-verification=true', false],
		['corrupt-check-time=1h', false],
		['bootstrap-defrag-threshold-megabytes=1', true],
	] as const) {
		t.is(await knows(etcd, `--${name}`), !etcd.dialect.experimentalPrefix, name)
		const early = etcd.minor === '3.2' || (since35 && (etcd.minor === '3.3' || etcd.minor === '3.4'))
		if (etcd.dialect.experimentalPrefix) t.is(await knows(etcd, `--experimental-${name}`), !early, name)
	}
})

everyMinor('ends at a gate that it does not know', async (t, etcd) => {
	// Why gates are told only to minors that have them: a wrong word is fatal, where it is read at all.
	const member = await memberProcess(t, etcd, 'a', { variables: { ETCD_FEATURE_GATES: 'NoSuchGate=true' } })
	member.start(member.listed, 'new')
	if (etcd.dialect.experimentalPrefix) await t.notThrowsAsync(member.answers())
	else t.not((await member.ended()).code, 0)
})
