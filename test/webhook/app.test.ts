// What the running server answers, good and bad.
import { Agent } from 'node:https'
import test from 'ava'
import { createMetrics } from '../../webhook/metrics.ts'
import { clusterOf, plain, reviewOf, send, verdictOf, webhook } from './support.ts'

const uid = reviewOf({}).request.uid
const json = (value: unknown) => JSON.stringify(value)

test('a good cluster is admitted, under its uid, without a word', async (t) => {
	const { port } = await webhook(t)
	const answer = await send(port, json(reviewOf({ object: clusterOf(plain) })))
	t.is(answer.status, 200)
	t.deepEqual(verdictOf(answer), {
		apiVersion: 'admission.k8s.io/v1',
		kind: 'AdmissionReview',
		response: { uid, allowed: true },
	})
	t.is(answer.headers['etag'], undefined)
	t.is(answer.headers['x-powered-by'], undefined)
})

test('a refusal is HTTP 200, names every field, and says what to write instead', async (t) => {
	const { port } = await webhook(t)
	const spec = { ...plain, size: 4, version: 'latest', pod: { ...plain.pod, labels: { app: 'x' } } }
	const { response } = verdictOf(await send(port, json(reviewOf({ object: clusterOf(spec) }))))
	t.false(response.allowed)
	t.is(response.uid, uid)
	t.is(response.status?.code, 422)
	t.deepEqual(response.status?.message.split('\n'), [
		'spec.size: 4 is even; write 3 or 5, since an even number survives no more failures than one fewer',
		'spec.version: "latest" is not an etcd version; write one such as 3.6.16',
		'spec.pod.labels.app: app, etcd_* and etcd.database.coreos.com/* are ours; choose another key',
	])
	t.deepEqual(
		response.status?.details.causes.map(({ reason, field }) => `${reason} ${field}`),
		['sizeIsEven spec.size', 'versionUnreadable spec.version', 'labelReserved spec.pod.labels.app'],
	)
})

test('a dry run and a second invocation get the same answer', async (t) => {
	const { port } = await webhook(t)
	const object = clusterOf({ size: 3 })
	for (const path of ['/validate', '/mutate']) {
		const once = await send(port, json(reviewOf({ object })), { path })
		const dry = await send(port, json(reviewOf({ object, request: { dryRun: true } })), { path })
		t.is(once.text, dry.text)
		t.is((await send(port, json(reviewOf({ object })), { path })).text, once.text)
	}
})

const patchOf = (text: string | undefined): unknown =>
	text && JSON.parse(Buffer.from(text, 'base64').toString())

test('what is missing at birth is filled in, once, and nothing that was written is touched', async (t) => {
	const { port } = await webhook(t)
	const mutate = async (spec: unknown, more: object = {}) =>
		verdictOf(await send(port, json(reviewOf({ object: clusterOf(spec), ...more })), { path: '/mutate' }))
			.response
	const version = { op: 'add', path: '/spec/version', value: '3.6.16' }
	const repository = (value: string) => ({ op: 'add', path: '/spec/repository', value })
	const today = repository('gcr.io/etcd-development/etcd')
	t.deepEqual(patchOf((await mutate({ size: 3 })).patch), [version, today])
	t.deepEqual(patchOf((await mutate({ size: 3, version: 'v3.5.35' })).patch), [today])
	t.deepEqual(patchOf((await mutate({ size: 3, version: '3.2.13' })).patch), [
		repository('quay.io/coreos/etcd'),
	])
	t.deepEqual(patchOf((await mutate({ size: 3, repository: 'r.test/etcd' })).patch), [version])
	t.is((await mutate({ size: 3, version: '3.6.16', repository: 'r.test/etcd' })).patch, undefined)
	t.is((await mutate({ size: 3, version: 3, repository: 4 })).patch, undefined)
	t.is((await mutate('nonsense')).patch, undefined)
	t.is((await mutate({ size: 3 }, { oldObject: clusterOf({ size: 3 }) })).patch, undefined)
})

const review = (more: object) => json(reviewOf({ object: clusterOf(plain), ...more }))
const scale = (before: unknown, after: unknown) => ({
	object: {
		kind: 'Scale',
		apiVersion: 'autoscaling/v1',
		metadata: { name: 'example' },
		spec: { replicas: after },
	},
	oldObject: {
		kind: 'Scale',
		apiVersion: 'autoscaling/v1',
		metadata: { name: 'example' },
		spec: { replicas: before },
	},
	request: { kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' }, subResource: 'scale' },
})

test('a scale request gets the size rules, under the name that its field has', async (t) => {
	const { port } = await webhook(t)
	const even = verdictOf(await send(port, review(scale(3, 4)))).response
	t.regex(even.status?.message ?? '', /^spec\.replicas: 4 is even; write 3 or 5/)
	t.true(verdictOf(await send(port, review(scale(3, 5)))).response.allowed)
	t.true(verdictOf(await send(port, review(scale(4, 4)))).response.allowed)
	t.false(verdictOf(await send(port, review(scale(3, undefined)))).response.allowed)
	t.false(verdictOf(await send(port, review(scale(3, '5')))).response.allowed)
})

test('when judging fails, the review is refused and the object stays out of the log', async (t) => {
	const metrics = createMetrics()
	const { port, logged } = await webhook(t, {
		metrics,
		releases: () => {
			throw new Error('broken')
		},
	})
	const { response } = verdictOf(
		await send(port, review({ object: clusterOf({ ...plain, secret: 'sesame' }) })),
	)
	t.false(response.allowed)
	t.is(response.uid, uid)
	t.regex(response.status?.message ?? '', /could not judge this/)
	t.regex(logged.join(''), /broken/)
	t.notRegex(logged.join(''), /sesame/)
	t.regex(await metrics.registry.metrics(), /kubectl_etcd_webhook_failures_total 1/)
})

test('the log has who and what, and nothing of the object', async (t) => {
	const { port, logged } = await webhook(t)
	const pod = { ...plain.pod, etcdEnv: [{ name: 'ETCD_NAME', value: 'sesame' }] }
	await send(port, review({ object: clusterOf({ ...plain, pod }) }))
	t.regex(logged.join(''), /"rules":\["envReserved"\]/)
	t.notRegex(logged.join(''), /sesame/)
})

test('warnings are as long as the API server takes them', async (t) => {
	const { port } = await webhook(t)
	const unknown = Object.fromEntries(
		Array.from({ length: 100 }, (_, index) => [`${'x'.repeat(200)}${index}`, 1]),
	)
	const { response } = verdictOf(await send(port, review({ object: clusterOf({ ...plain, ...unknown }) })))
	t.true(response.allowed)
	t.true((response.warnings?.length ?? 0) <= 16)
	t.true(response.warnings?.every((warning) => warning.length <= 120))
})

test('an idle connection is kept far longer than Node would', async (t) => {
	const { server, port } = await webhook(t)
	t.is(server.keepAliveTimeout, 120_000)
	const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false })
	t.teardown(() => agent.destroy())
	await send(port, review({}), { agent })
	await new Promise((resolve) => setTimeout(resolve, 6500))
	const connections = await new Promise<number>((resolve) =>
		server.getConnections((_, count) => resolve(count)),
	)
	t.is(connections, 1)
	t.is((await send(port, review({}), { agent })).status, 200)
})

test('while draining, every answer asks to connect anew', async (t) => {
	let draining = false
	const { port } = await webhook(t, { draining: () => draining })
	const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })
	t.teardown(() => agent.destroy())
	t.is((await send(port, review({}), { agent })).headers['connection'], 'keep-alive')
	draining = true
	t.is((await send(port, review({}), { agent })).headers['connection'], 'close')
})

test('health and metrics are on the same port', async (t) => {
	let because: string | undefined
	const { port } = await webhook(t, { notReadyBecause: () => because })
	const get = async (path: string) => await send(port, undefined, { path, method: 'GET' })
	t.is((await get('/livez')).status, 200)
	t.is((await get('/readyz')).status, 200)
	because = 'starting'
	t.is((await get('/readyz')).status, 503)
	await send(port, review({}))
	t.regex(
		(await get('/metrics')).text,
		/reviews_total\{path="\/validate",kind="EtcdCluster",operation="CREATE",allowed="true"\} 1/,
	)
})
