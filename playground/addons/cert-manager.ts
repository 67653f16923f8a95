// The real cert-manager in a playground: its three programs as images under the names that its own chart has for them.
import { setTimeout as sleep } from 'node:timers/promises'
import { Complaint } from '../complaint.ts'
import type { Image } from '../images/archive.ts'
import { cachedArchive } from '../images/store.ts'
import type { Playground } from '../playground.ts'
import { step } from '../progress.ts'
import { architectureHere } from '../programs/debian.ts'
import { families, programs, type Program } from '../programs/families.ts'
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

/** The injector is of a later release: see its main.go. */
export const certManagerPrograms = (): Program[] => programs('cert-manager', 'cainjector', 'helm')

export async function installCertManager(playground: Playground): Promise<void> {
	if ((await playground.status()).nodes.length === 0)
		throw new Complaint(`the playground "${playground.name}" has no nodes for cert-manager to run on.`)
	const paths = await ensurePrograms(certManagerPrograms())
	const images = programs('cert-manager', 'cainjector').map(({ id, name }) =>
		image(name, families['cert-manager'].version, pathOf(paths, id)),
	)
	await step('loading the images of cert-manager', async () => {
		for (const one of images) await playground.load(await cachedArchive(one))
	})
	await step('installing cert-manager', async () => {
		const manifest = await renderCertManager(pathOf(paths, 'helm/helm'))
		await playground.kubectl(['apply', '--server-side', '-f', '-'], { input: manifest })
		await playground.kubectl(['-n', namespace, 'rollout', 'status', 'deployment', '--timeout=120s'])
		await untilItAnswers(playground)
	})
}

/** Its own webhook is trusted by the API server only a moment after its pods are ready. */
async function untilItAnswers(playground: Playground): Promise<void> {
	const metadata = { name: 'probe', namespace: 'default' }
	const issuer = { apiVersion: 'cert-manager.io/v1', kind: 'Issuer', metadata, spec: { selfSigned: {} } }
	for (let tries = 0; ; tries++)
		try {
			await playground.kubectl(['apply', '--dry-run=server', '-f', '-'], { input: JSON.stringify(issuer) })
			return
		} catch (reason) {
			if (tries === 120) throw reason
			await sleep(250)
		}
}
