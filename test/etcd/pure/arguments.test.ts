import test from 'ava'
import { minors, type Minor } from '../../../api/releases.ts'
import { dialects } from '../../../etcd/dialect.ts'
import {
	memberArguments,
	memberVariables,
	minorVariables,
	peerUrl,
	refusal,
	saysCorrupt,
	saysRefused,
	type MemberArguments,
	type MemberOptions,
} from '../../../etcd/arguments.ts'

const member: MemberArguments = {
	name: 'db-a',
	host: 'db-a.db.here.svc',
	peerScheme: 'http',
	clientScheme: 'http',
	anyAddress: '0.0.0.0',
	dataDir: '/var/etcd/data',
	initialCluster: '$(INITIAL_CLUSTER)',
	initialState: '$(INITIAL_CLUSTER_STATE)',
	token: 'here/db/1',
}

const compaction = { mode: 'Periodic', retention: '1h' } as const
const variables = (minor: Minor, more: Partial<MemberOptions> = {}) =>
	memberVariables({ minor, anyAddress: '0.0.0.0', quotaBytes: undefined, compaction, ...more })

test('a member advertises its name and listens everywhere', (t) => {
	const args = memberArguments(member)
	t.true(args.includes('--initial-advertise-peer-urls=http://db-a.db.here.svc:2380'))
	t.true(args.includes('--listen-peer-urls=http://0.0.0.0:2380'))
	t.true(args.includes('--listen-client-urls=http://0.0.0.0:2379'))
	t.true(args.includes('--initial-cluster=$(INITIAL_CLUSTER)'))
	t.true(args.includes('--strict-reconfig-check=true'))
})

test('peers and clients can differ in TLS, and a network can be IPv6', (t) => {
	const args = memberArguments({ ...member, peerScheme: 'https', anyAddress: '[::]' })
	t.true(args.includes(`--initial-advertise-peer-urls=${peerUrl('https', member.host)}`))
	t.true(args.includes('--listen-peer-urls=https://[::]:2380'))
	t.true(args.includes('--listen-client-urls=http://[::]:2379'))
	t.is(variables('3.6', { anyAddress: '[::]' })['ETCD_LISTEN_METRICS_URLS'], 'http://[::]:2381')
})

test('variables give way: none of them is an argument, too, which etcd would prefer', (t) => {
	const flags = memberArguments(member).map((argument) => argument.split('=')[0] ?? '')
	const asFlag = (name: string) =>
		`--${name
			.replace(/^ETCD_/, '')
			.toLowerCase()
			.replaceAll('_', '-')}`
	for (const minor of minors)
		for (const name of Object.keys(variables(minor, { quotaBytes: 1 }))) t.false(flags.includes(asFlag(name)))
})

test('every minor is told of the plain listener and of two learners', (t) => {
	for (const minor of minors) {
		t.is(variables(minor)['ETCD_LISTEN_METRICS_URLS'], 'http://0.0.0.0:2381')
		t.is(variables(minor)['ETCD_MAX_LEARNERS'], '2')
		t.is(variables(minor)['ETCD_QUOTA_BACKEND_BYTES'], undefined)
		t.is(variables(minor, { quotaBytes: 8 * 1024 ** 3 })['ETCD_QUOTA_BACKEND_BYTES'], '8589934592')
	}
})

test('only gates that a minor has are switched on: an unknown gate is fatal where gates are known', (t) => {
	const gated = minors.filter((minor) => minorVariables(minor)['ETCD_FEATURE_GATES'] !== '')
	t.deepEqual(gated, ['3.6', '3.7'])
	const experimental = minors.filter((minor) =>
		Object.entries(minorVariables(minor)).some(
			([name, value]) => name.startsWith('ETCD_EXPERIMENTAL_') && value !== '',
		),
	)
	t.deepEqual(experimental, ['3.3', '3.4', '3.5'])
})

test('every minor has every name, and a value only for its own', (t) => {
	const names = [
		'ETCD_EXPERIMENTAL_INITIAL_CORRUPT_CHECK',
		'ETCD_EXPERIMENTAL_COMPACT_HASH_CHECK_ENABLED',
		'ETCD_FEATURE_GATES',
		'ETCD_SNAPSHOT_COUNT',
	]
	for (const minor of minors) {
		const all = minorVariables(minor, '3.7')
		t.deepEqual(Object.keys(all), names)
		const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
		t.deepEqual(given, dialects[minor].corruptionChecks)
	}
})

test('the last two that read the old API wash a log, and only where there may be something to wash', (t) => {
	const counts = minors.map((minor) => minorVariables(minor)['ETCD_SNAPSHOT_COUNT'])
	t.deepEqual(counts, ['', '', '1000', '1000', '', ''])
})

const compacts = test.macro({
	exec: (
		t,
		minor: Minor,
		mode: MemberOptions['compaction']['mode'],
		retention: string,
		expected: readonly [string | undefined, string | undefined],
	) => {
		const of = variables(minor, { compaction: { mode, retention } })
		t.deepEqual([of['ETCD_AUTO_COMPACTION_MODE'], of['ETCD_AUTO_COMPACTION_RETENTION']], [...expected])
	},
	title: (_given: string | undefined, minor: Minor, mode: string, retention: string) =>
		`${minor} with compaction ${mode} ${retention}`,
})

test(compacts, '3.2', 'Periodic', '8h', [undefined, '8'])
test(compacts, '3.2', 'Periodic', '90m', [undefined, undefined])
test(compacts, '3.2', 'Periodic', '1h30m', [undefined, undefined])
test(compacts, '3.2', 'Revision', '1000', [undefined, undefined])
test(compacts, '3.2', 'Off', '8h', [undefined, undefined])
test(compacts, '3.3', 'Periodic', '90m', ['periodic', '90m'])
test(compacts, '3.5', 'Revision', '1000', ['revision', '1000'])
test(compacts, '3.7', 'Periodic', '8h', ['periodic', '8h'])
test(compacts, '3.7', 'Off', '8h', [undefined, undefined])

test('the refusal names nobody of us, and its words are known again', (t) => {
	t.false(refusal.initialCluster.startsWith(`${member.name}=`))
	t.true(refusal.initialCluster.includes('.invalid:'))
	t.true(
		saysRefused(
			`2026-11-18 21:32:53.699063 C | etcdmain: couldn't find local name "m1" in the initial cluster configuration`,
		),
	)
	t.true(
		saysRefused(
			String.raw`{"level":"fatal","msg":"discovery failed","error":"couldn't find local name \"m1\" in the initial cluster configuration"}`,
		),
	)
	t.false(saysRefused('the member has been permanently removed from the cluster'))
	t.false(saysRefused(''))
})

test('the last words of one that is not like the others are known', (t) => {
	t.true(
		saysCorrupt(
			'2026-11-19 05:17:12.894020 C | etcdmain: 296c25d326824e6d found data inconsistency with peers',
		),
	)
	t.true(
		saysCorrupt(
			String.raw`{"level":"fatal","msg":"discovery failed","error":"d5d2c1ffca275889 found data inconsistency with peers"}`,
		),
	)
	t.false(saysCorrupt('{"msg":"initial corruption checking passed; no corruption"}'))
	t.false(saysCorrupt(''))
})
