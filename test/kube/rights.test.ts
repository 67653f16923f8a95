// The controller's own account on a real API server: what it does it may, and what it must never do it may not.
import { join } from 'node:path'
import test from 'ava'
import { act } from '../../controller/act.ts'
import { createEvents } from '../../controller/events.ts'
import { createTeller } from '../../controller/tell.ts'
import { kubeApi, type KubeApi } from '../../kube/api.ts'
import { kubeClient } from '../../kube/client.ts'
import { elect } from '../../kube/lease.ts'
import { kinds, pathOf, type Kind, type KubeObject } from '../../kube/objects.ts'
import { scenes } from './meanwhile.ts'
import { everything, ground, makeCluster, onClaims, small, upTo, worldOf, type Ground } from './world.ts'
import { until } from './support.ts'

const home = 'kubectl-etcd'
const account = 'kubectl-etcd-controller'

let on: Ground
let own: KubeApi
test.before(async () => {
	on = await ground('rights')
	const { kube, playground, where, api } = on.there
	const namespaces: Kind = { apiVersion: 'v1', kind: 'Namespace', plural: 'namespaces', clusterWide: true }
	await kube.create(namespaces, { metadata: { name: home } })
	await playground.kubectl(['apply', '-k', join(import.meta.dirname, '../../config/rbac')])
	const path = `/api/v1/namespaces/${home}/serviceaccounts/${account}/token`
	const { body } = await api.ask('POST', path, {
		apiVersion: 'authentication.k8s.io/v1',
		kind: 'TokenRequest',
	})
	const { token } = (body as { readonly status: { readonly token: string } }).status
	own = kubeApi({
		...where,
		async credentials() {
			const { ca = '' } = await where.credentials()
			return { ca, token }
		},
	})
})
test.after.always(async () => await on[Symbol.asyncDispose]())

const everyKind: typeof small = { ...onClaims, networkPolicy: true }

test('it follows everything, and brings a cluster as far as it goes without nodes', async (t) => {
	const world = worldOf(own, (await on.follow([], own)).copies)
	const key = { namespace: await on.home(), name: 'c' }
	await makeCluster(on.there, key, everyKind)
	const { look, step } = await upTo(world, key, 'startMember')
	await act(world, key, look, step)
	const made = (await everything(on.there, key.namespace)).map(
		({ metadata: { ownerReferences } }) => ownerReferences,
	)
	t.is(
		made.filter((owners) => owners?.[0]?.kind === 'EtcdCluster').length,
		6,
		'pod, claim, and four that all share',
	)
	await createEvents(createTeller(world, () => 0)).tell(key, look.stored, look.seen, {
		...step,
		do: 'promote',
		id: '1',
		name: 'a',
	})
	t.is((await on.there.kube.list(kinds.event, { namespace: key.namespace })).length, 1)
})

for (const [step, make] of Object.entries(scenes))
	test(`it may do what ${step} does`, async (t) => {
		const { copies } = await on.follow()
		const { key, look, next } = await make(worldOf(on.there.api, copies), {
			namespace: await on.home(),
			name: 'c',
		})
		await t.notThrowsAsync(act(worldOf(own, copies), key, look, next))
	})

test('it may remove what a cluster shares, and hurry a pod', async (t) => {
	const { copies } = await on.follow()
	const key = { namespace: await on.home(), name: 'c' }
	await makeCluster(on.there, key, { ...small, networkPolicy: true })
	const world = worldOf(on.there.api, copies)
	const { look, step } = await upTo(world, key, 'startMember')
	await act(world, key, look, step)
	const kube = kubeClient(own)
	for (const kind of [kinds.service, kinds.budget, kinds.networkPolicy, kinds.pod])
		for (const { metadata } of await kube.list<KubeObject>(kind, { namespace: key.namespace })) {
			const { name, uid = '' } = metadata
			await t.notThrowsAsync(kube.remove(kind, { ...key, name, uid, graceSeconds: 1 }))
		}
})

test('it may hold its Lease and give it back', async (t) => {
	const stop = new AbortController()
	t.teardown(() => stop.abort())
	const lease = { namespace: home, name: account, identity: 'one', changed: () => {} }
	const leadership = elect(kubeClient(own), lease, stop.signal)
	await until('it leads', () => leadership.held())
	await t.notThrowsAsync(leadership.release())
})

const pod = '/api/v1/namespaces/default/pods/p'
const clusters = pathOf(kinds.cluster, { namespace: 'default' })
const roles = '/apis/rbac.authorization.k8s.io/v1'

const forbidden: readonly (readonly ['GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', string])[] = [
	['GET', '/api/v1/secrets'],
	['GET', `/api/v1/namespaces/${home}/secrets`],
	['DELETE', `/api/v1/namespaces/${home}/secrets/any`],
	['POST', `${pod}/exec?command=sh`],
	['GET', `${pod}/exec?command=sh`],
	['POST', `${pod}/eviction`],
	['GET', `${pod}/log`],
	['PATCH', `${pod}/ephemeralcontainers`],
	['PATCH', `${pod}/status`],
	['DELETE', '/api/v1/namespaces/default/pods'],
	['DELETE', '/api/v1/namespaces/default/persistentvolumeclaims'],
	['POST', clusters],
	['PATCH', `${clusters}/c`],
	['PUT', `${clusters}/c/status`],
	['DELETE', `${clusters}/c`],
	['GET', '/api/v1/nodes'],
	['GET', '/api/v1/namespaces/default/configmaps'],
	['GET', '/api/v1/namespaces/default/endpoints/other'],
	['GET', pathOf(kinds.lease, { namespace: home })],
	['PATCH', pathOf(kinds.lease, { namespace: home, name: 'another' })],
	['DELETE', pathOf(kinds.lease, { namespace: home, name: account })],
	['GET', pathOf(kinds.lease, { namespace: 'kube-system', name: 'kube-scheduler' })],
	['POST', `/api/v1/namespaces/${home}/serviceaccounts/${account}/token`],
	['POST', `${roles}/clusterroles`],
	['PATCH', `${roles}/clusterroles/${account}`],
	['POST', `${roles}/clusterrolebindings`],
	['DELETE', '/api/v1/namespaces/default'],
]

for (const [method, path] of forbidden)
	test(`it may not ${method} ${path}`, async (t) => {
		const { status } = await own.ask(method, path, method === 'GET' ? undefined : {})
		t.is(status, 403)
	})
