// Claims that grow on a real API server: where the class lets them, where it does not, and where somebody was quicker.
import test from 'ava'
import { act } from '../../controller/act.ts'
import { NotNow } from '../../controller/not-now.ts'
import type { Key, World } from '../../controller/world.ts'
import { kinds, type Kind, type KubeObject } from '../../kube/objects.ts'
import type { Claim } from '../../kube/pod.ts'
import { ground, makeCluster, nextOf, small, upTo, worldOf, type Ground, type Next } from './world.ts'

let on: Ground
test.before(async () => {
	on = await ground('grow')
	for (const [name, allowVolumeExpansion] of Object.entries({ grows: true, fixed: false })) {
		const made = { metadata: { name }, provisioner: 'example.com/none', allowVolumeExpansion }
		await on.there.kube.create<KubeObject>(classes, made)
	}
})
test.after.always(async () => await on[Symbol.asyncDispose]())

const classes: Kind = {
	apiVersion: 'storage.k8s.io/v1',
	kind: 'StorageClass',
	plural: 'storageclasses',
	clusterWide: true,
}

const specOf = (storageClassName: string, storage: string) => ({
	...small,
	pod: { persistentVolumeClaimSpec: { storageClassName, resources: { requests: { storage } } } },
})

interface Scene extends Next {
	readonly world: World
	readonly key: Key
	readonly claim: Key
}

/** A member on a volume of 1Gi, in a cluster whose spec asks for two of them. */
async function larger(storageClass: string): Promise<Scene> {
	const { kube, api } = on.there
	const world = worldOf(api, (await on.follow()).copies)
	const key = { namespace: await on.home(), name: 'c' }
	await makeCluster(on.there, key, specOf(storageClass, '1Gi'))
	const { look, step } = await upTo(world, key, 'startMember')
	await act(world, key, look, step)
	const claim = { namespace: key.namespace, name: look.seen.status.birth?.seed ?? '' }
	await kube.merge(kinds.claim, claim, { spec: { volumeName: 'somewhere' } })
	const status = { phase: 'Bound', capacity: { storage: '1Gi' } }
	await kube.merge(kinds.claim, { ...claim, subresource: 'status' }, { status })
	await kube.merge(kinds.cluster, key, { spec: specOf(storageClass, '2Gi') })
	return { world, key, claim, ...(await nextOf(world, key)) }
}

const requested = async ({ claim }: Scene): Promise<unknown> =>
	(await on.there.kube.get<Claim>(kinds.claim, claim))?.spec?.resources?.requests?.storage

test('a claim asks for more', async (t) => {
	const scene = await larger('grows')
	const { world, key, look, step } = scene
	t.is(step.do, 'growClaim')
	await act(world, key, look, step)
	t.is(await requested(scene), '2Gi')
	t.not((await nextOf(world, key)).step.do, 'growClaim')
	t.is(look.seen.claims[0]?.capacity, 2 ** 30)
})

test('what the class does not let is remembered, and holds up nothing', async (t) => {
	const scene = await larger('fixed')
	const { world, key, look, step } = scene
	await t.throwsAsync(act(world, key, look, step), { instanceOf: NotNow })
	t.is(await requested(scene), '1Gi')
	const next = await nextOf(world, key)
	t.not(next.step.do, 'growClaim')
	t.like(next.look.seen.growthRefused, { size: '2Gi', lately: true })
	t.regex(next.look.seen.growthRefused?.because ?? '', /only dynamically provisioned pvc can be resized/)
})

test('who was told to ask for yet more meanwhile is not made smaller', async (t) => {
	const scene = await larger('grows')
	const { world, key, claim, look, step } = scene
	const spec = { resources: { requests: { storage: '3Gi' } } }
	await on.there.kube.merge(kinds.claim, claim, { spec })
	await t.throwsAsync(act(world, key, look, step))
	t.is(await requested(scene), '3Gi')
	t.is((await nextOf(world, key)).look.seen.growthRefused, undefined, 'nobody refused anything')
})
