import { change, create, plain, ran, runs, type Row } from './row.ts'

const of = (version: string, rest: object = {}) => ({ ...plain, version, ...rest })
const skips = (to: string, from: string) => ({
	refused: { versionSkipsAMinor: `${to} is more than one minor from ${from}; go minor by minor` },
})
const down = (to: string) => ({ annotations: { 'etcd.database.coreos.com/allow-downgrade': to } })
const below = (to: string, from: string) => `${to} is below ${from}, which members run or were told to run`
const eol = { versionEndOfLife: 'is at its end of life' }
const advised = (version: string) => ({ warned: { versionKnownBad: `${version} can` } })

export const versions: readonly Row[] = [
	...['3.5.35', '3.6.16', 'v3.6.16', '3.7.3'].map((version) => create(`version ${version}`, of(version))),
	create('version 3.2.13, of 2018', of('3.2.13'), {
		warned: {
			versionEndOfLife: '3.2.13 is at its end of life (no fixes, no learners, no restores)',
		},
	}),
	create('version 3.3.27', of('3.3.27'), { warned: eol }),
	create('version 3.4.45', of('3.4.45'), { warned: eol }),
	create('version 3.4.20', of('3.4.20'), {
		warned: {
			...eol,
			versionKnownBad: '3.4.20 can lose acknowledged writes of a single member; write 3.4.45',
		},
	}),
	create('no version', { size: 3, pod: plain.pod }),
	...['3.1.10', '3.8.0', '2.3.8', '4.0.0'].map((version) =>
		create(`version ${version}`, of(version), {
			refused: {
				versionUnsupported: `${version} is not supported; write one from 3.2 to 3.7, such as 3.6.16`,
			},
			bySchema: true,
		}),
	),
	...['latest', '3.6', '', '3.6.16.1', '3.6.x', 'vv3.6.16', ' 3.6.16', '３.6.16', '3.9999999999.1'].map(
		(version) =>
			create(`version "${version}"`, of(version), {
				refused: { versionUnreadable: `"${version}" is not an etcd version; write one such as 3.6.16` },
				bySchema: true,
			}),
	),
	...['3.5.0', '3.5.1', '3.5.2'].map((version) =>
		create(`version ${version}`, of(version), {
			refused: {
				versionKnownBad: `${version} can lose committed writes on a member that is killed; write 3.5.35`,
			},
		}),
	),
	create('version 3.5.10', of('3.5.10'), {
		warned: { versionKnownBad: '3.5.10 can go back in revision after a crash; write 3.5.35' },
	}),
	create('one member of 3.5.4', of('3.5.4', { size: 1 }), {
		refused: {
			versionLosesDataAlone:
				'3.5.4 can lose acknowledged writes of a single member; write 3.5.35, or a size of 3',
		},
		...advised('3.5.4'),
	}),
	change('3.5.4 shrinks to one member', of('3.5.4'), of('3.5.4', { size: 1 }), {
		refused: { versionLosesDataAlone: 'of a single member' },
	}),
	create('3.7.0', of('3.7.0'), { warned: { versionKnownBad: 'TLS handshakes; write 3.7.3' } }),
	create('a candidate', of('3.7.3-rc.1'), {
		warned: { versionIsNoRelease: '3.7.3-rc.1 is no release of etcd; judged as 3.7.3' },
	}),
	create('somebody’s build', of('3.6.16-debian-12'), { warned: { versionIsNoRelease: 'is no release' } }),

	change('a patch up', of('3.6.14'), of('3.6.16'), { status: runs('3.6.14') }),
	change('only the spelling', of('3.5.1'), of('v3.5.1'), { status: runs('3.5.1') }),
	change('a minor up, 3.5 to 3.6', of('3.5.35'), of('3.6.16'), { status: runs('3.5.35') }),
	change('a minor up, 3.6 to 3.7', of('3.6.16'), of('3.7.3'), { status: runs('3.6.16') }),
	change('a minor up, 3.2 to 3.3', of('3.2.13'), of('3.3.27'), { status: ran('3.2.13'), warned: eol }),
	change('a minor up, 3.4 to 3.5, from too low', of('3.4.23'), of('3.5.35'), {
		status: runs('3.4.23'),
		warned: {
			versionBelowFloor: '3.5.35 is better reached from 3.4.45 or later than from 3.4.23',
		},
	}),
	change('a minor up, 3.4 to 3.5, to too low', of('3.4.45'), of('3.5.30'), {
		status: runs('3.4.45'),
		warned: {
			versionBelowFloor: '3.5.30 is below 3.5.33, the first fit to upgrade to; write 3.5.35',
			versionKnownBad: 'TLS handshakes',
		},
	}),
	change('two minors up', of('3.4.45'), of('3.6.16'), {
		status: runs('3.4.45'),
		...skips('3.6.16', '3.4.45'),
		bySchema: true,
	}),
	change('two minors up by the status, one by the spec', of('3.5.35'), of('3.6.16'), {
		status: ran('3.4.45'),
		refused: {
			versionSkipsAMinor: '3.6.16 is more than one minor from 3.4.45; go minor by minor, to 3.5.35 next',
		},
	}),
	change('two minors up while the status lags', of('3.7.3'), of('3.5.35'), {
		status: ran('3.6.16'),
		...skips('3.5.35', '3.7.3'),
		bySchema: true,
	}),
	change('two minors down', of('3.7.3'), of('3.5.35'), {
		status: runs('3.7.3'),
		...skips('3.5.35', '3.7.3'),
		bySchema: true,
	}),
	change('two minors down, with the annotation', of('3.7.3'), of('3.5.35'), {
		status: runs('3.7.3'),
		...down('3.5'),
		...skips('3.5.35', '3.7.3'),
		bySchema: true,
	}),
	change('another major', of('3.7.3'), of('2.3.8'), {
		status: runs('3.7.3'),
		refused: { versionUnsupported: '2.3.8 is not supported', versionSkipsAMinor: 'more than one minor' },
		bySchema: true,
	}),

	change('3.5.20 to 3.6', of('3.5.20'), of('3.6.16'), {
		status: runs('3.5.20'),
		refused: {
			versionBelowFloor:
				'3.6.16 needs members of 3.5.26 or later and some run 3.5.20; go to 3.5.35 first, since removed members come back as voters otherwise',
		},
	}),
	change('3.5.35 by the spec, 3.5.20 by the status, to 3.6', of('3.5.35'), of('3.6.16'), {
		status: ran('3.5.20'),
		refused: { versionBelowFloor: 'some run 3.5.20' },
	}),
	change('one member still on 3.5.20, to 3.6', of('3.5.35'), of('3.6.16'), {
		status: {
			...runs('3.5.35'),
			memberStates: [
				{ name: 'a', version: '3.5.35' },
				{ name: 'b', version: '3.5.20' },
			],
		},
		refused: { versionBelowFloor: 'some run 3.5.20' },
	}),
	change('3.5.26 to 3.6', of('3.5.26'), of('3.6.16'), {
		status: runs('3.5.26'),
		warned: { versionBelowFloor: '3.6.16 is better reached from 3.5.32 or later than from 3.5.26' },
	}),
	change('3.5.35 to 3.6.2', of('3.5.35'), of('3.6.2'), {
		status: runs('3.5.35'),
		refused: { versionBelowFloor: '3.6.2 is below 3.6.11, the first fit to upgrade to; write 3.6.16' },
		warned: { versionKnownBad: '3.6.2 can fail at its first start' },
	}),
	change('3.6.10 to 3.7', of('3.6.10'), of('3.7.3'), {
		status: runs('3.6.10'),
		refused: {
			versionBelowFloor: '3.7.3 needs members of 3.6.11 or later and some run 3.6.10; go to 3.6.16 first',
		},
	}),
	change('3.6.16 to 3.7.0', of('3.6.16'), of('3.7.0'), {
		status: runs('3.6.16'),
		refused: { versionBelowFloor: '3.7.0 is below 3.7.1, the first fit to upgrade to; write 3.7.3' },
		warned: { versionKnownBad: 'TLS handshakes' },
	}),

	change('3.7 down to 3.6', of('3.7.3'), of('3.6.16'), {
		status: runs('3.7.3'),
		refused: {
			versionGoesDown: `${below('3.6.16', '3.7.3')}; if that is meant, add the annotation etcd.database.coreos.com/allow-downgrade: "3.6"`,
		},
	}),
	change('3.7 down to 3.6, with the annotation', of('3.7.3'), of('3.6.16'), {
		status: runs('3.7.3'),
		...down('3.6'),
		warned: { versionGoesDown: 'permits it' },
	}),
	change('3.6 down to 3.5, with the annotation', of('3.6.16'), of('3.5.35'), {
		status: runs('3.6.16'),
		...down('3.5'),
		warned: { versionGoesDown: 'permits it' },
	}),
	change('3.7 down to 3.6, with the annotation of another step', of('3.7.3'), of('3.6.16'), {
		status: runs('3.7.3'),
		...down('3.5'),
		refused: { versionGoesDown: 'add the annotation' },
	}),
	change('3.5 down to 3.4, with an annotation', of('3.5.35'), of('3.4.45'), {
		status: runs('3.5.35'),
		...down('3.4'),
		refused: { versionGoesDown: 'etcd goes down from 3.6 and later only' },
		warned: eol,
	}),
	change('a patch down', of('3.6.16'), of('3.6.14'), {
		status: runs('3.6.16'),
		warned: { versionGoesDown: '3.6.14 is an earlier patch than 3.6.16; its fixes are lost' },
	}),
	change('a patch down to a bad one', of('3.5.35'), of('3.5.2'), {
		status: runs('3.5.35'),
		refused: { versionKnownBad: '3.5.2 can lose committed writes' },
		warned: { versionGoesDown: 'an earlier patch' },
	}),
	change('down by the old spec, with an old status', of('3.6.16'), of('3.5.35'), {
		status: ran('3.5.35'),
		refused: { versionGoesDown: below('3.5.35', '3.6.16') },
	}),
	change('down by the old spec, with no status', of('3.6.16'), of('3.5.35'), {
		refused: { versionGoesDown: below('3.5.35', '3.6.16') },
	}),
	change(
		'down by the spec, not by what members run',
		of('3.6.16', { paused: true }),
		of('3.5.35', { paused: true }),
		{
			status: runs('3.5.35'),
		},
	),
	change('up by the spec, down by what members run', of('3.5.35'), of('3.6.16'), {
		status: runs('3.7.3'),
		refused: { versionGoesDown: below('3.6.16', '3.7.3') },
	}),

	change('a second target while a roll is under way', of('3.6.16'), of('3.7.3'), {
		status: runs('3.5.35', '3.6.16'),
		refused: {
			upgradeUnfinished:
				'3.7.3 cannot begin while members are on their way from 3.5.35 to 3.6.16; wait until they arrive, or go back to 3.5.35',
			versionSkipsAMinor: '3.7.3 is more than one minor from 3.5.35',
		},
	}),
	change('a second patch while a roll is under way', of('3.6.15'), of('3.6.16'), {
		status: runs('3.6.14', '3.6.15'),
		refused: { upgradeUnfinished: 'or go back to 3.6.14' },
	}),
	change('back while a roll is under way', of('3.6.16'), of('3.5.35'), { status: runs('3.5.35', '3.6.16') }),
	change('back in the other spelling', of('3.6.16'), of('v3.5.35'), { status: runs('3.5.35', '3.6.16') }),
	change('back to another patch than the one that runs', of('3.6.16'), of('3.5.34'), {
		status: runs('3.5.35', '3.6.16'),
		refused: { upgradeUnfinished: 'or go back to 3.5.35', versionGoesDown: 'add the annotation' },
	}),
	change('something else while a roll is under way', of('3.6.16'), of('3.6.16', { size: 5 }), {
		status: runs('3.5.35', '3.6.16'),
	}),
	change(
		'the version is taken away',
		of('3.6.16'),
		{ size: 3, pod: plain.pod },
		{
			status: runs('3.6.16'),
			warned: { versionRemoved: 'was 3.6.16 and is gone; members stay on what they run' },
		},
	),
	create('a candidate of a bad release', of('3.5.0-rc.1'), {
		refused: { versionKnownBad: '3.5.0-rc.1 can lose committed writes' },
		warned: { versionIsNoRelease: 'judged as 3.5.0' },
	}),
	change(
		'a stored cluster without a version, which is 3.2.13, goes far',
		{ size: 3 },
		{ size: 3, version: '3.7.3' },
		{
			refused: { versionSkipsAMinor: '3.7.3 is more than one minor from 3.2.13' },
		},
	),
	change(
		'the version is taken away before anything is known',
		of('3.4.45'),
		{ size: 3, pod: plain.pod },
		{
			refused: { versionRemoved: 'cannot go before members have reported what they run; keep 3.4.45' },
		},
	),
	change('back while a roll is under way, with an old status', of('3.6.16', { paused: true }), of('3.5.35'), {
		status: { ...runs('3.5.35', '3.6.16'), observedGeneration: 0 },
		refused: { versionGoesDown: 'add the annotation' },
	}),
	change(
		'back while a roll is under way, with an old status and the annotation',
		of('3.6.16'),
		of('3.5.35'),
		{
			status: { ...runs('3.5.35', '3.6.16'), observedGeneration: 0 },
			...down('3.5'),
			warned: { versionGoesDown: 'permits it' },
		},
	),
	change('a status from the future is not believed alone', of('3.7.3'), of('3.5.35'), {
		status: { ...runs('3.6.16'), observedGeneration: 57 },
		...down('3.5'),
		...skips('3.5.35', '3.7.3'),
		bySchema: true,
	}),
	change('a stored unsupported version is paused', of('3.1.10'), of('3.1.10', { paused: true })),
	change('a stored unsupported version goes up', of('3.1.10'), of('3.2.13'), {
		status: ran('3.1.10'),
		warned: eol,
	}),
	change('a stored unreadable version is paused', of('latest'), of('latest', { paused: true })),
	change('a stored unreadable version is mended', of('latest'), of('3.2.13'), {
		status: ran('3.2.13'),
		warned: eol,
	}),
	change('a stored bad version is scaled', of('3.5.1'), of('3.5.1', { size: 5 }), { status: runs('3.5.1') }),
]
