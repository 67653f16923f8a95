// Who is waited for when members are asked: a busy machine is no lost quorum, and one that joins holds up nobody.
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import type { EtcdClient } from '../../etcd/client.ts'
import { EtcdError } from '../../etcd/errors.ts'
import type { Peeked } from '../../etcd/peek.ts'
import { askMembers, type Askable } from '../../controller/observe/etcd.ts'

const reported = (memberId: string) => ({
	clusterId: 'c1',
	memberId,
	revision: 1n,
	version: '3.6.16',
	leader: 'a1',
	isLearner: false,
	term: 1n,
	raftIndex: 1n,
	appliedIndex: 1n,
	dbSize: 0n,
	dbSizeInUse: 0n,
	quota: 0n,
	storageVersion: '',
	downgradeTo: undefined,
	errors: [],
})

interface Says {
	readonly afterMs: number
	readonly denied?: boolean
	readonly ready?: boolean
}

/** Its plain listener answers at once, as that of a process does which lives. */
function member(memberId: string, { afterMs, denied = false, ready = true }: Says): Askable {
	const said = async <T>(value: T): Promise<T> => {
		await sleep(afterMs)
		if (denied) throw new EtcdError('denied', 'user name is empty')
		return value
	}
	const confirmed = { clusterId: 'c1', memberId, revision: 1n, term: 1n }
	const client: Partial<EtcdClient> = {
		status: async () => await said(reported(memberId)),
		confirm: async () => await said(confirmed),
		members: async () => await said({ clusterId: 'c1', askedOf: memberId, members: [] }),
	}
	const peeked: Peeked = {
		memberId,
		appliedIndex: 1n,
		ready,
		committedIndex: 0n,
		connectedTo: undefined,
		snapshots: 0,
		clusterVersion: undefined,
	}
	return { name: memberId, client: client as EtcdClient, peek: async () => await Promise.resolve(peeked) }
}

const three = (says: Says): readonly Askable[] => ['a1', 'b2', 'c3'].map((id) => member(id, says))

test('members that are all slow are heard out', async (t) => {
	t.deepEqual((await askMembers(three({ afterMs: 250 }), 'c1')).list?.members, [])
})

test('so are those that deny', async (t) => {
	t.true((await askMembers(three({ afterMs: 250, denied: true }), 'c1')).denied)
})

test('one that holds clients up while it joins is not waited for', async (t) => {
	const began = performance.now()
	const { list, reached } = await askMembers(
		[member('a1', { afterMs: 1 }), member('b2', { afterMs: 3000, ready: false })],
		'c1',
	)
	t.true(performance.now() - began < 1000)
	t.truthy(list)
	t.is(reached[1]?.peeked?.memberId, 'b2')
})

test('nor is a seed before there is a cluster', async (t) => {
	const began = performance.now()
	t.is((await askMembers([member('a1', { afterMs: 1500 })], undefined)).list, undefined)
	t.true(performance.now() - began < 1000)
})
