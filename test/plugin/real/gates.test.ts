// What waits, makes, installs and says versions, on a real API server with our schema and our webhook.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { parseAllDocuments, type Document } from 'yaml'
import { manifests } from '../../../plugin/built-in/manifests.ts'
import { manifestOf } from '../../../plugin/install/manifest.ts'
import { pathOf } from '../../admission/api.ts'
import { clusterTitle } from './titles.ts'
import { ground, merge, storeCluster, wellStatus, type Ground } from './support.ts'

let on: Ground
let dir: string
test.before(async (t) => {
	t.timeout(300_000)
	dir = await mkdtemp(join(tmpdir(), 'kubectl-etcd-gates-'))
	on = await ground('gates')
})
test.after.always(async () => {
	await on?.[Symbol.asyncDispose]()
	await rm(dir, { recursive: true, force: true })
})

test('wait: at once, never, and once it has become so', async (t) => {
	const namespace = await on.namespace()
	const path = await storeCluster(on, namespace)
	const at = ['-n', namespace]
	t.like(await on.run(['wait', 'orders', '--timeout=0', ...at]), {
		code: 0,
		out: `${clusterTitle('orders')} healthy, 3/3 ready\n`,
	})
	await on.api.must('PATCH', path, { spec: { size: 5 } }, merge)
	const expired = await on.run(['wait', 'orders', '--timeout=1s', ...at])
	t.is(expired.code, 124)
	t.regex(expired.err, /orders is still not healthy after 1s: the controller has not answered generation 2/)
	const waiting = on.start(['wait', 'orders', '--timeout=60s', ...at])
	await waiting.said(/has not answered generation 2/)
	const status = { ...wellStatus('3.5.35', 2), health: 'Scaling' }
	const conditions = [
		{ type: 'Scaling', status: 'True', reason: 'Scaling up', message: 'Current cluster size: 3' },
	]
	await on.api.must('PATCH', `${path}/status`, { status: { ...status, conditions } }, merge)
	await waiting.said(/Scaling up: Current cluster size: 3/)
	await on.api.must('PATCH', `${path}/status`, { status: wellStatus('3.5.35', 2) }, merge)
	const { code, err } = await waiting.ended
	t.is(code, 0, err)
	t.is(err.match(/waiting for/g)?.length, 2, 'each reason once')
})

test('wait: until it is gone, and not for what was deleted', async (t) => {
	const namespace = await on.namespace()
	const path = await storeCluster(on, namespace)
	const at = ['-n', namespace]
	const both = ['--for=deleted', '--for=condition=Never'].map((goal) =>
		on.start(['wait', 'orders', goal, '--timeout=60s', ...at]),
	)
	await Promise.all(both.map(async (one) => await one.said(/waiting for orders/)))
	await on.api.must('DELETE', path)
	const [deleted, never] = await Promise.all(both.map(async ({ ended }) => await ended))
	t.like(deleted ?? {}, { code: 0, out: `${clusterTitle('orders')} deleted\n` })
	t.is(never?.code, 1)
	t.regex(never?.err ?? '', /orders was deleted while it was waited for/)
	t.is((await on.run(['wait', 'orders', '--for=delete', ...at])).code, 0, 'gone already')
})

test('scale --wait ends when it is done, and says so', async (t) => {
	const namespace = await on.namespace()
	const path = await storeCluster(on, namespace)
	const scaling = on.start(['scale', 'orders', '--replicas=5', '-y', '--wait', '-n', namespace])
	await scaling.said(/has not answered generation 2/)
	await on.api.must(
		'PATCH',
		`${path}/status`,
		{ status: { ...wellStatus('3.5.35', 2), ready: '5/5' } },
		merge,
	)
	const { code, out, err } = await scaling.ended
	t.is(code, 0, err)
	t.is(out, `${clusterTitle('orders')} scaled\n`)
	t.regex(err, /orders: healthy, 5\/5 ready/)
})

test('create: made, made twice, refused, dry, and as a file', async (t) => {
	const namespace = await on.namespace()
	const at = ['-n', namespace]
	const path = pathOf('EtcdCluster', namespace, 'orders')
	const even = await on.run(['create', 'orders', '--size', '4', ...at])
	t.is(even.code, 1)
	t.regex(even.err, /--replicas: 4 is even/)
	const dry = await on.run(['create', 'orders', '--dry-run=server', ...at])
	t.is(dry.out, `${clusterTitle('orders')} created (server dry run)\n`)
	t.is((await on.api.ask('GET', path)).status, 404, 'nothing is there yet')
	const made = await on.run(['create', 'orders', '--version', '3.5.20', ...at])
	t.like(made, { code: 0, out: `${clusterTitle('orders')} created\n` })
	t.is(made.err.match(/^Warning: spec\.version/gm)?.length, 1, made.err)
	const twice = await on.run(['create', 'orders', ...at])
	t.is(twice.code, 1)
	t.regex(twice.err, /already exists/)
	const manifest = await on.run(['create', 'flags', '--dry-run=client', '-o', 'yaml'], { as: '/nowhere' })
	t.is(manifest.code, 0, manifest.err)
	t.like(await on.run(['create', '-f', '-', ...at], { input: manifest.out }), {
		code: 0,
		out: `${clusterTitle('flags')} created\n`,
	})
})

test('create -f: one that is refused keeps all of them from being made', async (t) => {
	const namespace = await on.namespace()
	const one = (name: string, size: number): string =>
		`apiVersion: etcd.database.coreos.com/v1beta2\nkind: EtcdCluster\nmetadata: { name: ${name} }\nspec: { size: ${size} }\n`
	const file = join(dir, 'two.yaml')
	await writeFile(file, `${one('good', 3)}---\n${one('bad', 4)}`)
	const ran = await on.run(['create', '-f', file, '-n', namespace])
	t.is(ran.code, 1)
	t.regex(ran.err, /two\.yaml: bad: spec\.size: 4 is even/)
	t.is((await on.api.ask('GET', pathOf('EtcdCluster', namespace, 'good'))).status, 404)
	const rows: readonly (readonly [text: string, said: RegExp])[] = [
		['', /has no object/],
		['a: [', /error: -: /],
		['kind: Pod\napiVersion: v1\nmetadata: { name: a }\n', /v1 Pod is not made here/],
		[one('', 3).replace('name: ', ''), /metadata\.name is missing/],
		[
			one('a', 3).replace('{ name: a }', '{ name: a, namespace: other }'),
			/for namespace "other" and --namespace/,
		],
	]
	for (const [input, said] of rows) {
		const refused = await on.run(['create', '-f', '-', '-n', namespace], { input })
		t.is(refused.code, 1, input)
		t.regex(refused.err, said)
	}
})

test('install check: the webhook is there and the processes are not', async (t) => {
	const { code, out } = await on.run(['install', 'check'])
	t.is(code, 1)
	t.regex(out, /✔ kinds +EtcdCluster, EtcdBackup, EtcdRestore are served/)
	t.regex(out, /✖ controller +deployment kubectl-etcd-controller is not in namespace kubectl-etcd/)
	t.regex(out, /✔ admission +a release that loses data is refused by name/)
	const waited = await on.run(['install', 'check', '--wait', '--timeout=2s'])
	t.is(waited.code, 124)
	const nobody = await on.account(await on.namespace(), '')
	const unseen = await on.run(['install', 'check', '-o', 'json'], { as: nobody })
	t.is(unseen.code, 6)
	const { checks } = JSON.parse(unseen.out) as { checks: readonly { readonly is: string }[] }
	t.deepEqual(
		checks.map(({ is }) => is),
		['well', 'unseen', 'unseen', 'unseen'],
	)
})

test('version says what is seen, and why the rest is not', async (t) => {
	const namespace = await on.namespace()
	await storeCluster(on, namespace, { version: '3.7.3' })
	const { code, out } = await on.run(['version'])
	t.is(code, 0)
	t.regex(out, /^API +v1beta2$/m)
	t.regex(out, /^etcd .*3\.7\.3 \(\d+\)/m)
	t.regex(out, /^verdict +no operator was seen$/m)
	const document = JSON.parse((await on.run(['version', '-o', 'json'])).out) as {
		server: { api: string[] }
		skew: string
	}
	t.deepEqual([document.server.api, document.skew], [['v1beta2'], 'unknown'])
	const nobody = await on.run(['version'], { as: await on.account(namespace, '') })
	t.is(nobody.code, 0)
	t.regex(nobody.out, /^unseen .*forbidden/m)
	t.is((await on.run(['version', '--client'], { as: '/nowhere' })).code, 0)
})

test('uninstall names the clusters there are', async (t) => {
	const namespace = await on.namespace()
	await storeCluster(on, namespace)
	const { code, out } = await on.run(['uninstall', '--plan'])
	t.is(code, 0)
	t.true(out.includes(`${namespace}/orders`), out)
	t.false(out.includes('delete crd'))
	t.is((await on.run(['uninstall'])).code, 1)
})

/** kustomize breaks long expressions elsewhere, which means nothing to whoever reads them. */
const evenly = (value: unknown): unknown =>
	JSON.parse(JSON.stringify(value), (_, one: unknown) =>
		typeof one === 'string' ? one.replaceAll(/\s+/g, ' ') : one,
	)

for (const folder of ['default', 'self-signed'])
	test(`install prints what kubectl kustomize config/${folder} does`, async (t) => {
		const text = await on.on.playground.kubectl([
			'kustomize',
			join(import.meta.dirname, '../../../config', folder),
		])
		const keyed = (objects: readonly unknown[]) =>
			Object.fromEntries(
				objects.map((object) => {
					const { kind, metadata } = object as { kind: string; metadata: { name: string } }
					return [`${kind}/${metadata.name}`, object]
				}),
			)
		const theirs = (parseAllDocuments(text) as readonly Document[]).map((one) => one.toJS() as unknown)
		const ours = manifestOf(manifests, { folder, image: undefined }).map((one) => one.toJS() as unknown)
		t.deepEqual(evenly(keyed(ours)), evenly(keyed(theirs)))
	})
