// Puts our image and config/ on a playground, as a person would on a cluster.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildOperator, operatorArchive } from './images/operator.ts'
import type { Playground } from './playground.ts'

const root = join(import.meta.dirname, '..')
const ours = ['-n', 'kubectl-etcd']

export async function loadOperator(playground: Playground): Promise<void> {
	await buildOperator()
	await playground.load(operatorArchive())
}

/** `overlay` is a folder of config/; a test may want other numbers in it. */
export async function install(
	playground: Playground,
	overlay: string,
	edit: (manifest: string) => string = (manifest) => manifest,
): Promise<void> {
	const manifest = await playground.kubectl(['kustomize', join(root, 'config', overlay)])
	const applied = await playground.kubectl(['apply', '-f', '-'], { input: edit(manifest) })
	// The image keeps its name while its content changes with the checkout.
	const unchanged = [...applied.matchAll(/^(deployment\.apps\/\S+) unchanged$/gm)].map(
		([, name = '']) => name,
	)
	if (unchanged.length > 0) await playground.kubectl([...ours, 'rollout', 'restart', ...unchanged])
	await playground.kubectl([...ours, 'rollout', 'status', 'deployment', '--timeout=120s'])
	await untilJudged(playground)
}

/** Until a release known as bad is refused by name, nothing says that the API server calls the webhook and trusts it. */
async function untilJudged(playground: Playground): Promise<void> {
	const sample = await readFile(join(root, 'config/samples/cluster.yaml'), 'utf8')
	const wrong = sample.replace('3.6.16', '3.5.0')
	for (let tries = 0; ; tries++) {
		const said = await playground
			.kubectl(['apply', '--dry-run=server', '-f', '-'], { input: wrong })
			.catch((reason: unknown) => String(reason))
		if (said.includes('can lose committed writes')) return
		if (tries === 120) throw new Error(`the webhook does not answer: ${said}`)
		await sleep(250)
	}
}
