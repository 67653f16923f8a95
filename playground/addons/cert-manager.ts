// The real cert-manager in a playground: its three programs as images under their usual names, its own chart.
import { Complaint } from '../complaint.ts'
import type { Image } from '../images/archive.ts'
import { cachedArchive } from '../images/store.ts'
import type { Playground } from '../playground.ts'
import { step } from '../progress.ts'
import { architectureHere } from '../programs/debian.ts'
import { programs } from '../programs/families.ts'
import { ensurePrograms, pathOf } from '../programs/find.ts'
import { renderCertManager } from './chart.ts'

const namespace = 'cert-manager'

const image = (name: string, version: string, from: string): Image => ({
	name: `quay.io/jetstack/cert-manager-${name}:v${version}`,
	architecture: architectureHere,
	layers: [
		[
			{ path: 'app', mode: 0o755, directory: true },
			{ path: `app/${name}`, mode: 0o755, from },
			{ path: 'tmp', mode: 0o1777, directory: true },
		],
	],
	entrypoint: [`/app/${name}`],
	user: '1000',
})

export async function installCertManager(playground: Playground): Promise<void> {
	if ((await playground.status()).nodes.length === 0)
		throw new Complaint(`the playground "${playground.name}" has no nodes for cert-manager to run on.`)
	const paths = await ensurePrograms(programs('cert-manager', 'helm'))
	const images = programs('cert-manager').map(({ id, name, version }) =>
		image(name, version, pathOf(paths, id)),
	)
	await step('loading the images of cert-manager', async () => {
		for (const one of images) await playground.load(await cachedArchive(one))
	})
	await step('installing cert-manager', async () => {
		const manifest = await renderCertManager(pathOf(paths, 'helm/helm'))
		await playground.kubectl(['apply', '--server-side', '-f', '-'], { input: manifest })
		await playground.kubectl(['-n', namespace, 'rollout', 'status', 'deployment', '--timeout=120s'])
	})
}
