// When a member may be replaced, and what of.
import test from 'ava'
import type { Failure } from '../../../plugin/failure.ts'
import { replacing } from '../../../plugin/replace/replacing.ts'
import { eviction } from '../../../plugin/restart/member.ts'
import type { Pod } from '../../../kube/pod.ts'
import { clusterWith, degradedBy, member, noQuorum, silent, type Made } from '../change/stored.ts'

const owner = (uid: string) => [
	{
		apiVersion: 'etcd.database.coreos.com/v1beta2',
		kind: 'EtcdCluster',
		name: 'orders',
		uid,
		controller: true,
	},
]
const claimOf = (letter: string, uid = `uid-${letter}`, of = 'uid-orders') => ({
	metadata: {
		name: `orders-${letter}`,
		namespace: 'team-a',
		uid,
		resourceVersion: '9',
		ownerReferences: owner(of),
	},
})

interface Row {
	readonly title: string
	readonly made?: Made
	readonly word?: string
	readonly claim?: ReturnType<typeof claimOf> | undefined
	readonly says?: string
	readonly refused?: readonly [exit: number, part: string]
}

const rows: readonly Row[] = [
	{
		title: 'a voter',
		says: 'a successor joins under a new name, copies ~391Mi and votes; then orders-b leaves',
	},
	{ title: 'by its letters alone', word: 'b', says: 'orders-b (voter)' },
	{
		title: 'the leader',
		made: { members: [member('a'), member('b', { role: 'Leader' }), member('c')] },
		says: 'after it handed over',
	},
	{
		title: 'one that does not answer',
		made: { members: [member('a'), silent('b'), member('c')], conditions: [degradedBy('MemberSilent')] },
		says: 'it can never come back',
	},
	{ title: 'of another cluster', word: 'flags-b', refused: [1, '"flags-b" is no member of orders'] },
	{
		title: 'while another is silent',
		made: { members: [member('a'), member('b'), silent('c')] },
		refused: [7, 'orders-c does not answer either'],
	},
	{ title: 'without a quorum', made: { conditions: [noQuorum] }, refused: [7, 'may be all that there is'] },
	{ title: 'while it is paused', made: { spec: { paused: true } }, refused: [7, 'no successor would join'] },
	{
		title: 'on its way to another version',
		made: { conditions: [{ type: 'Upgrading', status: 'True', reason: 'x', message: '1 of 3' }] },
		refused: [7, 'nobody joins meanwhile'],
	},
	{ title: 'whose claim is gone', claim: undefined, refused: [7, 'the controller replaces it by itself'] },
	{
		title: 'whose claim is another',
		claim: claimOf('b', 'uid-other'),
		refused: [7, 'not the volume of this member'],
	},
	{
		title: 'whose claim is another cluster’s',
		claim: claimOf('b', 'uid-b', 'uid-flags'),
		refused: [7, 'not the volume of this member'],
	},
	{
		title: 'without a volume',
		made: { members: [member('a'), { name: 'orders-b', role: 'Voter', ready: true }, member('c')] },
		claim: undefined,
		refused: [7, 'it has no volume'],
	},
]

for (const { title, made, word = 'orders-b', says = '', refused, ...more } of rows)
	test(`replace ${title}`, (t) => {
		const claim = 'claim' in more ? more.claim : claimOf('b')
		const cluster = clusterWith(made)
		if (refused !== undefined) {
			const failure = t.throws<Failure>(() => replacing(cluster, word, claim))
			t.deepEqual<number, number>(failure.exit, refused[0])
			t.true(failure.told.what.includes(refused[1]), failure.told.what)
			return
		}
		const change = replacing(cluster, word, claim)
		t.true(change.lines.join('\n').includes(says), change.lines.join('\n'))
		t.is(change.path, '/api/v1/namespaces/team-a/persistentvolumeclaims/orders-b')
		t.deepEqual((change.body as { preconditions: object }).preconditions, {
			uid: 'uid-b',
			resourceVersion: '9',
		})
	})

const pod = (isOnVolume: boolean): Pod => ({
	metadata: { name: 'orders-b', namespace: 'team-a', uid: 'uid-pod' },
	spec: {
		containers: [],
		volumes: [{ name: 'etcd-data', ...(isOnVolume && { persistentVolumeClaim: { claimName: 'orders-b' } }) }],
	},
})

test('one member is evicted, with its uid', (t) => {
	const change = eviction(clusterWith(), 'orders-b', pod(true))
	t.is(change.path, '/api/v1/namespaces/team-a/pods/orders-b/eviction')
	t.deepEqual((change.body as { deleteOptions: object }).deleteOptions, { preconditions: { uid: 'uid-pod' } })
})

test('one member is not restarted whose data would go, or while another is out', (t) => {
	for (const [made, onVolume] of [
		[{}, false],
		[{ members: [member('a'), member('b'), silent('c')] }, true],
		[{ conditions: [noQuorum] }, true],
	] as const)
		t.is(t.throws<Failure>(() => eviction(clusterWith(made), 'orders-b', pod(onVolume))).exit, 7)
	const itself = {
		members: [member('a'), silent('b'), member('c')],
		conditions: [degradedBy('MemberSilent')],
	}
	t.notThrows(() => eviction(clusterWith(itself), 'orders-b', pod(true)))
})
