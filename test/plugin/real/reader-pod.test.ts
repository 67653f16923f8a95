// The pod that would read a store, on an API server without nodes: it is made, waited for, explained and always deleted. What its kubelet would
// say is written into its status.
import test from 'ava'
import type { ServeTask } from '../../../api/task.ts'
import type { Pod } from '../../../kube/pod.ts'
import { image, placed, podsIn } from './backups.ts'
import { ground, merge, type Ground } from './support.ts'

let on: Ground
test.before(async (t) => {
	t.timeout(300_000)
	on = await ground('reader-pod')
})
test.after.always(async () => await on?.[Symbol.asyncDispose]())

async function podIn(namespace: string): Promise<Pod> {
	for (;;) {
		const [pod] = await podsIn(on, namespace)
		if (pod !== undefined) return pod
		await new Promise((resolve) => setTimeout(resolve, 50))
	}
}

test('the pod may do nothing, is told nothing secret, and goes when nobody waits for it any more', async (t) => {
	const namespace = await placed(on)
	const asked = on.start(['snapshot', 'show', 'nightly', '-n', namespace, '--timeout=2s', ...image])
	const pod = (await podIn(namespace)) as Pod & { readonly spec: Readonly<Record<string, unknown>> }
	const { metadata, spec } = pod
	t.like(metadata.ownerReferences?.[0], { kind: 'EtcdBackup', name: 'nightly' })
	t.like(spec, {
		automountServiceAccountToken: false,
		restartPolicy: 'Never',
		activeDeadlineSeconds: 1920,
		securityContext: { runAsNonRoot: true, runAsUser: 65_532, seccompProfile: { type: 'RuntimeDefault' } },
		volumes: [{ name: 'store', secret: { secretName: 'aws', optional: true } }],
	})
	const [container] = spec.containers
	t.like(container, {
		image: image[1],
		securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
		volumeMounts: [{ name: 'store', mountPath: '/secrets/store', readOnly: true }],
	})
	const task = JSON.parse(container?.env?.[0]?.value ?? '') as ServeTask
	t.like(task, { has: ['store'], idleSeconds: 60, mostSeconds: 1800, place: { path: 'mybucket/orders' } })
	t.regex(task.wordSha256, /^[0-9a-f]{64}$/)
	const { code, out, err } = await asked.ended
	t.deepEqual([code, out], [124, ''], err)
	t.regex(err, /^error: the pod that reads the store has not started within 2s$/m)
	t.deepEqual(await podsIn(on, namespace), [])
})

const state = (container: object, phase = 'Pending') => ({
	status: {
		phase,
		containerStatuses: [
			{ name: 'reader', image: 'x', imageID: '', ready: false, restartCount: 0, state: container },
		],
	},
})
const waiting = (reason: string, message: string) => state({ waiting: { reason, message } })
const refused = {
	ok: false,
	code: 'secret',
	message: 'secret aws does not exist or is empty: create it',
	lasting: true,
}

const ends: readonly (readonly [what: string, status: object, says: RegExp])[] = [
	[
		'an image that no node gets',
		waiting('ImagePullBackOff', 'Back-off pulling image'),
		/^error: nodes cannot get the image kubectl-etcd\/operator:test of the pod that reads the store\n {2}why {3}its pod does not start: ImagePullBackOff: Back-off pulling image\n {2}next {2}name one that they can get: --image IMAGE/m,
	],
	[
		'a container that cannot be made',
		waiting('CreateContainerConfigError', 'no such user'),
		/^error: the pod that reads the store does not start\n {2}why {3}.*CreateContainerConfigError: no such user/m,
	],
	[
		'a secret that is missing, as the process says it',
		state({ terminated: { exitCode: 3, message: JSON.stringify(refused) } }, 'Failed'),
		/^error: the store cannot be read: secret aws does not exist or is empty: create it\n {2}next {2}kubectl describe etcdbackup nightly/m,
	],
	[
		'a process that was killed',
		state({ terminated: { exitCode: 137, reason: 'OOMKilled' } }, 'Failed'),
		/^error: the pod that read the store has ended\n {2}why {3}OOMKilled/m,
	],
	[
		'a node that lets it go',
		{ status: { phase: 'Failed', reason: 'Evicted', message: 'the node was low on memory' } },
		/^error: the pod that reads the store failed\n {2}why {3}Evicted: the node was low on memory/m,
	],
]

for (const [what, status, says] of ends)
	test(`${what} is said at once, and the pod is deleted`, async (t) => {
		const namespace = await placed(on)
		const asked = on.start(['snapshot', 'ls', 'nightly', '-n', namespace, ...image])
		const { metadata } = await podIn(namespace)
		await on.api.must('PATCH', `/api/v1/namespaces/${namespace}/pods/${metadata.name}/status`, status, merge)
		const { code, err } = await asked.ended
		t.is(code, 1)
		t.regex(err, says)
		t.deepEqual(await podsIn(on, namespace), [])
	})

test('a pod that finds no node is waited for, and why is said when the time is over', async (t) => {
	const namespace = await placed(on)
	const asked = on.start(['snapshot', 'ls', 'nightly', '-n', namespace, '--timeout=3s', ...image])
	const { metadata } = await podIn(namespace)
	const message = '0/3 nodes are available: persistentvolumeclaim "disk" not found.'
	const conditions = [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }]
	await on.api.must(
		'PATCH',
		`/api/v1/namespaces/${namespace}/pods/${metadata.name}/status`,
		{ status: { conditions } },
		merge,
	)
	const { code, err } = await asked.ended
	t.is(code, 124)
	t.regex(
		err,
		/why {3}its pod finds no node: 0\/3 nodes are available: persistentvolumeclaim "disk" not found\.$/m,
	)
	t.deepEqual(await podsIn(on, namespace), [])
})

test('Ctrl-C deletes the pod, too', async (t) => {
	const namespace = await placed(on)
	const asked = on.start(['snapshot', 'download', 'nightly', '-n', namespace, ...image])
	await podIn(namespace)
	asked.interrupt()
	const { code } = await asked.ended
	t.is(code, 130)
	t.deepEqual(await podsIn(on, namespace), [])
})

test('a quota that has no room is named', async (t) => {
	const namespace = await placed(on)
	const path = `/api/v1/namespaces/${namespace}/resourcequotas`
	await on.api.must('POST', path, { metadata: { name: 'small' }, spec: { hard: { pods: '0' } } })
	await on.api.must(
		'PATCH',
		`${path}/small/status`,
		{ status: { hard: { pods: '0' }, used: { pods: '0' } } },
		merge,
	)
	let ran = await on.run(['snapshot', 'ls', 'nightly', '-n', namespace, '--timeout=1s', ...image])
	// The API server learns of a quota a moment later.
	for (let time = 0; time < 20 && !/quota/.test(ran.err); time++)
		ran = await on.run(['snapshot', 'ls', 'nightly', '-n', namespace, '--timeout=1s', ...image])
	t.is(ran.code, 1, ran.err)
	t.regex(
		ran.err,
		new RegExp(
			`^error: the pod that reads the store may not be made in ${namespace}\n {2}why {3}.*exceeded quota: small`,
		),
	)
	t.deepEqual(await podsIn(on, namespace), [])
})

/** What each is needed for shows in what is said without it. */
const without: readonly (readonly [verb: string, code: number, says: RegExp])[] = [
	['get etcdbackups', 1, /cannot get resource "etcdbackups"/],
	['create pods', 1, /cannot create resource "pods"/],
	['list pods', 1, /cannot list resource "pods"/],
	['watch pods', 1, /cannot watch resource "pods"/],
	[
		'delete pods',
		124,
		/could not be deleted .*cannot delete resource "pods"[\s\S]*kubectl delete pod nightly-reader-/,
	],
]

test('with exactly the role that rbac prints, and not with one verb less', async (t) => {
	const namespace = await placed(on)
	const { out } = await on.run(['rbac', '--for', 'snapshot-show', '--minimal', '-n', namespace])
	const run = async (role: string) =>
		await on.run(['snapshot', 'show', 'nightly', '-n', namespace, '--timeout=1s', ...image], {
			as: await on.account(namespace, role),
		})
	const able = await run(out)
	t.is(able.code, 124, able.err)
	t.notRegex(able.err, /cannot|forbidden/)
	for (const [lacking, code, says] of without) {
		const [verb = '', resource = ''] = lacking.split(' ')
		const rule = new RegExp(
			`(resources:\\s+- ${resource}\\n\\s+verbs:(?:\\n\\s+- \\w+)*?)\\n\\s+- ${verb}\\b`,
		)
		t.regex(out, rule)
		const ran = await run(out.replace(rule, '$1'))
		t.is(ran.code, code, `${lacking}: ${ran.err}`)
		t.regex(ran.err, says, lacking)
	}
})
