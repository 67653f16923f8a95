// A real CSI driver in a playground: Kubernetes' own sample of one, whose volumes are directories of one node, with the provisioner and
// the resizer that every other driver comes with. Its pods are where its volumes are, so a cluster on it lives on that node.
import { Complaint } from '../complaint.ts'
import { cachedArchive } from '../images/store.ts'
import { busyboxFiles } from '../images/small.ts'
import type { Playground } from '../playground.ts'
import { step } from '../progress.ts'
import { architectureHere } from '../programs/debian.ts'
import { programs, type Program } from '../programs/families.ts'
import { ensurePrograms, pathOf } from '../programs/find.ts'
import { csiObjects, driverImage, driverName } from './csi-objects.ts'

const csiPrograms = (): Program[] =>
	programs('csi-driver-host-path', 'external-provisioner', 'external-resizer', 'csi-registrar')

export async function installCsi(playground: Playground): Promise<void> {
	const [node] = (await playground.status()).nodes
	if (node === undefined)
		throw new Complaint(`the playground "${playground.name}" has no nodes for a CSI driver to run on.`)
	const paths = await ensurePrograms(csiPrograms())
	const files = csiPrograms().map(({ id, name }) => ({
		path: `app/${name}`,
		mode: 0o755,
		from: pathOf(paths, id),
	}))
	const image = {
		name: driverImage,
		architecture: architectureHere,
		// The driver mounts by these.
		layers: [
			await busyboxFiles(['mount', 'umount']),
			[{ path: 'app', mode: 0o755, directory: true } as const, ...files],
		],
		entrypoint: [],
		user: '0',
	}
	await step('loading the image of the CSI driver', async () => {
		await playground.load(await cachedArchive(image))
	})
	await step('installing the CSI driver', async () => {
		const list = { apiVersion: 'v1', kind: 'List', items: csiObjects(node.name) }
		await playground.kubectl(['apply', '--server-side', '-f', '-'], { input: JSON.stringify(list) })
		await playground.kubectl(['-n', 'csi', 'rollout', 'status', 'deployment', '--timeout=120s'])
		await playground.kubectl([
			'wait',
			`--for=jsonpath={.spec.drivers[0].name}=${driverName}`,
			`csinode/${node.name}`,
			'--timeout=60s',
		])
	})
}
