// The controller is killed (kill -9) at random moments fifty times while it creates, grows, shrinks, heals and ends clusters, and is
// started again: each time everything must come out as wanted, with nothing left over. npm run show -- killed
import { setTimeout as sleep } from 'node:timers/promises'
import { withOperator } from '../../playground/installed.ts'
import { Clusters } from '../../playground/clusters.ts'
import { OutsidePod } from '../../playground/outside-pod.ts'
import type { Playground } from '../../playground/playground.ts'

const kills = 50
const version = '3.6.16'

/** What is done to one cluster in turn; each is interrupted. */
const life = [
	{
		what: 'create 3',
		size: 3,
		act: async (c: Clusters, name: string, claims: boolean) => await c.create(name, 3, version, claims),
	},
	{ what: '3 to 5', size: 5, act: async (c: Clusters, name: string) => await c.resize(name, 5) },
	{ what: 'a pod deleted', size: 5, act: loseOne },
	{ what: '5 to 3', size: 3, act: async (c: Clusters, name: string) => await c.resize(name, 3) },
] as const

async function loseOne(clusters: Clusters, name: string): Promise<void> {
	const [first] = await clusters.pods(name)
	const pod = first?.metadata.name ?? ''
	await clusters.playground.kubectl(['-n', clusters.namespace, 'delete', 'pod', pod, '--wait=false'])
}

async function interrupt(controller: OutsidePod): Promise<number> {
	const after = Math.random() * 4000
	await sleep(after)
	await controller.kill()
	controller.start()
	return after
}

async function run(playground: Playground): Promise<void> {
	const clusters = await Clusters.of(playground, 'killed')
	const controller = await OutsidePod.prepare(playground, 'killed')
	controller.start()
	try {
		for (let killed = 0, round = 0; killed < kills; round++) {
			const name = `round-${round}`
			for (const { what, size, act } of life) {
				const began = performance.now()
				await act(clusters, name, round % 2 === 1)
				const after = await interrupt(controller)
				killed++
				const took = await clusters.settled(name, size, began)
				await clusters.nothingLeftOver(name, size, round % 2 === 1)
				if (what === 'create 3') await clusters.put(name, 'before', name)
				if ((await clusters.read(name, 'before')) !== name) throw new Error(`${name} has lost its key`)
				console.log(
					`${String(killed).padStart(2)} of ${kills}: ${what}, killed after ${(after / 1000).toFixed(2)} s, as wanted after ${took.toFixed(1)} s`,
				)
				if (killed === kills) break
			}
			await Promise.all([clusters.remove(name), interrupt(controller)])
			killed++
		}
		console.log(`${kills} kills, and each time everything came out as wanted`)
	} finally {
		await controller.kill()
		await playground.kubectl([
			'-n',
			'kubectl-etcd',
			'scale',
			'deployment/kubectl-etcd-controller',
			'--replicas=1',
		])
	}
}

export const show = async (): Promise<void> => await withOperator('killed', run)
