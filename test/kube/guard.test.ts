// What cannot be undone is done only to the world that asked for it. Each row takes a look, changes the world, and acts on the old look.
import test, { type ExecutionContext } from 'ava'
import { act } from '../../controller/act.ts'
import { NotNow } from '../../controller/not-now.ts'
import type { Plan } from '../../controller/step.ts'
import { isPatience } from '../../controller/trouble.ts'
import type { WatchedAll } from '../../controller/watch-all.ts'
import type { World } from '../../controller/world.ts'
import { kubeApi } from '../../kube/api.ts'
import { kubeClient } from '../../kube/client.ts'
import { kinds } from '../../kube/objects.ts'
import type { Pod } from '../../kube/pod.ts'
import { until } from './support.ts'
import { everything, ground, worldOf, type Ground } from './world.ts'
import { changes, scenes, type Scene } from './meanwhile.ts'

let on: Ground
let watched: WatchedAll
test.before(async () => {
	on = await ground('guard')
	watched = await on.follow()
})
test.after.always(async () => await on[Symbol.asyncDispose]())

const guarded = [
	'startMember',
	'deletePod',
	'deleteClaim',
	'abandonBirth',
] as const satisfies readonly Plan['do'][]
type Guarded = (typeof guarded)[number]

async function begin(
	step: keyof typeof scenes,
	mayAct?: () => void,
): Promise<{ world: World; scene: Scene }> {
	const world = worldOf(on.there.api, watched.copies, mayAct)
	return { world, scene: await scenes[step](world, { namespace: await on.home(), name: 'c' }) }
}

const rows: readonly (readonly [Guarded, keyof typeof changes])[] = [
	...guarded.flatMap((step) =>
		(
			[
				'the cluster is gone',
				'the cluster was made again',
				'the cluster was made again, with all that it had',
				'the cluster is being deleted',
				'it is paused',
			] as const
		).map((change) => [step, change] as const),
	),
	['startMember', 'another seed was named'],
	['deletePod', 'its pod was made again'],
	['deletePod', 'its pod is gone'],
	['deleteClaim', 'its claim is bound'],
	['deleteClaim', 'its claim was made again'],
	['deleteClaim', 'its claim is gone'],
	['abandonBirth', 'its pod has a node'],
]

for (const [step, change] of rows)
	test(`${step} is not done once ${change}`, async (t) => {
		const { world, scene } = await begin(step)
		const { key, look, next } = scene
		await changes[change](world, scene)
		const before = await everything(world, key.namespace)
		await t.throwsAsync(act(world, key, look, next), { instanceOf: NotNow })
		t.deepEqual(await everything(world, key.namespace), before)
	})

for (const step of guarded) {
	test(`${step} is done while nothing has changed`, async (t) => {
		const { world, scene } = await begin(step)
		const { key, look, next } = scene
		const before = await everything(world, key.namespace)
		await act(world, key, look, next)
		t.notDeepEqual(await everything(world, key.namespace), before)
	})

	test(`${step} is not done on the word of an API server that is behind`, async (t) => {
		const { world, scene } = await begin(step)
		const { key, look, next } = scene
		const newer = { ...look, seen: { ...look.seen, generation: look.seen.generation + 1 } }
		const before = await everything(world, key.namespace)
		await t.throwsAsync(act(world, key, newer, next), { instanceOf: NotNow })
		t.deepEqual(await everything(world, key.namespace), before)
	})

	test(`${step} is not done once another operator was seen`, async (t) => {
		const { world, scene } = await begin(step)
		const { key, look, next } = scene
		const heldBecause = () => ({ reason: 'CoreosOperatorRuns', message: 'it runs' })
		const before = await everything(world, key.namespace)
		await t.throwsAsync(act({ ...world, heldBecause }, key, look, next), { instanceOf: NotNow })
		t.deepEqual(await everything(world, key.namespace), before)
	})

	test(`${step} is not done by who no longer leads`, async (t) => {
		let leads = true
		const { world, scene } = await begin(step, () => {
			if (!leads) throw new Error('no longer')
		})
		const { key, look, next } = scene
		const before = await everything(world, key.namespace)
		leads = false
		await t.throwsAsync(act(world, key, look, next), { message: 'no longer' })
		t.deepEqual(await everything(world, key.namespace), before)
	})
}

/** Who is on the way to the API server when the world changes: only what the request itself says can hold it back. */
async function onItsWay(t: ExecutionContext, step: keyof typeof scenes, held: RegExp) {
	const { world, scene } = await begin(step)
	const gate = await on.there.gate()
	t.teardown(async () => await gate[Symbol.asyncDispose]())
	gate.freeze(held)
	let leads = true
	const mayWrite = (): void => {
		if (!leads) throw new Error('no longer')
	}
	const kube = kubeClient(kubeApi(gate.where), mayWrite)
	const acting = act({ ...world, kube }, scene.key, scene.look, scene.next).catch((reason: unknown) => reason)
	await until('it is on its way', () => gate.arrived.some((line) => held.test(line)))
	return { world, scene, gate, acting, depose: () => (leads = false) }
}

const late: readonly (readonly [keyof typeof scenes, keyof typeof changes, RegExp])[] = [
	['deletePod', 'its pod was made again', /^DELETE/],
	['deletePod', 'its pod has changed', /^DELETE/],
	['deleteClaim', 'its claim was made again', /^DELETE/],
	['deleteClaim', 'its claim is bound', /^DELETE/],
	['deleteClaim', 'its claim has changed', /^DELETE/],
	['abandonBirth', 'it is paused', /^PATCH/],
	['abandonBirth', 'the cluster was made again', /^PATCH/],
	['recordBirth', 'it is paused', /^PATCH/],
	['recordBirth', 'the cluster was made again', /^PATCH/],
	['relabel', 'its pod was made again', /^PATCH/],
	// By then its pod is there, and waits to be told whom it may join.
	['startMember', 'its pod was made again', /^PATCH/],
	['startMember', 'its pod is gone', /^PATCH/],
]

for (const [step, change, line] of late)
	test(`${step}, on its way already, does nothing where ${change}`, async (t) => {
		const { world, scene, gate, acting } = await onItsWay(t, step, line)
		await changes[change](world, scene)
		const before = await everything(world, scene.key.namespace)
		gate.thaw()
		t.true(isPatience(await acting))
		t.deepEqual(await everything(world, scene.key.namespace), before)
	})

const gatesOf = async ({ kube }: World, { key: { namespace }, member }: Scene) =>
	(await kube.get<Pod>(kinds.pod, { namespace, name: member }))?.spec.schedulingGates

test('a pod that only changed before it was told is told all the same', async (t) => {
	const { world, scene, gate, acting } = await onItsWay(t, 'startMember', /^PATCH/)
	await changes['its pod has changed'](world, scene)
	gate.thaw()
	t.is(await acting, undefined)
	t.is(await gatesOf(world, scene), undefined)
})

test('who no longer leads when its pod is made tells it nothing, so that it never starts', async (t) => {
	const { world, scene, gate, acting, depose } = await onItsWay(t, 'startMember', /^POST/)
	depose()
	gate.thaw()
	t.like(await acting, { message: 'no longer' })
	t.is((await gatesOf(world, scene))?.length, 1)
})
