// The controller is killed (kill -9) right after each step while members go from 3.5 up to 3.7 and back to 3.6, on volumes and without,
// and while they are made from another spec: each time all of them arrive and the key is there. npm run show -- killed-upgrade
import { setTimeout as sleep } from 'node:timers/promises'
import { annotations } from '../../api/names.ts'
import { minorIn } from '../../api/releases.ts'
import { Clusters, secondsSince } from '../../playground/clusters.ts'
import { withOperator } from '../../playground/installed.ts'
import { OutsidePod } from '../../playground/outside-pod.ts'
import type { Playground } from '../../playground/playground.ts'

const first = '3.5.35'
const hops: readonly { readonly what: string; readonly version: string; readonly spec?: object }[] = [
	{ what: '3.5.35 to 3.6.16', version: '3.6.16' },
	{ what: '3.6.16 to 3.7.3', version: '3.7.3' },
	{ what: '3.7.3 to 3.6.16', version: '3.6.16' },
	{ what: 'another label', version: '3.6.16', spec: { pod: { labels: { team: 'storage' } } } },
]

interface Stored {
	readonly status?: {
		readonly health?: string
		readonly observedGeneration?: number
		readonly memberStates?: readonly { readonly version?: string }[]
	}
	readonly metadata: { readonly generation: number }
}

async function run(playground: Playground): Promise<void> {
	const clusters = await Clusters.of(playground, 'killed-upgrade')
	const controller = await OutsidePod.prepare(playground, 'killed-upgrade')
	const inside = ['-n', 'killed-upgrade']
	const isAt = async (name: string, version: string): Promise<boolean> => {
		const { metadata, status } = JSON.parse(
			await playground.kubectl([...inside, 'get', 'etcd', name, '-o', 'json']),
		) as Stored
		return (
			status?.health === 'Healthy' &&
			status.observedGeneration === metadata.generation &&
			status.memberStates?.every((member) => member.version === version) === true
		)
	}
	const arrives = async (name: string, version: string): Promise<void> => {
		const began = performance.now()
		while (!(await isAt(name, version))) {
			if (secondsSince(began) > 300) throw new Error(`${name} is not at ${version} after five minutes`)
			await sleep(250)
		}
	}
	try {
		for (const [name, onClaims] of [
			['volumes', true],
			['emptydir', false],
		] as const) {
			await controller.killedAtEachStep(async () => {
				await clusters.create(name, 3, first, onClaims)
				await arrives(name, first)
			})
			await clusters.put(name, 'before', name)
			for (const { what, version, spec = {} } of hops) {
				const began = performance.now()
				const permit = `${annotations.allowDowngrade}=${minorIn(version)}`
				await playground.kubectl([...inside, 'annotate', 'etcd', name, permit, '--overwrite'])
				const patch = JSON.stringify({ spec: { version, ...spec } })
				const steps = await controller.killedAtEachStep(async () => {
					await playground.kubectl([...inside, 'patch', 'etcd', name, '--type=merge', '-p', patch])
					await arrives(name, version)
				})
				await clusters.nothingLeftOver(name, 3, onClaims)
				if ((await clusters.read(name, 'before')) !== name) throw new Error(`${name} has lost its key`)
				console.log(
					`${name}, ${what}: ${steps.length} kills, there after ${secondsSince(began).toFixed(1)} s (${steps.join(' ')})`,
				)
			}
		}
		console.log('killed after each step, and each time all arrived')
	} finally {
		await controller.kill()
		const scale = ['scale', 'deployment/kubectl-etcd-controller', '--replicas=1']
		await playground.kubectl(['-n', 'kubectl-etcd', ...scale])
	}
}

export const show = async (): Promise<void> => await withOperator('killed-upgrade', run)
