// Two minutes in which a random pod of a cluster is deleted every five seconds, while the etcd3 application writes and reads
// linearizably: what was acknowledged and is gone must be nothing. npm run show -- chaos; PLAYGROUND names one that is up.
import { setTimeout as sleep } from 'node:timers/promises'
import { withOperator } from '../../playground/installed.ts'
import { LedgerApp } from '../../playground/ledger.ts'
import type { Playground } from '../../playground/playground.ts'

const seconds = 120
const everySeconds = 5
const namespace = 'chaos'

const cluster = {
	apiVersion: 'etcd.database.coreos.com/v1beta2',
	kind: 'EtcdCluster',
	metadata: { name: 'chaos' },
	spec: {
		size: 3,
		version: '3.6.16',
		pod: { persistentVolumeClaimSpec: { resources: { requests: { storage: '64Mi' } } } },
	},
}

async function settled(playground: Playground): Promise<void> {
	const condition = ['--for=jsonpath={.status.health}=Healthy', '--timeout=120s']
	await playground.kubectl(['-n', namespace, 'wait', 'etcd/chaos', ...condition])
}

async function deleteOne(playground: Playground): Promise<string | undefined> {
	const labels = ['-l', 'etcd_cluster=chaos', '-o', 'jsonpath={.items[*].metadata.name}']
	const names = (await playground.kubectl(['-n', namespace, 'get', 'pods', ...labels]))
		.split(' ')
		.filter(Boolean)
	const name = names[Math.floor(Math.random() * names.length)]
	if (name !== undefined)
		await playground.kubectl(['-n', namespace, 'delete', 'pod', name, '--wait=false', '--ignore-not-found'])
	return name
}

export const show = async (): Promise<void> => await withOperator('chaos', chaos)

async function chaos(playground: Playground): Promise<void> {
	await playground.kubectl(['delete', 'namespace', namespace, '--ignore-not-found'])
	await playground.kubectl(['create', 'namespace', namespace])
	await playground.kubectl(['-n', namespace, 'apply', '-f', '-'], { input: JSON.stringify(cluster) })
	await settled(playground)
	const app = await LedgerApp.start(playground, namespace, 'chaos')
	let deleted = 0
	for (const began = performance.now(); performance.now() - began < seconds * 1000;) {
		const name = await deleteOne(playground)
		if (name !== undefined) deleted++
		await sleep(everySeconds * 1000)
		const { acknowledged, unknown, reads } = await app.counts()
		const at = ((performance.now() - began) / 1000).toFixed(0).padStart(3)
		console.log(
			`${at} s: deleted ${name}; ${acknowledged} writes acknowledged, ${unknown} unknown, ${reads} reads`,
		)
	}
	await settled(playground)
	const verdict = await app.verify()
	console.log(JSON.stringify({ deleted, ...verdict }, null, 2))
	await playground.kubectl(['delete', 'namespace', namespace, '--wait=false'])
	const isTooLittle = verdict.acknowledged < 1000 || verdict.reads < 1000
	if (verdict.lost > 0 || verdict.staleReads > 0 || isTooLittle)
		throw new Error('acknowledged writes were lost, reads were stale, or too little was asked to say')
}
