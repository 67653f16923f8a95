// The Job of an EtcdBackup: what it is given and told, what it may do, and what became of it.
import test from 'ava'
import { backedUp } from '../../../api/backed-up.ts'
import { placeIn, saidIn, type TakeTask } from '../../../api/task.ts'
import { annotations } from '../../../api/names.ts'
import { backupJob, jobName } from '../../../controller/backups/job.ts'
import { newestOf } from '../../../controller/backups/newest.ts'
import { runsOf, type Job } from '../../../controller/backups/runs.ts'
import type { Pod } from '../../../kube/pod.ts'
import { seen, taken } from './seen.ts'

interface Template {
	readonly template: {
		readonly spec: {
			readonly automountServiceAccountToken: boolean
			readonly serviceAccountName?: string
			readonly containers: readonly {
				readonly args: readonly string[]
				readonly env: readonly { readonly name: string; readonly value: string }[]
				readonly resources: { readonly limits: { readonly memory: string } }
			}[]
			readonly volumes: readonly unknown[]
		}
	}
}

const ready = {
	endpoints: ['https://orders-client.shop.svc:2379'],
	secrets: { store: 'aws', client: 'shown' },
}
const jobOf = (change: Parameters<typeof seen>[0]) => backupJob(seen(change), ready, 0, 'operator:1')
const taskIn = (job: { readonly spec: unknown }): TakeTask =>
	JSON.parse((job.spec as Template).template.spec.containers[0]?.env[0]?.value ?? '') as TakeTask

test('it has no rights, and secrets as files', (t) => {
	const { spec } = (jobOf({}).spec as Template).template
	t.false(spec.automountServiceAccountToken)
	t.is(spec.serviceAccountName, undefined)
	t.deepEqual(spec.volumes, [
		{ name: 'store', secret: { secretName: 'aws', defaultMode: 0o440 } },
		{ name: 'client', secret: { secretName: 'shown', defaultMode: 0o440 } },
	])
})

test('it is started as its memory wants it', (t) => {
	const [container] = (jobOf({}).spec as Template).template.spec.containers
	t.deepEqual(container?.args, [
		'--max-semi-space-size=2',
		'--expose-gc',
		'--single-threaded-gc',
		'--optimize-for-size',
		'/app/backup.cjs',
		'take',
	])
	t.deepEqual(container?.env.at(-1), { name: 'MALLOC_ARENA_MAX', value: '2' })
	t.is(container?.resources.limits.memory, '256Mi')
})

test('it is told nothing that is secret', (t) => {
	t.deepEqual(taskIn(jobOf({})), {
		backup: { namespace: 'shop', name: 'once', uid: seen({}).uid },
		place: { storageType: 'S3', path: 'b/once' },
		endpoints: ready.endpoints,
		timed: false,
		keep: 0,
		timeoutSeconds: 0,
		has: ['store', 'client'],
	})
	const backupPolicy = { schedule: '0 3 * * *', maxBackups: 7, timeoutInSecond: 30 }
	t.like(taskIn(jobOf({ spec: { ...seen({}).spec, backupPolicy } })), {
		timed: true,
		keep: 7,
		timeoutSeconds: 30,
	})
})

test('its name fits into a label, and is another one each time', (t) => {
	const { uid } = seen({})
	const name = jobName({ name: `${'long.'.repeat(40)}x`, uid }, Date.parse('2096-11-19T10:00:00Z'))
	t.regex(name, /^[a-z0-9-]{1,63}$/)
	t.not(jobName({ name: 'a', uid }, 1), jobName({ name: 'a', uid }, 2))
})

for (const [storageType, of, wanted] of [
	[
		'S3',
		{ s3: { path: 'b/k', endpoint: 'http://m', forcePathStyle: true, awsSecret: 'a' } },
		{ secret: 'a', place: { endpoint: 'http://m', forcePathStyle: true } },
	],
	['ABS', { abs: { path: 'c/k', absSecret: 'a' } }, { secret: 'a', place: { path: 'c/k' } }],
	['GCS', { gcs: { path: 'b/k' } }, { secret: undefined, place: { path: 'b/k' } }],
	[
		'OSS',
		{ oss: { path: 'b/k', ossSecret: 'a', endpoint: 'http://o' } },
		{ secret: 'a', place: { endpoint: 'http://o' } },
	],
	[
		'PVC',
		{ pvc: { path: 'k', claimName: 'v' } },
		{ claim: 'v', secret: undefined, place: { folder: '/volume' } },
	],
] as const)
	test(`where snapshots of ${storageType} are`, (t) => t.like(placeIn(of, storageType), wanted))

test('what a pod said last is read, and nothing else is', (t) => {
	for (const text of [undefined, '', 'Killed', '3', 'null', '{"ok":"yes"}']) t.is(saidIn(text), undefined)
	t.deepEqual(saidIn('{"ok":true}'), { ok: true })
})

const owner = [{ apiVersion: 'x', kind: 'EtcdBackup', name: 'once', uid: 'u', controller: true }]
const job = (change: Partial<Job> = {}): Job => ({
	metadata: { name: 'once-1', uid: 'j', ownerReferences: owner, annotations: { [annotations.due]: '7' } },
	...change,
})
const pod = (status: Pod['status'] | undefined, created = '1'): Pod => ({
	metadata: {
		name: `p${created}`,
		creationTimestamp: created,
		ownerReferences: [{ apiVersion: 'batch/v1', kind: 'Job', name: 'once-1', uid: 'j', controller: true }],
	},
	spec: { containers: [] },
	...(status && { status }),
})
const ended = (exitCode: number, message: string): Pod['status'] => ({
	phase: exitCode === 0 ? 'Succeeded' : 'Failed',
	containerStatuses: [
		{ name: 'backup', state: { terminated: { exitCode, message, finishedAt: '2026-11-19T10:00:00Z' } } },
	],
})
const over = (type: string) => ({
	conditions: [{ type, status: 'True', lastTransitionTime: '2026-11-19T10:01:00Z' }],
})

test('a pod says that it succeeded before its Job does', (t) => {
	const [run] = runsOf('u', [job()], [pod(ended(0, JSON.stringify({ ok: true, taken })))]).runs
	t.like(run, { state: 'succeeded', due: 7, ended: Date.parse('2026-11-19T10:00:00Z') })
	t.deepEqual(run?.said, { ok: true, taken })
})

test('one that failed is not the end while its Job goes on', (t) => {
	const failed = pod(ended(1, '{"ok":false,"code":"c","message":"m","lasting":false}'))
	t.like(runsOf('u', [job()], [failed]).runs[0], { state: 'running', ended: undefined })
	t.like(runsOf('u', [job({ status: over('Failed') })], [failed]).runs[0], {
		state: 'failed',
		said: { code: 'c' },
	})
})

test('the newest of several pods counts, and Jobs of others do not', (t) => {
	const said = (message: string) => JSON.stringify({ ok: false, code: 'c', message, lasting: false })
	const pods = [pod(ended(1, said('first')), '1'), pod(ended(1, said('second')), '2')]
	t.like(runsOf('u', [job({ status: over('Failed') })], pods).runs[0], { said: { message: 'second' } })
	t.deepEqual(runsOf('another', [job()], pods), { runs: [], drills: [] })
})

test('which cluster a backup is of', (t) => {
	const of = (spec: object) => backedUp('shop', spec)
	t.deepEqual(of({ etcdCluster: { name: 'orders' } }), { namespace: 'shop', name: 'orders' })
	t.deepEqual(of({ etcdEndpoints: ['http://orders-client:2379'] }), { namespace: 'shop', name: 'orders' })
	t.deepEqual(of({ etcdEndpoints: ['https://orders-client.east.svc:2379'] }), {
		namespace: 'east',
		name: 'orders',
	})
	t.is(of({ etcdEndpoints: ['http://10.0.0.1:2379'] }), undefined)
	t.is(of({}), undefined)
})

test('the newest backup of a cluster is of that very cluster', (t) => {
	const backup = (name: string, change: Partial<typeof taken>) => ({
		metadata: { name },
		status: { last: { ...taken, ...change } },
	})
	const all = [
		backup('old', { takenAt: '2026-11-18T10:00:00Z' }),
		backup('new', {}),
		backup('another', { clusterId: 'c2', takenAt: '2026-11-20T10:00:00Z' }),
	]
	t.like(newestOf(all, 'c1', undefined), { name: 'new', revision: '12', location: 's3://b/once' })
	t.is(newestOf(all, undefined, undefined), undefined)
	const known = { name: 'gone', time: '2026-11-21T10:00:00Z', revision: '99', location: 'x' }
	t.is(newestOf(all, 'c1', known), known)
})
