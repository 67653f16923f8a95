// What the API server makes of what we make: it takes it, even where only restricted pods are, and gives back what was wanted, so that
// nothing is put right for ever.
import test from 'ava'
import { minorIn, releases } from '../../api/releases.ts'
import type { ClusterSpec } from '../../api/schema/cluster.ts'
import { act } from '../../controller/act.ts'
import { memberClaim } from '../../controller/objects/claim.ts'
import { memberPod, type MemberPod } from '../../controller/objects/pod.ts'
import { holds, sharedObjects } from '../../controller/objects/shared.ts'
import { kinds, type Kind, type KubeObject } from '../../kube/objects.ts'
import type { Claim, Pod } from '../../kube/pod.ts'
import { ground, makeCluster, nextOf, onClaims, small, upTo, worldOf, type Ground } from './world.ts'

let on: Ground
test.before(async () => {
	on = await ground('objects')
})
test.after.always(async () => await on[Symbol.asyncDispose]())

/** Where only restricted pods are made. */
async function strict(spec: ClusterSpec) {
	const namespace = await on.home()
	const namespaces: Kind = { apiVersion: 'v1', kind: 'Namespace', plural: 'namespaces', clusterWide: true }
	const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' }
	await on.there.kube.merge(namespaces, { name: namespace }, { metadata: { labels } })
	const { metadata } = await makeCluster(on.there, { namespace, name: 'c' }, spec)
	return { namespace, name: 'c', uid: metadata.uid ?? '' }
}

const podOf = (owner: MemberPod['owner'], change: Partial<MemberPod>) =>
	memberPod({
		owner,
		spec: small,
		member: 'c-a',
		version: '3.6.16',
		minor: '3.6',
		repository: 'registry.invalid/etcd',
		bornIn: '3.7',
		template: 't',
		token: `${owner.namespace}/c/${owner.uid}/1`,
		gated: true,
		claim: undefined,
		serving: true,
		anyAddress: '0.0.0.0',
		clusterId: 'a1',
		tls: undefined,
		...change,
	})

const full: ClusterSpec = {
	...small,
	topologySpread: 'Required',
	quotaBackendBytes: '8Gi',
	pod: {
		labels: { team: 'a' },
		annotations: { note: 'x' },
		antiAffinity: true,
		nodeSelector: { disk: 'ssd' },
		tolerations: [{ key: 'etcd', operator: 'Exists' }],
		resources: { requests: { cpu: '1' }, limits: { memory: '1Gi' } },
		etcdEnv: [{ name: 'ETCD_HEARTBEAT_INTERVAL', value: '200' }],
		imagePullSecrets: [{ name: 'registry' }],
		tmpfs: true,
	},
}

const pods: Readonly<Record<string, Partial<MemberPod>>> = {
	...Object.fromEntries(
		Object.values(releases.recommended).map((version) => [
			`of ${version}`,
			{ version, minor: minorIn(version) ?? '3.6' },
		]),
	),
	'on IPv6': { anyAddress: '[::]' },
	'of everything that can be said': { spec: full },
	'on a claim': { spec: onClaims, claim: { name: 'c-a', uid: 'v' } },
}

for (const [what, change] of Object.entries(pods))
	test(`a pod ${what} is taken where only restricted ones are, as it is`, async (t) => {
		const wanted = podOf(await strict(small), change)
		const stored = await on.there.kube.create<Pod>(kinds.pod, wanted as unknown as Pod)
		t.true(holds(JSON.parse(JSON.stringify(wanted.metadata)), stored.metadata))
		const args = (pod: unknown) =>
			(pod as { containers: readonly { args: readonly string[] }[] }).containers[0]?.args
		t.deepEqual(args(stored.spec), args(wanted.spec))
	})

test('a pod that asks for more is refused there, so that the rows above prove something', async (t) => {
	const owner = await strict(small)
	const wanted = podOf(owner, { spec: { ...small, pod: { securityContext: { runAsNonRoot: false } } } })
	const made = on.there.kube.create<Pod>(kinds.pod, wanted as unknown as Pod)
	await t.throwsAsync(made, { message: /violates PodSecurity "restricted/ })
})

test('a claim is taken as it is', async (t) => {
	const wanted = memberClaim(await strict(onClaims), 'c-a', onClaims, 'token')
	t.true(holds(wanted, await on.there.kube.create<Claim>(kinds.claim, wanted)))
})

type Shared = KubeObject & { readonly spec: { readonly selector?: object } }

const services: Readonly<Record<string, ClusterSpec>> = {
	'nothing said': {},
	'a NodePort': { service: { type: 'NodePort' } },
	'a LoadBalancer': { service: { type: 'LoadBalancer', annotations: { a: 'b' } } },
	'more to select by': { service: { selector: { disk: 'ssd' }, annotations: { c: 'd' } } },
	'a network policy': { networkPolicy: true },
}

for (const [first, before] of Object.entries(services))
	for (const [second, after] of Object.entries(services))
		test(`shared objects, ${first}, then ${second}: they are as wanted, and nothing is left to put right`, async (t) => {
			const owner = await strict(small)
			for (const [spec, size] of [
				[before, 1],
				[after, 5],
			] as const)
				for (const { kind, object } of sharedObjects(owner, { ...small, ...spec }, size)) {
					const stored = await on.there.kube.apply<Shared>(kind, object)
					t.true(holds(object, stored), `${kind.kind} ${object.metadata.name}`)
					const { selector, annotations } = { ...(object as Shared).spec, ...object.metadata }
					if (kind === kinds.service) t.deepEqual(stored.spec.selector, selector)
					t.deepEqual(stored.metadata.annotations, annotations)
					const again = await on.there.kube.apply<Shared>(kind, object)
					t.is(again.metadata.resourceVersion, stored.metadata.resourceVersion)
				}
		})

test('a label that somebody adds to a selector is taken out again', async (t) => {
	const key = { namespace: await on.home(), name: 'c' }
	const { kube } = on.there
	const { copies } = await on.follow()
	const world = worldOf(on.there.api, copies)
	await makeCluster(world, key, small)
	await upTo(world, key, 'startMember')
	const oops = { oops: 'x' }
	const client = { ...key, name: 'c-client' }
	copies.services.learn(await kube.merge(kinds.service, client, { spec: { selector: oops } }))
	copies.budgets.learn(await kube.merge(kinds.budget, key, { spec: { selector: { matchLabels: oops } } }))
	const { look, step } = await nextOf(world, key)
	t.deepEqual(look.seen.drifted, ['Service c-client', 'PodDisruptionBudget c'])
	t.is(step.do, 'applyObjects')
	await act(world, key, look, step)
	t.deepEqual((await nextOf(world, key)).look.seen.drifted, [])
	for (const object of [await kube.get(kinds.service, client), await kube.get(kinds.budget, key)])
		t.false(JSON.stringify((object as unknown as { spec: object }).spec).includes('oops'))
})
