import { create, type MessageInitShape } from '@bufbuild/protobuf'
import test from 'ava'
import { HashKVResponseSchema, StatusResponseSchema } from '../../../etcd/rpc_pb.ts'
import { alarmNumber, alarmOf, hashOf, hex, idOf, reportedOf } from '../../../etcd/wire.ts'

const header = { clusterId: 1n, memberId: 2n, revision: 30n, raftTerm: 2n }

test('ids come back as they were', (t) => {
	for (const id of ['1', '8e9e05c52164694d', 'f'.repeat(16)]) t.is(hex(idOf(id)), id)
})

const downgrades = test.macro({
	exec: (
		t,
		downgradeInfo: MessageInitShape<typeof StatusResponseSchema>['downgradeInfo'],
		to: string | undefined,
	) => {
		t.is(
			reportedOf(create(StatusResponseSchema, { header, ...(downgradeInfo && { downgradeInfo }) }))
				.downgradeTo,
			to,
		)
	},
	title: (given) => given ?? '',
})

test('one that tells nothing of downgrades', downgrades, undefined, undefined)
test('no downgrade', downgrades, { enabled: false, targetVersion: '' }, undefined)
test('one that was called off', downgrades, { enabled: false, targetVersion: '3.6.0' }, undefined)
test('a downgrade', downgrades, { enabled: true, targetVersion: '3.6.0' }, '3.6.0')

const hashes = test.macro({
	exec: (t, asked: bigint, hashRevision: bigint, revision: bigint) => {
		const answer = create(HashKVResponseSchema, { header, hash: 7, compactRevision: 5n, hashRevision })
		t.deepEqual(hashOf(asked, answer), { hash: 7, revision, compactRevision: 5n })
	},
	title: (_given: string | undefined, asked: bigint, told: bigint, revision: bigint) =>
		`asked for ${asked} and told ${told} it is the hash at ${revision}`,
})

test(hashes, 0n, 0n, 30n)
test(hashes, 20n, 0n, 20n)
test(hashes, 0n, 29n, 29n)
test(hashes, 20n, 20n, 20n)

test('alarms have names, and only those that have can be disarmed', (t) => {
	for (const [alarm, kind] of [
		[1, 'NOSPACE'],
		[2, 'CORRUPT'],
	] as const) {
		const named = alarmOf({ memberId: 10n, alarm } as Parameters<typeof alarmOf>[0])
		t.deepEqual(named, { memberId: 'a', kind })
		t.is(alarmNumber(named), alarm)
	}
	const unknown = alarmOf({ memberId: 10n, alarm: 7 } as Parameters<typeof alarmOf>[0])
	t.is(unknown.kind, 'alarm 7')
	for (const kind of [unknown.kind, 'none', ''])
		t.throws(() => alarmNumber({ memberId: 'a', kind }), { message: /no alarm is called/ })
})
