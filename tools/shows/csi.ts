// Volumes of a cluster grow through a real CSI driver: what the claims, Kubernetes and the driver say on the way, who was restarted (nobody),
// and what is said of a size that the driver refuses. npm run show -- csi; PLAYGROUND names one that is up.
import { setTimeout as sleep } from 'node:timers/promises'
import { installCsi } from '../../playground/addons/csi.ts'
import { storageClass } from '../../playground/addons/csi-objects.ts'
import { withOperator } from '../../playground/installed.ts'
import { LedgerApp } from '../../playground/ledger.ts'
import type { Playground } from '../../playground/playground.ts'

const namespace = 'csi-show'

interface Claim {
	readonly metadata: { readonly name: string }
	readonly spec: { readonly resources: { readonly requests: { readonly storage: string } } }
	readonly status: {
		readonly capacity: { readonly storage: string }
		readonly conditions?: readonly { readonly type: string }[]
	}
}

interface Listed<T> {
	readonly items: readonly T[]
}

export const show = async (): Promise<void> =>
	await withOperator('csi', async (playground) => {
		await installCsi(playground)
		await grow(playground)
	})

async function grow(playground: Playground): Promise<void> {
	const kubectl = async (...argv: readonly string[]): Promise<string> =>
		await playground.kubectl(['-n', namespace, ...argv])
	const list = async <T>(kind: string): Promise<readonly T[]> =>
		(JSON.parse(await kubectl('get', kind, '-o', 'json')) as Listed<T>).items
	const uids = async (): Promise<string> =>
		await kubectl('get', 'pods', '-l', 'etcd_cluster=grows', '-o', 'jsonpath={.items[*].metadata.uid}')
	const ask = async (storage: string): Promise<string> =>
		await kubectl(
			'patch',
			'etcd/grows',
			'--type=merge',
			'-p',
			JSON.stringify({ spec: { pod: volume(storage) } }),
		)
	await playground.kubectl(['delete', 'namespace', namespace, '--ignore-not-found'])
	await playground.kubectl(['create', 'namespace', namespace])
	const cluster = {
		apiVersion: 'etcd.database.coreos.com/v1beta2',
		kind: 'EtcdCluster',
		metadata: { name: 'grows' },
		spec: { size: 3, version: '3.6.16', pod: volume('64Mi') },
	}
	await playground.kubectl(['-n', namespace, 'apply', '-f', '-'], { input: JSON.stringify(cluster) })
	await kubectl('wait', 'etcd/grows', '--for=jsonpath={.status.health}=Healthy', '--timeout=180s')
	const before = await uids()
	const app = await LedgerApp.start(playground, namespace, 'grows')
	await sleep(2000)

	const began = performance.now()
	await ask('128Mi')
	const said = new Set<string>()
	for (;;) {
		const claims = await list<Claim>('pvc')
		for (const { status } of claims) for (const { type } of status.conditions ?? []) said.add(type)
		if (claims.every(({ status }) => status.capacity.storage === '128Mi')) break
		if (performance.now() - began > 180_000) throw new Error(`not grown: ${JSON.stringify(claims)}`)
		await sleep(100)
	}
	console.log(
		`three claims have 128Mi after ${((performance.now() - began) / 1000).toFixed(1)} s; on the way: ${[...said].join(', ')}`,
	)
	console.log(`the driver was asked: ${await askedOf(playground)}`)
	if ((await uids()) !== before) throw new Error('somebody was restarted')

	await ask('2Ti')
	await kubectl('wait', 'etcd/grows', '--for=condition=Degraded', '--timeout=120s')
	const degraded =
		'jsonpath={.status.conditions[?(@.type=="Degraded")].reason}: {.status.conditions[?(@.type=="Degraded")].message}'
	console.log(`of 2Ti, which the driver refuses: ${await kubectl('get', 'etcd/grows', '-o', degraded)}`)
	if ((await uids()) !== before) throw new Error('somebody was restarted')
	const verdict = await app.verify()
	console.log(JSON.stringify(verdict, null, 2))
	await playground.kubectl(['delete', 'namespace', namespace, '--wait=false'])
	if (verdict.lost > 0 || verdict.staleReads > 0)
		throw new Error('acknowledged writes were lost, or reads were stale')
}

const volume = (storage: string) => ({
	persistentVolumeClaimSpec: { storageClassName: storageClass, resources: { requests: { storage } } },
})

/** How often it was asked to grow a volume, by its own log. */
async function askedOf(playground: Playground): Promise<string> {
	const log = await playground.kubectl(['-n', 'csi', 'logs', 'deploy/csi-hostpath', '-c', 'hostpathplugin'])
	return ['Controller/ControllerExpandVolume', 'Node/NodeExpandVolume']
		.map((call) => `${log.split(`GRPC call: /csi.v1.${call}`).length - 1} times ${call}`)
		.join(', ')
}
