// Every class of bad input gets its documented answer from the running server.
import test from 'ava'
import { clusterOf, plain, reviewOf, send, verdictOf, webhook } from './support.ts'

const uid = reviewOf({}).request.uid
const json = (value: unknown) => JSON.stringify(value)

const review = (more: object) => json(reviewOf({ object: clusterOf(plain), ...more }))
/** What carries a uid is answered as a review: HTTP 200, not allowed, with a sentence. */
const unfitReviews: readonly (readonly [string, string, RegExp])[] = [
	[
		'a review of v1beta1',
		review({ apiVersion: 'admission.k8s.io/v1beta1' }),
		/"admission.k8s.io\/v1beta1" is not spoken here/,
	],
	['no object', review({ object: null }), /request\.object: is missing/],
	['an object that is a list', review({ object: [1] }), /request\.object: is missing/],
	['an update without what is stored', review({ oldObject: {} }), /request\.oldObject: is missing/],
	['a DELETE', review({ request: { operation: 'DELETE' } }), /request\.operation: is not judged here/],
	['no operation', review({ request: { operation: undefined } }), /request\.operation: is not judged here/],
	[
		'another kind',
		review({ request: { kind: { group: '', version: 'v1', kind: 'Pod' } } }),
		/request\.kind: is not judged/,
	],
	[
		'a kind of that name in another group',
		review({ request: { resource: { group: 'x.test' } } }),
		/request\.kind/,
	],
	[
		'another subresource',
		review({ request: { subResource: 'status' } }),
		/request\.kind: is not judged here/,
	],
	[
		'a size in quotes',
		review({ object: clusterOf({ ...plain, size: '3' }) }),
		/spec\.size: "3" is of the wrong type; write a whole number/,
	],
	[
		'a size with a fraction',
		review({ object: clusterOf({ ...plain, size: 3.5 }) }),
		/spec\.size: 3.5 is of the wrong type/,
	],
	[
		'a size beyond numbers',
		review({ object: clusterOf({ ...plain, size: 1e300 }) }),
		/spec\.size: 1e\+300 is of the wrong type/,
	],
	[
		'a spec that is a list',
		review({ object: clusterOf([plain]) }),
		/spec: a list is of the wrong type; write an object/,
	],
	[
		'labels that are numbers',
		review({ object: clusterOf({ ...plain, pod: { labels: { a: 1 } } }) }),
		/spec\.pod\.labels\.a: 1 is of the wrong type/,
	],
	[
		'an enormous version',
		review({ object: clusterOf({ ...plain, version: `3.${'9'.repeat(100_000)}.1` }) }),
		/is not an etcd version/,
	],
	[
		'a name in other letters',
		review({ object: { ...clusterOf(plain), metadata: { name: 'ètçđ-日本' } } }),
		/"ètçđ-日本" cannot name a Service/,
	],
]

for (const [title, body, sentence] of unfitReviews)
	test(`refused with a sentence: ${title}`, async (t) => {
		const { port } = await webhook(t)
		const answer = await send(port, body)
		t.is(answer.status, 200)
		const { response } = verdictOf(answer)
		t.is(response.uid, uid)
		t.false(response.allowed)
		t.regex(response.status?.message ?? '', sentence)
		t.true((response.status?.message.length ?? 0) <= 1024)
	})

test('lists and texts without end cost little', async (t) => {
	const { port } = await webhook(t)
	const began = performance.now()
	const endpoints = {
		etcdEndpoints: Array.from({ length: 900_000 }, () => ''),
		storageType: 'S3',
		s3: { path: 'b/k' },
	}
	const backup = {
		apiVersion: 'etcd.database.coreos.com/v1beta2',
		kind: 'EtcdBackup',
		metadata: { name: 'a' },
		spec: endpoints,
	}
	const many = verdictOf(await send(port, json(reviewOf({ kind: 'EtcdBackup', object: backup })))).response
	t.regex(
		many.status?.message ?? '',
		/spec\.etcdEndpoints: a list is of the wrong type; write a list of at most 1024/,
	)
	const long = clusterOf({ ...plain, repository: `${':'.repeat(3_000_000)}/` })
	t.false(verdictOf(await send(port, json(reviewOf({ object: long })))).response.allowed)
	t.true(performance.now() - began < 5000)
})

const deep = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`

/** What carries none is answered by HTTP alone. */
const noReviews: readonly (readonly [string, string | undefined, number, Parameters<typeof send>[2]?])[] = [
	['no body', undefined, 400],
	['a body that is not JSON', '{"kind":', 400],
	['NaN', '{"kind": NaN}', 400],
	['null', 'null', 400],
	['a text', '"AdmissionReview"', 400],
	['another kind of object', json({ kind: 'Pod', apiVersion: 'v1' }), 400],
	['no request', json({ kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1' }), 400],
	['no uid', json({ ...reviewOf({ object: clusterOf(plain), request: { uid: undefined } }) }), 400],
	['a uid that is a number', json(reviewOf({ object: clusterOf(plain), request: { uid: 1 } })), 400],
	['8 MiB', json({ kind: 'AdmissionReview', filler: 'x'.repeat(8 * 2 ** 20) }), 413],
	['nested 100,000 deep', deep(100_000), 400],
	['another content type', review({}), 415, { headers: { 'content-type': 'application/yaml' } }],
	['a compressed body', review({}), 415, { headers: { 'content-encoding': 'gzip' } }],
	['GET', undefined, 405, { method: 'GET' }],
	['PUT', review({}), 405, { method: 'PUT' }],
	['another path', review({}), 404, { path: '/elsewhere' }],
	['another path by GET', undefined, 404, { path: '/elsewhere', method: 'GET' }],
]

for (const [title, body, status, how] of noReviews)
	test(`answered by HTTP: ${title}`, async (t) => {
		const { port } = await webhook(t)
		const answer = await send(port, body, how)
		t.is(answer.status, status)
		t.is(answer.headers['content-type'], 'application/json')
		t.is(typeof (JSON.parse(answer.text) as { error: unknown }).error, 'string')
		t.is((await send(port, review({}))).status, 200, 'and it goes on')
	})

test('keys like __proto__ change nothing for anybody', async (t) => {
	const { port } = await webhook(t)
	const spec = `{"size":3,"version":"3.6.16","__proto__":{"size":4,"polluted":true},"constructor":{"prototype":{"polluted":true}},"pod":{"persistentVolumeClaimSpec":{"resources":{"requests":{"storage":"1Gi"}}},"labels":{"__proto__":"x","toString":"y"}}}`
	const body = json(reviewOf({ object: clusterOf('SPEC') })).replace('"SPEC"', spec)
	const { response } = verdictOf(await send(port, body))
	t.true(response.allowed)
	t.deepEqual(response.warnings, [
		'spec["__proto__"]: is unknown: kept, and of no effect',
		'spec.constructor: is unknown: kept, and of no effect',
	])
	t.false('polluted' in {})
})

test('nesting under an unknown field is neither read nor a danger', async (t) => {
	const { port } = await webhook(t)
	const body = json(reviewOf({ object: clusterOf('SPEC') })).replace(
		'"SPEC"',
		`{"size":4,"x":${deep(50_000)}}`,
	)
	t.regex(verdictOf(await send(port, body)).response.status?.message ?? '', /^spec\.size: 4 is even/)
})
