// The controller is killed (kill -9) right after each step while a cluster goes on from one member after the two others were destroyed with
// their volumes: each time three vote again, and every key of the member is there. npm run show -- recover
import { setTimeout as sleep } from 'node:timers/promises'
import { kinds } from '../../kube/objects.ts'
import { Clusters, secondsSince } from '../../playground/clusters.ts'
import { withOperator } from '../../playground/installed.ts'
import { OutsidePod } from '../../playground/outside-pod.ts'
import type { Playground } from '../../playground/playground.ts'
import { lines } from '../ava.ts'

const versions = ['3.5.35', '3.6.16', '3.7.3']
const keys = Array.from({ length: 10 }, (_, at) => `key-${at}`)
const namespace = 'recover'

interface Stored {
	readonly status?: {
		readonly clusterID?: string
		readonly recovery?: {
			readonly state?: string
			readonly revisionBefore?: string
			readonly revisionAfter?: string
		}
	}
}

async function run(playground: Playground): Promise<void> {
	const clusters = await Clusters.of(playground, namespace)
	const controller = await OutsidePod.prepare(playground, 'recover')
	const inside = ['-n', namespace]
	const status = async (name: string) =>
		(JSON.parse(await playground.kubectl([...inside, 'get', 'etcd', name, '-o', 'json'])) as Stored).status
	const destroy = async (name: string): Promise<string> => {
		const [kept, ...others] = (await clusters.pods(name)).map(({ metadata }) => metadata.name)
		if (kept === undefined || others.length !== 2) throw new Error(`${name} has not three members`)
		await playground.kubectl([...inside, 'delete', 'pvc', ...others, '--wait=false'])
		await playground.kubectl([...inside, 'delete', 'pod', ...others, '--timeout=90s'])
		return kept
	}
	try {
		for (const version of versions) {
			const name = `from-${version.replaceAll('.', '-')}`
			controller.start()
			const began = performance.now()
			await clusters.create(name, 3, version, true)
			await clusters.settled(name, 3, began)
			for (const key of keys) await clusters.put(name, key, name)
			const { clusterID } = (await status(name)) ?? {}
			// Nobody may replace one while the other is on its way out.
			await controller.kill()
			const keep = await destroy(name)
			const lost = performance.now()
			const steps = await controller.killedAtEachStep(async () => {
				const recovery = { keep, confirm: name, occasion: version }
				await clusters.kube.merge(kinds.cluster, { namespace, name }, { spec: { recovery } })
				while ((await status(name))?.recovery?.state !== 'done') {
					const { state } = (await status(name))?.recovery ?? {}
					if (state === 'refused') throw new Error(`${name}: it was refused`)
					if (secondsSince(lost) > 300)
						throw new Error(`${name} is not recovered after five minutes: ${state}`)
					await sleep(250)
				}
				await clusters.settled(name, 3, performance.now())
			})
			await clusters.nothingLeftOver(name, 3, true)
			for (const key of keys)
				if ((await clusters.read(name, key)) !== name) throw new Error(`${name} has lost ${key}`)
			const after = await status(name)
			if (after?.clusterID !== clusterID) throw new Error(`${name} is another cluster`)
			const { revisionBefore, revisionAfter } = after?.recovery ?? {}
			console.log(
				`${name}: ${steps.length} kills, three vote after ${secondsSince(lost).toFixed(1)} s, revision ${revisionBefore} before and ${revisionAfter} alone (${steps.join(' ')})`,
			)
			await clusters.remove(name)
		}
		console.log('killed after each step, and each time every key of the member was there')
	} finally {
		await controller.kill()
		const scale = ['scale', 'deployment/kubectl-etcd-controller', '--replicas=1']
		await playground.kubectl(['-n', 'kubectl-etcd', ...scale])
	}
}

export const show = async (): Promise<void> =>
	await withOperator('recover', async (playground) => {
		const ava = ['ava', '--tap', '--concurrency=1', 'test/live/shared/controller-recovers.test.ts']
		const code = await lines(ava, { PLAYGROUND: playground.name, RECOVERS: 'all' }, console.log)
		if (code !== 0) throw new Error('a cluster did not go on from one member')
		await run(playground)
	})
