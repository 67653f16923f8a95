// Snapshots for live tests: taken of members as a client takes them, and laid on a claim as backups of other days lie there.
import type { ExecutionContext } from 'ava'
import { openEtcd } from '../../etcd/client.ts'
import { ports } from '../../api/names.ts'
import { restricted, unprivileged } from './etcd-pods.ts'
import { podsOf } from './cluster-support.ts'
import { apply, forward, kubectl, playground, untilReady } from './support.ts'

/** As etcd sends it, with its sum at the end. */
export async function snapshotOf(t: ExecutionContext, namespace: string, cluster: string): Promise<Buffer> {
	const [pod] = await podsOf(namespace, cluster)
	const port = await forward(t, namespace, pod?.metadata.name ?? '', ports.client)
	const client = openEtcd({ host: '127.0.0.1', port })
	try {
		const pieces: Buffer[] = []
		for await (const { bytes } of client.snapshot().pieces) pieces.push(Buffer.from(bytes))
		return Buffer.concat(pieces)
	} finally {
		client.close()
	}
}

const writer = (claim: string, image: string) => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: { name: claim },
	spec: {
		terminationGracePeriodSeconds: 1,
		automountServiceAccountToken: false,
		// As members are: what one writes the other reads.
		securityContext: { ...unprivileged, runAsUser: 65_532, runAsGroup: 65_532, fsGroup: 65_532 },
		containers: [
			{
				name: 'writer',
				image,
				command: [
					'/usr/local/bin/node',
					'-e',
					'process.on("SIGTERM", () => process.exit()); setInterval(() => {}, 1e6)',
				],
				securityContext: restricted,
				volumeMounts: [{ name: 'files', mountPath: '/volume' }],
			},
		],
		volumes: [{ name: 'files', persistentVolumeClaim: { claimName: claim } }],
	},
})

const write = `
const { mkdirSync, writeFileSync } = require('node:fs')
const path = '/volume/' + process.argv[1]
mkdirSync(require('node:path').dirname(path), { recursive: true })
writeFileSync(path, Buffer.from(require('node:fs').readFileSync(0, 'utf8'), 'base64'))`

/** A claim with these files in it, by their paths. */
export async function filesOn(
	namespace: string,
	claim: string,
	files: Readonly<Record<string, Buffer | string>>,
): Promise<void> {
	await apply(namespace, {
		apiVersion: 'v1',
		kind: 'PersistentVolumeClaim',
		metadata: { name: claim },
		spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '64Mi' } } },
	})
	const deployment = ['get', 'deployment', 'kubectl-etcd-controller', '-o', 'jsonpath={..image}']
	await apply(namespace, writer(claim, await kubectl('-n', 'kubectl-etcd', ...deployment)))
	await untilReady(namespace, claim)
	for (const [path, bytes] of Object.entries(files))
		await playground.kubectl(
			['-n', namespace, 'exec', '-i', claim, '--', '/usr/local/bin/node', '-e', write, path],
			{ input: Buffer.from(bytes).toString('base64') },
		)
}
