// The step that is taken, and what is said before it.
import test from 'ava'
import { releases } from '../../../api/releases.ts'
import type { Failure } from '../../../plugin/failure.ts'
import { upgrading } from '../../../plugin/upgrade/upgrading.ts'
import { clusterWith, degradedBy, member, noQuorum, silent, type Made } from '../change/stored.ts'

const asked = (made: Made, to: string, allowDowngrade = false) =>
	upgrading(clusterWith(made), { to, allowDowngrade, releases })

interface Row {
	readonly title: string
	readonly made?: Made
	readonly to: string
	readonly allowed?: true
	readonly version?: string
	readonly says?: readonly string[]
	readonly refused?: string
}

const silentC = { members: [member('a'), member('b'), silent('c')] }

const rows: readonly Row[] = [
	{
		title: 'a minor up: no return named, the leader last, no backup',
		to: '3.6.16',
		version: '3.6.16',
		says: [
			'orders 3.5.35 → 3.6.16',
			'one at a time: orders-b, orders-c, orders-a (leader, hands over first)',
			'none was verified: take a snapshot first',
			'No return  once the last member runs 3.6.16 they speak 3.6',
			'--allow-downgrade',
		],
	},
	{
		title: 'from 3.4 there is no way down',
		made: { version: '3.4.45' },
		to: '3.5.35',
		version: '3.5.35',
		says: ['then a snapshot taken before is the only way back'],
	},
	{
		title: 'two minors: the first is done, the other listed',
		to: '3.7.3',
		version: '3.6.16',
		says: ['orders 3.5.35 → 3.6.16', 'Later, 2 of 2: 3.6.16 → 3.7.3', 'run the same command again'],
	},
	{
		title: 'below the floor: the patch comes first',
		made: { version: '3.5.20' },
		to: '3.6.16',
		version: '3.5.35',
		says: [
			'3.5.20 → 3.5.35',
			'removed members come back as voters otherwise',
			'Later, 2 of 2: 3.5.35 → 3.6.16',
		],
	},
	{
		title: 'a patch can be taken back',
		made: { version: '3.5.33' },
		to: '3.5.35',
		version: '3.5.35',
		says: ['at any time'],
	},
	{ title: 'down without permission', made: { version: '3.7.3' }, to: '3.6.16', refused: 'not going down' },
	{
		title: 'down with permission',
		made: { version: '3.7.3' },
		to: '3.6.16',
		allowed: true,
		version: '3.6.16',
	},
	{
		title: 'degraded',
		made: { ...silentC, conditions: [degradedBy('MemberSilent')] },
		to: '3.6.16',
		refused: 'not upgrading',
	},
	{ title: 'without a quorum', made: { conditions: [noQuorum] }, to: '3.6.16', refused: 'has no quorum' },
	{
		title: 'an image that cannot be had is mended by another',
		made: { ...silentC, version: '3.5.34', conditions: [degradedBy('ImagePullBackOff')] },
		to: '3.5.35',
		version: '3.5.35',
	},
	{
		title: 'half way, back to where it came from, though not all are well',
		made: {
			version: '3.6.16',
			members: [member('a'), member('b'), silent('c')],
			status: { currentVersion: '3.5.35', targetVersion: '3.6.16' },
			conditions: [degradedBy('MemberSilent')],
		},
		to: '3.5.35',
		version: '3.5.35',
	},
]

for (const { title, made = {}, to, allowed, version, says = [], refused } of rows)
	test(title, (t) => {
		if (refused !== undefined) {
			const failure = t.throws<Failure>(() => asked(made, to, allowed))
			t.is(failure.exit, 7)
			t.true(failure.told.what.includes(refused), failure.told.what)
			return
		}
		const found = asked(made, to, allowed)
		t.is(found.patch.spec && (found.patch.spec as { version?: string }).version, version)
		for (const part of says) t.true(found.lines.join('\n').includes(part), found.lines.join('\n'))
		const key = 'etcd.database.coreos.com/allow-downgrade'
		t.deepEqual(found.patch.metadata, allowed && { annotations: { [key]: '3.6' } })
	})
