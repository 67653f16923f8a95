// What is decided about an EtcdRestore: what is refused and why, and when its cluster may begin anew.
import test from 'ava'
import type { RestoreSpec, RestoreStatus } from '../../../api/schema/backup.ts'
import type { Observed } from '../../../controller/observed.ts'
import { askedOf, type StoredRestore } from '../../../controller/restore/asked.ts'
import { decide, type Decision } from '../../../controller/restore/decide.ts'
import { lookerPod } from '../../../controller/restore/pod.ts'
import type { Pod } from '../../../kube/pod.ts'
import { look, settled, silent } from '../model/look.ts'
import { at, id, reborn, snapshot, three } from '../model/restoring.ts'

const spec: RestoreSpec = { etcdCluster: { name: 'c' }, backupStorageType: 'PVC', pvc: snapshot.pvc }

const stored = (status: RestoreStatus = {}, change: RestoreSpec = {}): StoredRestore => ({
	metadata: { namespace: 'shop', name: 'c', uid: 'r-1', generation: 3 },
	spec: { ...spec, ...change },
	status,
})

const said = (message: object): Pod =>
	({
		metadata: { name: 'looker', uid: 'p-1' },
		spec: { containers: [] },
		status: {
			containerStatuses: [
				{ name: 'fetch', state: { terminated: { exitCode: 0, message: JSON.stringify(message) } } },
			],
		},
	}) satisfies Pod

const whole = {
	ok: true,
	fetched: {
		object: 'orders',
		location: '/volume/orders',
		bytes: 7,
		sha256: 'a',
		revision: '9',
		manifest: false,
	},
}
const empty = look(three, at(1n))
const full = look(three, at(7n))

interface Case {
	readonly what: string
	readonly restore?: StoredRestore
	readonly cluster?: Observed | undefined
	readonly pod?: Pod
	readonly is: Partial<Decision> & object
	readonly phase?: string
	readonly says?: RegExp
}

const cases: readonly Case[] = [
	{
		what: 'no cluster',
		cluster: undefined,
		is: { do: 'say', over: true },
		phase: 'Refused',
		says: /there is no EtcdCluster c in this namespace: create one/,
	},
	{
		what: 'no store',
		restore: { ...stored(), spec: { etcdCluster: { name: 'c' } } },
		is: { do: 'say', over: true },
		phase: 'Refused',
		says: /^spec\.backupStorageType: is missing/,
	},
	{
		what: 'a cluster that holds something',
		cluster: full,
		is: { do: 'say', over: true },
		phase: 'Refused',
		says: /answers and is at revision 7: to give that up for the snapshot write spec\.confirm: "a1", its status\.clusterID$/,
	},
	{
		what: 'the same, confirmed',
		cluster: full,
		restore: stored({}, { confirm: id }),
		is: { do: 'look' },
		phase: 'Verifying',
	},
	{
		what: 'an early etcd',
		cluster: look(settled(3, 'claims', '3.4'), at(1n)),
		is: { do: 'say', over: true },
		phase: 'Refused',
		says: /has no tool that restores/,
	},
	{ what: 'an empty one, as in 2018', is: { do: 'look', minor: '3.6' }, phase: 'Verifying' },
	{
		what: 'refused before, and changed since',
		restore: stored({ phase: 'Refused', observedGeneration: 2 }),
		is: { do: 'look' },
		phase: 'Verifying',
	},
	{ what: 'refused', restore: stored({ phase: 'Refused', observedGeneration: 3 }), is: { do: 'nothing' } },
	{
		what: 'failed, and changed since',
		restore: stored({ phase: 'Failed', observedGeneration: 2 }),
		is: { do: 'nothing' },
	},
	{ what: 'the snapshot is whole', pod: said(whole), is: { do: 'say', over: false }, phase: 'Verified' },
	{
		what: 'it is not',
		pod: said({ ok: false, code: 'broken', message: 'it was cut', lasting: true }),
		is: { do: 'say', over: true },
		phase: 'Failed',
		says: /^it was cut$/,
	},
	{
		what: 'the store is away',
		pod: said({ ok: false, code: 'store-unreachable', message: 'away', lasting: false }),
		is: { do: 'say', over: false },
		phase: 'Verifying',
		says: /^away$/,
	},
	{
		what: 'it was whole for another spec',
		restore: stored({ phase: 'Verified', observedGeneration: 2 }),
		is: { do: 'look' },
		phase: 'Verifying',
	},
	{
		what: 'the cluster has begun anew',
		cluster: look(three, silent, reborn),
		is: { do: 'say', over: false },
		phase: 'Restoring',
	},
	{
		what: 'and serves',
		cluster: look(three, (seen: Observed) => ({
			...seen,
			status: {
				...seen.status,
				birth: { ...seen.status.birth, restore: 'r-1' },
				conditions: [{ type: 'Available', status: 'True' }],
			},
		})),
		is: { do: 'say', over: true },
		phase: 'Succeeded',
	},
	{
		what: 'another restore came after',
		restore: stored({ phase: 'Restoring' }),
		is: { do: 'say', over: true },
		phase: 'Failed',
	},
]

for (const { what, restore = stored(), pod: looker, is, phase, says, ...rest } of cases)
	test(`decided: ${what}`, (t) => {
		const cluster = 'cluster' in rest ? rest.cluster : empty
		const decision = decide({ restore, cluster, pod: looker })
		t.like(decision, is)
		const { say } = decision as { say?: RestoreStatus }
		t.is(say?.phase, phase)
		if (says) t.regex(say?.reason ?? '', says)
	})

test('only what was verified as it is now is handed to the cluster, the earliest first, and nothing that is being deleted', (t) => {
	const verified = stored({
		phase: 'Verified',
		observedGeneration: 3,
		snapshot: { takenAt: '1970-01-01T00:00:01Z' },
	})
	const made = (creationTimestamp: string, uid: string) => ({
		...verified,
		metadata: { ...verified.metadata, creationTimestamp, uid },
	})
	t.like(askedOf([made('2', 'late'), made('1', 'early')], 'c'), {
		uid: 'early',
		snapshot,
		confirms: '',
		takenAt: 1000,
	})
	t.is(askedOf([verified], 'other'), undefined)
	t.is(askedOf([stored({ phase: 'Verified', observedGeneration: 2 })], 'c'), undefined)
	t.is(askedOf([stored({ phase: 'Verifying', observedGeneration: 3 })], 'c'), undefined)
	t.is(
		askedOf([{ ...verified, metadata: { ...verified.metadata, deletionTimestamp: 'now' } }], 'c'),
		undefined,
	)
})

test('the pod that looks has no rights, none of the cluster’s volumes, and keeps nothing', (t) => {
	const { metadata, spec: made } = lookerPod(stored(), 'registry.example/operator:9', '3.6')
	t.is(metadata.ownerReferences?.[0]?.uid, 'r-1')
	t.false(Object.keys(metadata.labels ?? {}).includes('etcd_cluster'))
	t.like(made, { automountServiceAccountToken: false, restartPolicy: 'OnFailure' })
	t.deepEqual((made as { volumes: readonly object[] }).volumes, [
		{ name: 'scratch', emptyDir: {} },
		{ name: 'snapshot-volume', persistentVolumeClaim: { claimName: 'backups', readOnly: true } },
	])
})
