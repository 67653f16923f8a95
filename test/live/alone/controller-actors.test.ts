// Two controllers, of which the one that leads is frozen past its lease while it works, and thawed: one actor at a time.
import { setTimeout as sleep } from 'node:timers/promises'
import anyTest, { type TestFn } from 'ava'
import {
	change,
	keptKey,
	membersOf,
	podsOf,
	scaleController,
	untilHealthy,
	untilReadyMembers,
	withKey,
	type Listed,
} from '../cluster-support.ts'
import { eventually, get, ownNamespace, playground } from '../support.ts'

const test = anyTest.serial as TestFn

interface LeaseObject {
	readonly spec: { readonly holderIdentity?: string; readonly leaseTransitions?: number }
}

const lease = async (): Promise<LeaseObject['spec']> =>
	(await get<LeaseObject>('kubectl-etcd', 'lease', 'kubectl-etcd-controller')).spec

test('the leading controller is frozen past its lease during growth, and thawed', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'test', { size: 3 })
	await sleep(6000) // etcd asks for five quiet seconds after its birth
	await scaleController(t, 2)
	const { holderIdentity: first = '' } = await lease()
	let most = { members: 0, learners: 0, pods: 0 }
	const watch = { on: true }
	const watched = (async () => {
		while (watch.on) {
			const pods = await podsOf(namespace, 'test')
			const members = await membersOf(namespace, 'test').catch((): readonly Listed[] => [])
			const learners = members.filter(({ isLearner }) => isLearner).length
			most = {
				members: Math.max(most.members, members.length),
				learners: Math.max(most.learners, learners),
				pods: Math.max(most.pods, pods.length),
			}
			await sleep(100)
		}
	})()
	await change(namespace, 'test', { size: 5 })
	await sleep(300)
	const frozen = await playground.fault({ fault: 'freeze', pod: `kubectl-etcd/${first}` })
	await eventually('the other one leads', async () => (await lease()).holderIdentity !== first, 40)
	await untilReadyMembers(namespace, 'test', 5, 60)
	await frozen[Symbol.asyncDispose]()
	await sleep(5000)
	await untilHealthy(namespace, 'test')
	watch.on = false
	await watched
	t.log(most)
	t.deepEqual(most, { members: 5, learners: 1, pods: 5 })
	t.is((await podsOf(namespace, 'test')).length, 5)
	await keptKey(t, namespace, 'test')
})
