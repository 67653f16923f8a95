// What is made of the answers of members: who leads, who is silent, and whether others still hear those who are.
import test from 'ava'
import { peerUrl } from '../../etcd/arguments.ts'
import type { EtcdClient } from '../../etcd/client.ts'
import type { Reported } from '../../etcd/member.ts'
import type { MemberSeen } from '../../controller/observed.ts'
import type { Asked, Reached } from '../../controller/observe/asked.ts'
import { membersSeen } from '../../controller/observe/members.ts'
import { memberHost } from '../../api/names.ts'

const place = { cluster: 'c', namespace: 'n' }
const names = { a1: 'c-a', b2: 'c-b', c3: 'c-c' } as const
type Id = keyof typeof names
const ids = Object.keys(names) as readonly Id[]

const reported = (memberId: Id, leader: Id): Reported => ({
	clusterId: 'c1',
	memberId,
	revision: 7n,
	version: '3.6.16',
	leader,
	isLearner: false,
	term: 2n,
	raftIndex: 9n,
	appliedIndex: 9n,
	dbSize: 1n,
	dbSizeInUse: 1n,
	quota: 0n,
	storageVersion: '',
	downgradeTo: undefined,
	errors: [],
})

const confirmed = (memberId: Id) => ({ clusterId: 'c1', memberId, revision: 7n, term: 2n })

/** Those who do not answer have a pod all the same. */
function asked(leader: Id, answering: readonly Id[]): Asked {
	const reached = ids.map((id): Reached => {
		const answers = answering.includes(id)
		return {
			name: names[id],
			client: undefined as unknown as EtcdClient, // nobody is asked any more
			status: answers ? reported(id, leader) : undefined,
			confirmed: answers ? confirmed(id) : undefined,
			peeked: undefined,
			appliedThen: undefined,
			denied: false,
			because: answers ? '' : 'no answer',
		}
	})
	const members = ids.map((id) => ({
		id,
		name: names[id],
		peerUrl: peerUrl('http', memberHost(names[id], place)),
		started: true,
		isLearner: false,
	}))
	const list = { clusterId: 'c1', askedOf: answering[0] ?? 'a1', members }
	return { reached, list, alarms: [], denied: false, because: '' }
}

interface Row {
	readonly what: string
	readonly leader: Id
	readonly answering: readonly Id[]
	/** By others' connections; nothing when nobody could be asked. */
	readonly connected?: readonly Id[]
	readonly of: Id
	readonly is: Partial<MemberSeen>
}

const rows: readonly Row[] = [
	{ what: 'one that answers', leader: 'a1', answering: ids, of: 'b2', is: { isLeader: false, silentMs: 0 } },
	{ what: 'the leader', leader: 'a1', answering: ids, of: 'a1', is: { isLeader: true, silentMs: 0 } },
	{
		what: 'a silent follower of which nobody tells',
		leader: 'a1',
		answering: ['a1', 'c3'],
		of: 'b2',
		is: { silentMs: 1000, seenByOthers: undefined },
	},
	{
		what: 'a silent follower that others hear',
		leader: 'a1',
		answering: ['a1', 'c3'],
		connected: ['b2', 'c3'],
		of: 'b2',
		is: { silentMs: 1000, seenByOthers: true },
	},
	{
		what: 'a silent follower that others do not hear either',
		leader: 'a1',
		answering: ['a1', 'c3'],
		connected: ['c3'],
		of: 'b2',
		is: { silentMs: 1000, seenByOthers: false },
	},
	...[undefined, ['b2', 'c3'] as const].map((connected): Row => ({
		what: `a leader that only we do not hear, its followers ${connected ? 'without a connection to it' : 'not asked'}`,
		leader: 'a1',
		answering: ['b2', 'c3'],
		...(connected && { connected }),
		of: 'a1',
		is: { isLeader: true, silentMs: 1000, seenByOthers: true },
	})),
]

for (const { what, leader, answering, connected, of, is } of rows)
	test(what, (t) => {
		const members = membersSeen(asked(leader, answering), place, {
			ms: (_, answers) => (answers ? 0 : 1000),
			seenByOthers: (id) => connected?.some((one) => one === id),
		})
		if (!members.fresh) return t.fail('nobody answers')
		t.like(
			members.all.find(({ id }) => id === of),
			is,
		)
	})
