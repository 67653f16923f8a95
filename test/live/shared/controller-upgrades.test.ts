// From one minor to the next and back, while somebody writes: with a member down, its leader killed, an image that cannot be had, and a
// mind that was changed half way.
import { setTimeout as sleep } from 'node:timers/promises'
import anyTest, { type TestFn } from 'ava'
import type { ClusterSpec } from '../../../api/schema/cluster.ts'
import {
	change,
	deletePod,
	keptKey,
	namesOf,
	onVolumes,
	podsOf,
	untilCondition,
	untilReadyMembers,
	withKey,
} from '../cluster-support.ts'
import { eventsOf } from '../looking.ts'
import {
	imagesOf,
	leaderOf,
	permitDown,
	servedAllAlong,
	untilAllAt,
	untilOneAt,
	writing,
} from '../rolling.ts'
import { isWhole } from '../chosen.ts'
import { ownNamespace, playground } from '../support.ts'

const test = anyTest.serial as TestFn
const [from, to, later] = ['3.5.35', '3.6.16', '3.7.3']

interface Case {
	readonly what: string
	/** npm test leaves it out. */
	readonly whole?: boolean
	/** Where it begins, and where it must end. */
	readonly begins?: string
	readonly ends: string
	readonly spec?: ClusterSpec
	/** Returns when nothing is left but to wait. */
	readonly go: (namespace: string) => Promise<void>
	/** What must have been told. */
	readonly told?: readonly string[]
}

const kill = async (namespace: string, pod: string): Promise<void> => {
	await using _ = await playground.fault({ fault: 'kill', pod: `${namespace}/${pod}` })
}

/** Half way: one member has gone when the spec goes back. */
async function thereAndBack(namespace: string, there: string, back: string): Promise<void> {
	await change(namespace, 'test', { version: there })
	await untilOneAt(namespace, 'test', there)
	await change(namespace, 'test', { version: back })
}

const cases: readonly Case[] = [
	{
		what: 'a pod is lost with its data at the beginning: it is replaced first',
		ends: to,
		go: async (namespace) => {
			const [lost = ''] = namesOf(await podsOf(namespace, 'test'))
			await deletePod(namespace, lost)
			await change(namespace, 'test', { version: to })
			await untilReadyMembers(namespace, 'test', 3, 60, [lost])
		},
		told: ['Replacing Dead Member', 'Member Upgraded', 'Point Of No Return'],
	},
	{
		what: 'a follower’s process is killed at the beginning, and the leader’s in the middle',
		ends: to,
		spec: onVolumes,
		go: async (namespace) => {
			const leader = await leaderOf(namespace, 'test')
			const follower = namesOf(await podsOf(namespace, 'test')).find((name) => name !== leader) ?? ''
			await kill(namespace, follower)
			await change(namespace, 'test', { version: to })
			await untilOneAt(namespace, 'test', to)
			await kill(namespace, await leaderOf(namespace, 'test'))
		},
		told: ['Member Upgraded'],
	},
	{
		what: 'it is taken back after the first member',
		whole: true,
		ends: from,
		go: async (namespace) => {
			await thereAndBack(namespace, to, from)
		},
	},
	{
		what: 'an image that cannot be had stops it at one member; taken back it heals, and a good one goes on',
		ends: to,
		spec: onVolumes,
		go: async (namespace) => {
			await change(namespace, 'test', { version: '3.6.99' })
			const reason = /^(ErrImagePull|ImagePullBackOff)$/
			await untilCondition(namespace, 'test', { type: 'Degraded', reason }, 60)
			await sleep(5000)
			const images = await imagesOf(namespace, 'test')
			const good = images.filter((image) => image.endsWith(`:v${from}`))
			if (good.length !== 2) throw new Error(images.join(' '))
			await change(namespace, 'test', { version: from })
			await untilAllAt(namespace, 'test', from)
			await change(namespace, 'test', { version: to })
		},
	},
	{
		what: 'a way down is taken back after the first member',
		begins: later,
		ends: later,
		go: async (namespace) => {
			await permitDown(namespace, 'test', '3.6')
			await thereAndBack(namespace, to, later)
		},
		told: ['Downgrade Prepared', 'Downgrade Cancelled'],
	},
]

const chosen = cases.filter(({ whole = false }) => isWhole || !whole)

for (const { what, begins = from, ends, spec = {}, go, told = [] } of chosen)
	test(`${begins} to ${ends}: ${what}`, async (t) => {
		t.timeout(400_000)
		const namespace = await ownNamespace(t)
		await withKey(namespace, 'test', { size: 3, version: begins, ...spec })
		const written = await writing(namespace, 'test', async () => {
			const began = performance.now()
			await go(namespace)
			await untilAllAt(namespace, 'test', ends, 180)
			t.log(`${((performance.now() - began) / 1000).toFixed(1)} s`)
		})
		servedAllAlong(t, written)
		const reasons = (await eventsOf(namespace, 'test')).map(({ reason }) => reason)
		for (const reason of told)
			t.true(reasons.includes(reason), `${reason} is not among ${reasons.join(', ')}`)
		const images = await imagesOf(namespace, 'test')
		t.deepEqual(
			images.map((image) => image.split(':v')[1]),
			[ends, ends, ends],
		)
		await keptKey(t, namespace, 'test')
	})
