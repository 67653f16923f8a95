// A cluster whose certificates last two minutes, issued by the real cert-manager: three renewals and another authority, while the etcd3
// application writes and reads. No process is started anew for a renewal, and nothing is lost. npm run show -- certificates.
import { setTimeout as sleep } from 'node:timers/promises'
import { installCertManager } from '../../playground/addons/cert-manager.ts'
import { withOperator } from '../../playground/installed.ts'
import { LedgerApp } from '../../playground/ledger.ts'
import type { Playground } from '../../playground/playground.ts'

const namespace = 'certificates'
const api = { apiVersion: 'cert-manager.io/v1' }
const authority = (generation: number) => ({
	...api,
	kind: 'Certificate',
	metadata: { name: `authority-${generation}` },
	spec: {
		isCA: true,
		commonName: `authority ${generation}`,
		secretName: `authority-${generation}`,
		privateKey: { algorithm: 'ECDSA' },
		issuerRef: { name: 'self' },
	},
})
const issuer = (secretName: string) => ({
	...api,
	kind: 'Issuer',
	metadata: { name: 'authority' },
	spec: { ca: { secretName } },
})

// A kubelet may take a minute and a half until it brings the application what is renewed: so much must be left of it.
const cluster = {
	apiVersion: 'etcd.database.coreos.com/v1beta2',
	kind: 'EtcdCluster',
	metadata: { name: 'secure' },
	spec: {
		size: 3,
		version: '3.6.16',
		TLS: { certManager: { issuerRef: { name: 'authority' }, duration: '2m0s', renewBefore: '1m45s' } },
		pod: { persistentVolumeClaimSpec: { resources: { requests: { storage: '64Mi' } } } },
	},
}

export const show = async (): Promise<void> => await withOperator('certificates', rotate)

interface Pods {
	readonly items: readonly {
		readonly metadata: { readonly uid: string; readonly annotations: Readonly<Record<string, string>> }
		readonly status: { readonly containerStatuses?: readonly { readonly restartCount: number }[] }
	}[]
}

interface Seen {
	readonly leaf: string
	readonly trust: string
	readonly processes: string
	readonly health: string
}

async function look(kubectl: (...argv: readonly string[]) => Promise<string>): Promise<Seen> {
	const { items } = JSON.parse(
		await kubectl('get', 'pods', '-l', 'etcd_cluster=secure', '-o', 'json'),
	) as Pods
	const note = (name: string): string =>
		[...new Set(items.map(({ metadata }) => metadata.annotations[`etcd.database.coreos.com/${name}`]))].join()
	const processes = items.map(
		({ metadata, status }) => `${metadata.uid} ${status.containerStatuses?.[0]?.restartCount}`,
	)
	const health = await kubectl('get', 'etcd/secure', '-o', 'jsonpath={.status.health}')
	return { leaf: note('leaf'), trust: note('trust'), processes: processes.toSorted().join(), health }
}

async function until(what: string, isSo: () => Promise<boolean>, seconds: number): Promise<number> {
	const began = performance.now()
	while (!(await isSo())) {
		if (performance.now() - began > seconds * 1000) throw new Error(`not within ${seconds} s: ${what}`)
		await sleep(500)
	}
	return (performance.now() - began) / 1000
}

async function rotate(playground: Playground): Promise<void> {
	await installCertManager(playground)
	const kubectl = async (...argv: readonly string[]): Promise<string> =>
		await playground.kubectl(['-n', namespace, ...argv])
	const apply = async (object: object): Promise<void> => {
		await playground.kubectl(['-n', namespace, 'apply', '-f', '-'], { input: JSON.stringify(object) })
	}
	await playground.kubectl(['delete', 'namespace', namespace, '--ignore-not-found'])
	await playground.kubectl(['create', 'namespace', namespace])
	// Its own admission asks for an hour at least.
	await playground.kubectl(['label', 'namespace', namespace, 'cert-manager.io/disable-validation=true'])
	await apply({ ...api, kind: 'Issuer', metadata: { name: 'self' }, spec: { selfSigned: {} } })
	await apply(authority(1))
	await kubectl('wait', 'certificate/authority-1', '--for=condition=Ready', '--timeout=60s')
	await apply(issuer('authority-1'))
	await apply(cluster)
	await kubectl('wait', 'etcd/secure', '--for=jsonpath={.status.health}=Healthy', '--timeout=120s')
	const app = await LedgerApp.start(playground, namespace, 'secure', 'secure-clients-tls')
	await sleep(3000)
	await app.lap()
	const first = await look(kubectl)
	let leaf = first.leaf
	for (let renewal = 1; renewal <= 3; renewal++) {
		const isAnother = async (): Promise<boolean> => {
			const seen = await look(kubectl)
			return !seen.leaf.includes(',') && seen.leaf !== leaf
		}
		const seconds = await until(`renewal ${renewal}`, isAnother, 180)
		leaf = (await look(kubectl)).leaf
		const { longestGapMs, unknown, acknowledged } = await app.lap()
		console.log(
			`renewal ${renewal} after ${seconds.toFixed(0)} s: longest pause ${longestGapMs} ms, ${unknown} unknown and ${acknowledged} acknowledged so far`,
		)
	}
	const renewed = await look(kubectl)
	if (renewed.processes !== first.processes) throw new Error('a process was started anew for a renewal')
	console.log('no process was started anew for it')

	await apply(authority(2))
	await kubectl('wait', 'certificate/authority-2', '--for=condition=Ready', '--timeout=60s')
	await apply(issuer('authority-2'))
	const trusts: string[] = [renewed.trust]
	const isOver = async (): Promise<boolean> => {
		const { trust, health } = await look(kubectl)
		if (!trust.includes(',') && trust !== trusts.at(-1)) trusts.push(trust)
		return trusts.length === 3 && health === 'Healthy'
	}
	const seconds = await until('another authority', isOver, 600)
	const { longestGapMs } = await app.lap()
	console.log(`another authority in two rolls, ${seconds.toFixed(0)} s: longest pause ${longestGapMs} ms`)
	const verdict = await app.verify()
	console.log(JSON.stringify(verdict, null, 2))
	await playground.kubectl(['delete', 'namespace', namespace, '--wait=false'])
	if (verdict.lost > 0 || verdict.staleReads > 0 || verdict.acknowledged < 1000)
		throw new Error('acknowledged writes were lost, reads were stale, or too little was asked to say')
}
