// What is stored: manifests of 2018 as they were, objects of coreos and of its living fork through our code and back, deletion
// that is guarded, and all of it while the webhook is dead.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { parse } from 'yaml'
import { apiVersion } from '../../api/names.ts'
import type { Kind } from '../../api/types.ts'
import { pathOf, type Said } from './api.ts'
import { shapes } from './shapes.ts'
import { stage, type Stage } from './support.ts'

const namespace = 'default'
const merge = 'application/merge-patch+json'
type Object = Record<string, unknown> & { readonly kind: Kind; readonly metadata: { readonly name: string } }

let on: Stage
let killWebhook: () => Promise<void>

test.before(async (t) => {
	t.timeout(120_000)
	on = await stage('stored')
	await on.useSchema('whole')
	await on.guardDeletion()
	killWebhook = await on.startWebhook()
})

test.after.always(async () => {
	await on?.[Symbol.asyncDispose]()
})

const sample = (file: string): Object =>
	parse(readFileSync(join(import.meta.dirname, '../../config/samples', file), 'utf8')) as Object

/** Everything of the first is in the second, as it was. */
const within = (one: unknown, other: unknown): boolean => {
	if (typeof one !== 'object' || one === null) return one === other
	if (typeof other !== 'object' || other === null || Array.isArray(one) !== Array.isArray(other)) return false
	return Object.entries(one).every(([key, value]) => within(value, (other as Record<string, unknown>)[key]))
}

for (const file of ['cluster-2018.yaml', 'backup-2018.yaml', 'restore-2018.yaml'])
	test.serial(`admitted unchanged: ${file}`, async (t) => {
		const object = sample(file)
		const stored = await on.api.must('POST', pathOf(object.kind, namespace), object)
		t.true(within(object['spec'], stored['spec']), JSON.stringify(stored['spec']))
		if (object.kind === 'EtcdCluster')
			t.deepEqual(stored['spec'], { size: 3, version: '3.2.13', repository: 'quay.io/coreos/etcd' })
		else t.deepEqual(stored['spec'], object['spec'])
	})

test.serial('what is missing at birth is written down', async (t) => {
	const object = { apiVersion, kind: 'EtcdCluster', metadata: { name: 'bare' }, spec: { size: 3 } }
	const { spec } = await on.api.must('POST', pathOf('EtcdCluster', namespace), object)
	t.deepEqual(spec, { size: 3, version: '3.6.16', repository: 'gcr.io/etcd-development/etcd' })
})

for (const { title, object, status } of shapes)
	test.serial(`nothing is lost in a round trip: ${title}`, async (t) => {
		const path = pathOf(object.kind, namespace, object.metadata.name)
		const born = await on.api.must('POST', pathOf(object.kind, namespace), object)
		t.true(within(object.spec, born['spec']), JSON.stringify(born['spec']))
		await on.api.must('PATCH', `${path}/status`, { status }, merge)
		const stored = await on.api.must('GET', path)
		t.deepEqual(stored['status'], status)
		// Read, changed in one place and written back, as our processes and a person with kubectl edit do it.
		const spec = stored['spec'] as Record<string, unknown>
		const changed = object.kind === 'EtcdCluster' ? { ...spec, paused: true } : { ...spec }
		const labels = { touched: 'yes' }
		await on.api.must('PUT', path, {
			...stored,
			metadata: { ...(stored['metadata'] as object), labels },
			spec: changed,
		})
		const after = await on.api.must('GET', path)
		t.deepEqual(after['spec'], changed)
		t.deepEqual(after['status'], status)
		t.true(within(object.extra ?? {}, after))
	})

const protect = (value: string | null) => ({
	metadata: { annotations: { 'etcd.database.coreos.com/deletion-protection': value } },
})

const refusedSaying = (said: Said, part: string): boolean => said.status >= 400 && said.message.includes(part)

test.serial(
	'a protected cluster is not deleted, alone or among others, until the annotation goes',
	async (t) => {
		const path = pathOf('EtcdCluster', namespace, 'bare')
		await on.api.must('PATCH', path, protect('true'), merge)
		const said = await on.api.ask('DELETE', path)
		t.is(said.status, 403)
		t.regex(
			said.message,
			/deletion-protection is "true"; remove that first if it is meant: kubectl -n default annotate etcd bare/,
		)
		t.true((await on.api.ask('DELETE', pathOf('EtcdCluster', namespace))).status >= 400)
		t.is((await on.api.ask('GET', path)).status, 200)
		await on.api.must('PATCH', path, protect(null), merge)
		await on.api.must('DELETE', path)
	},
)

test.serial('a namespace that goes takes a protected cluster along', async (t) => {
	const metadata = { name: 'going' }
	await on.api.must('POST', '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata })
	const guarded = { name: 'guarded', annotations: { 'etcd.database.coreos.com/deletion-protection': 'true' } }
	const object = { apiVersion, kind: 'EtcdCluster', metadata: guarded, spec: { size: 3, version: '3.6.16' } }
	await on.api.must('POST', pathOf('EtcdCluster', 'going'), object)
	t.is((await on.api.ask('DELETE', pathOf('EtcdCluster', 'going', 'guarded'))).status, 403)
	await on.api.must('DELETE', '/api/v1/namespaces/going')
	// There is no controller manager here: the test does what its namespace controller would.
	await on.api.must('DELETE', pathOf('EtcdCluster', 'going', 'guarded'))
})

const cluster = (name: string, size = 3) => ({
	apiVersion,
	kind: 'EtcdCluster',
	metadata: { name },
	spec: { size, version: '3.6.16' },
})

test.serial(
	'with the webhook dead: our kinds are refused, and nothing else in the cluster notices',
	async (t) => {
		await on.api.must('POST', pathOf('EtcdCluster', namespace), cluster('alive'))
		await killWebhook()
		const path = pathOf('EtcdCluster', namespace, 'alive')

		const created = await on.api.ask('POST', pathOf('EtcdCluster', namespace), cluster('late'))
		t.true(
			refusedSaying(created, 'failed calling webhook "mutate.etcd.database.coreos.com"'),
			created.message,
		)
		const changed = await on.api.ask('PATCH', path, { spec: { size: 5 } }, merge)
		t.true(
			refusedSaying(changed, 'failed calling webhook "validate.etcd.database.coreos.com"'),
			changed.message,
		)
		const scaled = await on.api.ask('PATCH', `${path}/scale`, { spec: { replicas: 5 } }, merge)
		t.true(refusedSaying(scaled, 'failed calling webhook'), scaled.message)
		const permitted = await on.api.ask(
			'PATCH',
			path,
			{ metadata: { annotations: { 'etcd.database.coreos.com/allow-downgrade': '3.5' } } },
			merge,
		)
		t.true(refusedSaying(permitted, 'failed calling webhook'), permitted.message)
		const even = await on.api.ask('PATCH', path, { spec: { size: 4 } }, merge)
		t.true(refusedSaying(even, '4 is even; write 3 or 5'), even.message)

		// What our controller writes, and what ends a cluster.
		await on.api.must('PATCH', `${path}/status`, { status: { phase: 'Running', size: 3 } }, merge)
		await on.api.must(
			'PATCH',
			path,
			{ metadata: { finalizers: ['etcd.database.coreos.com/x'], labels: { a: 'b' } } },
			merge,
		)
		await on.api.must('PATCH', path, { metadata: { annotations: { 'example.test/note': 'x' } } }, merge)
		await on.api.must('DELETE', path)
		await on.api.must('PATCH', path, { metadata: { finalizers: null } }, merge)
		t.is((await on.api.ask('GET', path)).status, 404)

		const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'other' }, data: { a: 'b' } }
		await on.api.must('POST', '/api/v1/namespaces/default/configmaps', config)
		await on.api.must('PATCH', '/api/v1/namespaces/default/configmaps/other', { data: { a: 'c' } }, merge)
		await on.api.must('DELETE', '/api/v1/namespaces/default/configmaps/other')
	},
)
