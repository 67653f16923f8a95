// What the client makes of a real API server's answers.
import test from 'ava'
import { isConflict, KubeError } from '../../kube/errors.ts'
import { kinds, type KubeObject } from '../../kube/objects.ts'
import { configMap, stage, type ConfigMap, type Stage } from './support.ts'

let there: Stage
test.before(async () => {
	there = await stage('client')
})
test.after.always(async () => await there[Symbol.asyncDispose]())

const uidOf = ({ metadata: { uid = '' } }: KubeObject): string => uid
const conflict = { instanceOf: KubeError, message: /./ } as const

test('what is not there is nothing, to get and to remove', async (t) => {
	const { kube } = there
	const namespace = await there.namespace()
	t.is(await kube.get(configMap, { namespace, name: 'a' }), undefined)
	t.is(await kube.get(configMap, { namespace: 'no-such-namespace', name: 'a' }), undefined)
	t.is(await kube.remove(configMap, { namespace, name: 'a', uid: 'nobody' }), undefined)
	t.deepEqual(await kube.list(configMap, { namespace }), [])
})

test('create answers the object as it is stored; a second one of the name is a conflict', async (t) => {
	const { kube } = there
	const namespace = await there.namespace()
	const wanted: ConfigMap = { metadata: { namespace, name: 'a' }, data: { key: 'value' } }
	const made = await kube.create(configMap, wanted)
	t.deepEqual(made.data, wanted.data)
	t.truthy(made.metadata.uid)
	t.deepEqual(await kube.get<ConfigMap>(configMap, { namespace, name: 'a' }), made)
	t.true(isConflict(await t.throwsAsync(kube.create(configMap, wanted), conflict)))
})

test('what the API server refuses is said in its words', async (t) => {
	const metadata = { namespace: await there.namespace(), name: 'Not_A_Name' }
	const reason = await t.throwsAsync(there.kube.create(configMap, { metadata }), { instanceOf: KubeError })
	t.is(reason.status, 422)
	t.is(reason.reason, 'Invalid')
	t.regex(reason.message, /Not_A_Name.*RFC 1123/)
})

test('list: in a namespace, in all, by label; kinds of the whole cluster', async (t) => {
	const { kube } = there
	const namespaces = [await there.namespace(), await there.namespace()]
	for (const namespace of namespaces)
		for (const mark of ['one', 'two'])
			await kube.create(configMap, { metadata: { namespace, name: `of-${mark}`, labels: { mark } } })
	const query = '?labelSelector=mark%3Dtwo'
	const [namespace] = namespaces
	t.is((await kube.list(configMap, { namespace })).length, 2)
	t.deepEqual(
		(await kube.list(configMap, { namespace }, query)).map(({ metadata }) => metadata.name),
		['of-two'],
	)
	t.deepEqual(
		(await kube.list(configMap, {}, query)).map(({ metadata }) => metadata.namespace),
		namespaces.toSorted(),
	)
	t.deepEqual(await kube.list(kinds.node, { namespace }), [])
})

test('apply makes, changes, and takes back what it no longer says; what others wrote stays', async (t) => {
	const { kube } = there
	const metadata = { namespace: await there.namespace(), name: 'a' }
	const apply = async (data: object) =>
		await kube.apply<ConfigMap>(configMap, { metadata, data } as KubeObject)
	t.deepEqual((await apply({ ours: '1', old: '1' })).data, { ours: '1', old: '1' })
	await kube.merge(configMap, metadata, { data: { theirs: '1' }, metadata: { labels: { theirs: '1' } } })
	const after = await apply({ ours: '2' })
	// A merge of ours is not an apply of ours: another manager's field, so it stays.
	t.deepEqual(after.data, { ours: '2', theirs: '1' })
	t.deepEqual(after.metadata.labels, { theirs: '1' })
	const again = await apply({ ours: '2' })
	t.is(again.metadata.resourceVersion, after.metadata.resourceVersion, 'the same again writes nothing')
})

test('apply takes a field back from whoever changed it', async (t) => {
	const { kube, playground } = there
	const metadata = { namespace: await there.namespace(), name: 'a' }
	const object = { metadata, data: { key: 'ours' } } as KubeObject
	await kube.apply(configMap, object)
	const patch = [
		'patch',
		'configmap',
		'a',
		'-n',
		metadata.namespace,
		'--type=merge',
		'-p',
		'{"data":{"key":"x"}}',
	]
	await playground.kubectl(patch)
	t.deepEqual((await kube.apply<ConfigMap>(configMap, object)).data, { key: 'ours' })
})

test('a merge with the resourceVersion that was seen fails if anything came between', async (t) => {
	const { kube } = there
	const at = { namespace: await there.namespace(), name: 'a' }
	const { metadata } = await kube.create<KubeObject>(configMap, { metadata: at })
	const { resourceVersion } = metadata
	await kube.merge(configMap, at, { data: { by: 'another' } })
	const late = kube.merge(configMap, at, { metadata: { resourceVersion }, data: { by: 'us' } })
	t.true(isConflict(await t.throwsAsync(late, conflict)))
	t.deepEqual((await kube.get<ConfigMap>(configMap, at))?.data, { by: 'another' })
	t.deepEqual((await kube.merge<ConfigMap>(configMap, at, { data: { by: null } })).data, undefined)
	const nowhere = kube.merge(configMap, { ...at, name: 'b' }, { data: {} })
	t.is((await t.throwsAsync(nowhere, { instanceOf: KubeError })).status, 404)
})

test('a merge with a UID spares an object that was made anew', async (t) => {
	const { kube } = there
	const at = { namespace: await there.namespace(), name: 'a' }
	const old = await kube.create(configMap, { metadata: at })
	await kube.remove(configMap, { ...at, uid: uidOf(old) })
	const young = await kube.create(configMap, { metadata: at })
	const patch = { metadata: { uid: uidOf(old), labels: { wrong: 'true' } } }
	const reason = await t.throwsAsync(kube.merge(configMap, at, patch), { instanceOf: KubeError })
	t.is(reason.status, 422, 'to the API server it is an attempt to change the UID')
	t.deepEqual(await kube.get(configMap, at), young)
})

test('remove spares an object that was made anew, and one that changed since it was seen', async (t) => {
	const { kube } = there
	const at = { namespace: await there.namespace(), name: 'a' }
	const old = await kube.create(configMap, { metadata: at })
	t.is(await kube.remove(configMap, { ...at, uid: uidOf(old) }), undefined)
	const young = await kube.create<KubeObject>(configMap, { metadata: at })
	t.true(isConflict(await t.throwsAsync(kube.remove(configMap, { ...at, uid: uidOf(old) }), conflict)))
	const { resourceVersion = '' } = young.metadata
	const changed = await kube.merge(configMap, at, { data: { key: 'value' } })
	const seen = { ...at, uid: uidOf(young), resourceVersion }
	t.true(isConflict(await t.throwsAsync(kube.remove(configMap, seen), conflict)))
	t.deepEqual(await kube.get(configMap, at), changed)
	const now = { ...seen, resourceVersion: changed.metadata.resourceVersion ?? '' }
	t.is(await kube.remove(configMap, now), undefined)
	t.is(await kube.get(configMap, at), undefined)
})

test('remove answers what still ends, again and again, and nothing once it is gone', async (t) => {
	const { kube } = there
	const at = { namespace: await there.namespace(), name: 'a' }
	const held = { ...at, finalizers: ['example.com/held'] }
	const uid = uidOf(await kube.create(configMap, { metadata: held }))
	const left = await kube.remove(configMap, { ...at, uid })
	t.is(left?.metadata.uid, uid)
	t.truthy(left?.metadata.deletionTimestamp)
	t.truthy((await kube.remove(configMap, { ...at, uid }))?.metadata.deletionTimestamp)
	await kube.merge(configMap, at, { metadata: { finalizers: null } })
	t.is(await kube.remove(configMap, { ...at, uid }), undefined)
})

async function pod(more: object): Promise<{ namespace: string; name: string; uid: string }> {
	const namespace = await there.namespace()
	const accounts = { apiVersion: 'v1', kind: 'ServiceAccount', plural: 'serviceaccounts' }
	await there.kube.create(accounts, { metadata: { namespace, name: 'default' } })
	const at = { namespace, name: 'p' }
	const spec = { automountServiceAccountToken: false, containers: [{ name: 'etcd', image: 'etcd' }], ...more }
	return { ...at, uid: uidOf(await there.kube.create(kinds.pod, { metadata: at, spec } as KubeObject)) }
}

test('a pod on a node ends in its own time, or at once with no grace', async (t) => {
	const { kube } = there
	const at = await pod({ nodeName: 'node1' })
	t.truthy((await kube.remove(kinds.pod, at))?.metadata.deletionTimestamp)
	t.truthy(await kube.get(kinds.pod, at))
	await kube.remove(kinds.pod, { ...at, graceSeconds: 0 })
	t.is(await kube.get(kinds.pod, at), undefined)
})

// The API server answers the pod itself, with a time of deletion; only its grace of 0 and no finalizers tell that it is gone.
test('a pod that no node has is gone at once, so remove answers nothing', async (t) => {
	const at = await pod({})
	const left = await there.kube.remove(kinds.pod, at)
	t.is(await there.kube.get(kinds.pod, at), undefined)
	t.is(left, undefined)
})
