// The controller is killed (kill -9) right after each step of an upgrade, and whoever comes next goes on where it stopped.
import anyTest, { type TestFn } from 'ava'
import { OutsidePod } from '../../../playground/outside-pod.ts'
import {
	change,
	idsOf,
	keptKey,
	membersOf,
	onVolumes,
	scaleController,
	untilHealthy,
	withKey,
} from '../cluster-support.ts'
import { imagesOf, servedAllAlong, untilAllAt, writing } from '../rolling.ts'
import { ownNamespace, playground } from '../support.ts'

const test = anyTest.serial as TestFn

test('killed at each step of an upgrade, on volumes: nobody is lost, and nobody is changed twice', async (t) => {
	t.timeout(400_000)
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'test', { size: 3, version: '3.5.35', ...onVolumes })
	const members = idsOf(await membersOf(namespace, 'test'))
	await scaleController(t, 0)
	const controller = await OutsidePod.prepare(playground, 'killed-upgrade')
	const began = performance.now()
	const written = await writing(namespace, 'test', async () => {
		const steps = await controller.killedAtEachStep(async () => {
			await change(namespace, 'test', { version: '3.6.16' })
			await untilAllAt(namespace, 'test', '3.6.16', 240)
		})
		t.log(`${steps.length} kills in ${((performance.now() - began) / 1000).toFixed(1)} s: ${steps.join(' ')}`)
		t.is(steps.filter((step) => step === 'changeImage').length, 3)
		t.true(steps.length > 10)
	})
	servedAllAlong(t, written)
	await scaleController(t, 1)
	await untilHealthy(namespace, 'test')
	t.deepEqual(
		await imagesOf(namespace, 'test'),
		Array.from({ length: 3 }, () => 'gcr.io/etcd-development/etcd:v3.6.16'),
	)
	t.deepEqual(idsOf(await membersOf(namespace, 'test')), members)
	await keptKey(t, namespace, 'test')
})
