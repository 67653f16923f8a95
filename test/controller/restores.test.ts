// What the plan is for a cluster that is born from a snapshot, and how its first member's pod is made: never with nothing, and never twice.
import test from 'ava'
import type { ClusterStatus } from '../../api/schema/cluster.ts'
import { restoreFiles, type FetchTask } from '../../api/task.ts'
import { noteOf } from '../../controller/act/notes.ts'
import { bumpOf, type Known } from '../../controller/bump.ts'
import type { Observed, PodSeen } from '../../controller/observed.ts'
import { plan } from '../../controller/plan.ts'
import { podSeen } from '../../controller/observe/pods.ts'
import { memberPod } from '../../controller/objects/pod.ts'
import { refusal } from '../../etcd/arguments.ts'
import type { Pod } from '../../kube/pod.ts'
import { all, but, claim, look, pod, settled, silent } from './model/look.ts'
import { planned } from './model/row.ts'
import { unborn } from './model/scenes.ts'
import { observedOf } from './model/observe.ts'
import { usual } from './objects/made.ts'

const snapshot = { storageType: 'PVC', pvc: { claimName: 'backups', path: 'orders' } } as const
const [one, oneOnClaims] = [settled(1, 'emptyDir'), settled(1, 'claims')]

const forming: ClusterStatus['birth'] = {
	attempt: 1,
	seed: 'a',
	token: '1',
	state: 'forming',
	snapshot,
	bump: '5',
}
const going = { everRan: false, running: false, ready: false, sealed: false, serving: false }

const begun = (restoring: PodSeen['restoring'], ageMs = 0) =>
	all(silent, but({ status: { birth: forming } }), (seen: Observed) =>
		pod('a', { ...going, restoring, createdAt: seen.now - ageMs })(seen),
	)

const failed = 'bucket has no orders'

planned(
	{
		what: 'the snapshot is being fetched',
		from: look(one, begun({ task: 'fetch', failed: undefined })),
		is: { rule: 'seedAnswered', do: 'wait' },
		says: /^the seed a does not answer yet: orders on claim backups is being fetched$/,
	},
	{
		what: 'it cannot be fetched, however long: its kubelet tries again, and nothing is made instead',
		from: look(one, begun({ task: 'fetch', failed }, 3_600_000)),
		is: { rule: 'seedAnswered', do: 'wait' },
		says: /: bucket has no orders$/,
	},
	{
		what: 'the tool has failed just now',
		from: look(one, begun({ task: 'restore', failed: 'restore ended with 1' }, 30_000)),
		is: { rule: 'seedAnswered', do: 'wait' },
		says: /restore ended with 1$/,
	},
	{
		what: 'the tool fails on what it has left: the pod begins anew',
		from: look(one, begun({ task: 'restore', failed: 'restore ended with 1' }, 61_000)),
		is: { rule: 'restoreStuck', do: 'deletePod', name: 'a' },
	},
	{
		what: 'the volume was emptied before it was declared',
		from: look(
			one,
			begun({ task: 'fetch', failed: 'the volume is empty' }),
			pod('a', { sealed: true, refusedEmpty: true }),
		),
		is: { rule: 'seedLost', do: 'abandonBirth' },
	},
	{
		what: 'a member that has its data does not need what went before',
		from: look(oneOnClaims, silent, pod('a', { restoring: { task: 'restore', failed }, ready: false })),
		is: { rule: 'restoreStuck', do: 'deletePod', name: 'a' },
	},
	{
		what: 'without a claim its pod is all that it has',
		from: look(one, silent, pod('a', { restoring: { task: 'restore', failed }, ready: false })),
		is: { rule: 'quorumLost', do: 'wait' },
	},
	{
		what: 'its claim holds nothing of it yet',
		from: look(
			oneOnClaims,
			silent,
			claim('a', { memberId: undefined }),
			pod('a', { restoring: { task: 'restore', failed }, ready: false }),
		),
		is: { rule: 'quorumLost', do: 'wait' },
	},
)

const recorded = (seen: Observed) => {
	const step = plan(seen)
	return step.do === 'recordBirth' ? noteOf(seen, step).birth : step
}

const unbornSeen = observedOf(unborn({ volumes: false, minor: '3.6', sizes: [] }, 1, 6))
const asking = (seen: Observed): Observed =>
	seen.wanted
		? { ...seen, wanted: { ...seen.wanted, spec: { ...seen.wanted.spec, bootstrap: { snapshot } } } }
		: seen

test('what a cluster is born from is recorded before anything is made', (t) => {
	t.like(recorded(asking(unbornSeen)), { attempt: 1, state: 'forming', snapshot, bump: String(bumpOf({})) })
	t.false('snapshot' in (recorded(unbornSeen) ?? {}))
})

test('a birth that was given up is followed by another from the same snapshot, whatever the spec says by then', (t) => {
	const given = { ...unbornSeen, status: { birth: { ...forming, state: 'abandoned' } } }
	const again = noteOf(given, { do: 'recordBirth', attempt: 2, seed: 'b' }).birth
	t.like(again, { attempt: 2, state: 'forming', snapshot, bump: '5' })
})

const restored = memberPod({
	...usual,
	gated: true,
	restoring: {
		snapshot: { ...snapshot, encryption: { keySecret: 'keys' } },
		bump: 77n,
		image: 'registry.example/operator:9',
	},
}) as Pod & {
	readonly spec: {
		readonly initContainers: readonly {
			readonly name: string
			readonly image: string
			readonly command: readonly string[]
			readonly args: readonly string[]
			readonly env?: readonly {
				readonly name: string
				readonly value?: string
				readonly valueFrom?: object
			}[]
			readonly volumeMounts: readonly { readonly name: string; readonly readOnly?: boolean }[]
		}[]
		readonly containers: readonly { readonly args: readonly string[] }[]
	}
}

test('its process never begins with nothing, whatever its annotations say', (t) => {
	const args = restored.spec.containers[0]?.args ?? []
	t.true(args.includes(`--initial-cluster=${refusal.initialCluster}`))
	t.true(args.includes('--initial-cluster-state=existing'))
	t.false(args.some((arg) => arg.includes('$(')))
})

test('first it is fetched, then made by the tool of the target, then put in place', (t) => {
	const [fetch, restore, settle] = restored.spec.initContainers
	t.deepEqual([fetch?.name, restore?.name, settle?.name], ['fetch', 'restore', 'settle'])
	t.deepEqual([fetch?.image, settle?.image], ['registry.example/operator:9', 'registry.example/operator:9'])
	t.is(restore?.image, 'registry.example/etcd:v3.6.16')
	t.deepEqual(restore?.args, [
		'snapshot',
		'restore',
		`/var/etcd/restore/${restoreFiles.snapshot}`,
		'--data-dir=/var/etcd/restore/made',
		'--name=c-a',
		'--initial-cluster=c-a=http://c-a.c.shop.svc:2380',
		'--initial-cluster-token=shop/c/u-1/1',
		'--initial-advertise-peer-urls=http://c-a.c.shop.svc:2380',
		'--bump-revision=77',
		'--mark-compacted=true',
	])
	const task = JSON.parse(fetch?.env?.find(({ name }) => name === 'TASK')?.value ?? '') as FetchTask
	t.deepEqual(task, {
		place: { storageType: 'PVC', path: 'orders', folder: '/volume' },
		has: ['key', 'volume'],
		secrets: { key: 'keys' },
		into: '/var/etcd/restore',
		dataDir: '/var/etcd/data',
		minor: '3.6',
	})
	t.deepEqual(fetch?.env?.find(({ name }) => name === 'INITIAL_CLUSTER')?.valueFrom, {
		fieldRef: { fieldPath: "metadata.annotations['etcd.database.coreos.com/initial-cluster']" },
	})
	t.deepEqual(
		fetch?.volumeMounts.map(({ name, readOnly }) => [name, readOnly]),
		[
			['etcd-data', undefined],
			['snapshot-key', true],
			['snapshot-volume', true],
		],
	)
})

const bumps: readonly (readonly [known: Known, is: bigint])[] = [
	[{ ageMs: 0 }, 1_000_000_000n],
	[{ ageMs: -5 }, 1_000_000_000n],
	[{ ageMs: 7 * 86_400_000 }, 6_048_000_000n],
	[{}, 946_080_000_000n],
	[{ ageMs: 0, live: 5_000_000_000n }, 6_000_000_000n],
	[{ ageMs: 0, before: '946080000000', live: 7n }, 947_080_000_000n],
	[{ ageMs: 0, before: 'x' }, 1_000_000_000n],
]

for (const [known, is] of bumps)
	test(`revisions rise by ${is} for ${JSON.stringify(known, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}`, (t) => {
		t.is(bumpOf(known), is)
	})

const ages = { sealedLongAgo: false, withdrawnLongAgo: false }

const seenWith = (
	initContainerStatuses: NonNullable<Pod['status']>['initContainerStatuses'],
	sealed = false,
) => {
	const annotations = sealed
		? restored.metadata.annotations
		: { ...restored.metadata.annotations, 'etcd.database.coreos.com/initial-cluster': 'c-a=x' }
	const metadata = { ...restored.metadata, ...(annotations && { annotations }) }
	return podSeen(
		{ ...restored, metadata, status: { initContainerStatuses: initContainerStatuses ?? [] } },
		'c',
		ages,
	)
}

const said = (code: string) => ({
	terminated: {
		exitCode: 3,
		message: JSON.stringify({ ok: false, code, message: 'one sentence', lasting: true }),
	},
})
const done = { state: { terminated: { exitCode: 0 } } }
const waits = { state: { waiting: { reason: 'PodInitializing' } } }
const backsOff = { state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off' } } }

test('what keeps its process from starting is told by its tasks', (t) => {
	const others = [
		{ name: 'restore', ...waits },
		{ name: 'settle', ...waits },
	]
	const fetching = seenWith([{ name: 'fetch', state: { running: {} } }, ...others])
	t.deepEqual([fetching.restoring, fetching.trouble], [{ task: 'fetch', failed: undefined }, undefined])
	const failing = seenWith([{ name: 'fetch', ...backsOff, lastState: said('store-missing') }, ...others])
	t.deepEqual(failing.trouble, { reason: 'SnapshotNotFetched', message: 'one sentence' })
	t.false(failing.refusedEmpty)
	const again = seenWith([
		{ name: 'fetch', state: { running: {} }, lastState: said('store-missing') },
		...others,
	])
	t.is(again.restoring?.failed, 'one sentence')
	const emptied = seenWith([{ name: 'fetch', ...backsOff, lastState: said('emptied') }, ...others], true)
	t.true(emptied.refusedEmpty)
	t.false(seenWith([{ name: 'fetch', ...backsOff, lastState: said('emptied') }, ...others]).refusedEmpty)
	const tool = { terminated: { exitCode: 1, message: 'a\nError: data-dir not empty\n' } }
	const made = seenWith([
		{ name: 'fetch', ...done },
		{ name: 'restore', ...backsOff, lastState: tool },
	])
	t.deepEqual(made.trouble, {
		reason: 'SnapshotNotRestored',
		message: 'restore ended with 1: Error: data-dir not empty',
	})
	const unpulled = seenWith([
		{ name: 'fetch', state: { waiting: { reason: 'ErrImagePull', message: 'denied' } } },
	])
	t.is(unpulled.trouble?.reason, 'ErrImagePull')
	t.is(
		seenWith([
			{ name: 'fetch', ...done },
			{ name: 'restore', ...done },
			{ name: 'settle', ...done },
		]).restoring,
		undefined,
	)
})
