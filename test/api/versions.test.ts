import test from 'ava'
import { imageOf, missingAtBirth, repositoryOf } from '../../api/defaults.ts'
import { addReleases } from '../../api/more-releases.ts'
import { defragHarm, releases } from '../../api/releases.ts'
import { judge } from '../../api/judge.ts'
import { goesBack, mayRun } from '../../api/running.ts'
import { better } from '../../api/rules/version.ts'
import { compareVersions, minorsBetween, parseVersion, sameVersion, versionText } from '../../api/version.ts'
import { plain } from '../admission/rows/row.ts'

const parsed = (text: string) => {
	const version = parseVersion(text)
	if (version === undefined) throw new Error(`${text} was not read`)
	return version
}

test('both spellings are one version, and what is written stays as it is', (t) => {
	t.true(sameVersion('v3.5.21', '3.5.21'))
	t.false(sameVersion('3.5.21', '3.5.22'))
	t.true(sameVersion('latest', 'latest'))
	t.false(sameVersion('latest', '3.5.21'))
	t.is(versionText(parsed('v3.6.0-rc.1')), '3.6.0-rc.1')
})

test('order: numbers as numbers, a candidate before its release, a build with it', (t) => {
	const sorted = ['3.5.9', '3.5.10', '3.6.0-rc.1', '3.6.0', '3.10.0'].map(parsed)
	t.deepEqual(sorted.toReversed().toSorted(compareVersions), sorted)
	t.is(compareVersions(parsed('3.6.0-debian'), parsed('3.6.0')), 0)
	t.is(minorsBetween(parsed('3.5.1'), parsed('3.7.0')), 2)
	t.is(minorsBetween(parsed('3.7.0'), parsed('3.5.1')), -2)
	t.true(Math.abs(minorsBetween(parsed('3.7.0'), parsed('4.0.0'))) > 1)
})

test('every recommended release is of its minor and has no known defect', (t) => {
	for (const [minor, version] of Object.entries(releases.recommended)) {
		t.true(version.startsWith(`${minor}.`))
		const found = judge('EtcdCluster', undefined, { metadata: { name: 'a' }, spec: { ...plain, version } })
		t.false(
			found.some(({ rule }) => rule === 'versionKnownBad' || rule === 'versionLosesDataAlone'),
			version,
		)
		t.is(better(parsed(version), releases), releases.forNewClusters)
	}
})

test('what was left out is filled in by when it was left out', (t) => {
	t.deepEqual(missingAtBirth({}), { version: '3.6.16', repository: 'gcr.io/etcd-development/etcd' })
	t.is(repositoryOf('v3.3.27'), 'quay.io/coreos/etcd')
	t.is(repositoryOf('3.4.23'), 'gcr.io/etcd-development/etcd')
	t.deepEqual(imageOf({ spec: {} }), { version: '3.2.13', repository: 'quay.io/coreos/etcd' })
	t.deepEqual(imageOf({ spec: {}, status: { currentVersion: '3.5.35' } }), {
		version: '3.5.35',
		repository: 'gcr.io/etcd-development/etcd',
	})
	const birth = { version: '3.7.3', repository: 'r.test/etcd' }
	t.deepEqual(imageOf({ spec: {}, status: { birth, currentVersion: '' } }), birth)
	t.is(imageOf({ spec: {}, status: { birth, currentVersion: '3.5.35' } }).version, '3.5.35')
	t.deepEqual(imageOf({ spec: { version: 'v3.6.16' }, status: { birth } }), { ...birth, version: 'v3.6.16' })
})

test('a status is believed alone only when it answers the stored spec', (t) => {
	const stored = (observedGeneration: number | undefined) => ({
		metadata: { generation: 2 },
		spec: { version: '3.6.16' },
		status: {
			currentVersion: '3.5.35',
			targetVersion: '3.6.15',
			...(observedGeneration !== undefined && { observedGeneration }),
		},
	})
	const versions = (generation: number | undefined) => mayRun(stored(generation)).map(versionText)
	t.deepEqual(versions(2), ['3.5.35', '3.6.15'])
	t.deepEqual(versions(1), ['3.5.35', '3.6.15', '3.6.16'])
	t.deepEqual(versions(undefined), ['3.5.35', '3.6.15', '3.6.16'])
	t.true(goesBack(stored(2), '3.5.35'))
	t.false(goesBack(stored(1), '3.5.35'))
	t.false(goesBack(stored(2), '3.5.34'))
})

test('mounted release data adds, and takes nothing away', (t) => {
	const { releases: more, ignored } = addReleases(releases, {
		defects: [{ from: '3.6.14', to: '3.6.16', harm: 'can stop', verdict: 'refuse' }],
		floors: [{ from: '3.5', to: '3.6', source: '3.5.34', target: '3.6.1' }],
		recommended: { '3.6': '3.6.17', '3.5': '3.5.1' },
		endOfLife: { '3.5': 'no fixes', '3.4': 'nothing' },
	})
	t.deepEqual(ignored, [])
	const refused = judge('EtcdCluster', undefined, { metadata: { name: 'a' }, spec: plain }, more)
	t.deepEqual(
		refused.map(({ message }) => message),
		['3.6.16 can stop; write 3.6.17'],
	)
	t.is(more.forNewClusters, '3.6.17')
	const bad = { defects: [{ from: '3.6.16', to: '3.6.16', harm: 'can stop', verdict: 'refuse' }] }
	t.is(addReleases(releases, bad).releases.forNewClusters, '3.7.3')
	t.true(releases.defects.every((one) => more.defects.includes(one)))
	t.is(more.floors.find(({ to }) => to === '3.6')?.source, '3.5.34')
	t.is(more.floors.find(({ to }) => to === '3.6')?.target, '3.6.11')
	t.is(more.floors.find(({ to }) => to === '3.7')?.source, '3.6.11')
	t.is(more.recommended['3.5'], releases.recommended['3.5'])
	t.is(more.endOfLife['3.4'], releases.endOfLife['3.4'])
	t.is(more.endOfLife['3.5'], 'no fixes')
})

test('what cannot be used of it is named, and the rest holds', (t) => {
	const { releases: more, ignored } = addReleases(releases, {
		defects: [
			{ from: '3.5.1', to: '3.6.1', harm: 'x' },
			{ from: '3.6.1', to: '3.6.2' },
			{ from: '3.6.1', to: '3.6.2', harm: 'x', verdict: 'Refuse' },
			7,
		],
		floors: [
			{ from: '3.1', to: '3.2' },
			{ from: '3.6', to: '3.7', source: 3.7 },
		],
		endOfLife: { '3.9': 'no fixes', '3.5': 7 },
		recommended: { '3.6': '3.5.1', '9.9': '9.9.9' },
		remove: ['3.5.0'],
	})
	t.deepEqual(ignored, [
		'remove: is unknown; write defects, floors, recommended, endOfLife',
		'defects: "3.5.1" to "3.6.1" is no range of releases of one minor',
		'defects: 3.6.1 to 3.6.2 has no harm; write what it can do',
		'defects: 3.6.1 to 3.6.2 has an unknown verdict; write refuse or warn',
		'defects: "" to "" is no range of releases of one minor',
		'floors: there is no step from "3.1" to "3.2"',
		'floors: from "3.6" to "3.7" needs source and target such as "3.6.19", in quotes',
		'recommended: "3.6" needs a release of that minor',
		'recommended: "9.9" needs a release of that minor',
		'endOfLife: "3.9" needs a minor that we know, and what it lacks',
		'endOfLife: "3.5" needs a minor that we know, and what it lacks',
	])
	t.deepEqual(more, releases)
	t.deepEqual(addReleases(releases, { defects: {} }).ignored, ['defects: is no list'])
	t.deepEqual(addReleases(releases, undefined), { releases, ignored: [] })
	t.is(addReleases(releases, ['x']).ignored.length, 1)
})

for (const [version, harm] of [
	['3.5.4', '3.5.4 can diverge after a crash in defrag'],
	['v3.5.5', 'v3.5.5 can diverge after a crash in defrag'],
	['3.5.6', undefined],
	['3.4.23', undefined],
	['3.6.16', undefined],
	['latest', undefined],
] as const)
	test(`${version} is ${harm === undefined ? '' : 'not '}defragmented`, (t) => {
		t.is(defragHarm(version, releases), harm)
	})

test('mounted release data can forbid it', (t) => {
	const { releases: more } = addReleases(releases, {
		defects: [{ from: '3.6.15', to: '3.6.16', harm: 'can stop in defrag', noDefrag: true }],
	})
	t.is(defragHarm('3.6.16', more), '3.6.16 can stop in defrag')
	t.is(defragHarm('3.6.14', more), undefined)
})
