// A cluster walks up from 3.4 to 3.7 and back to 3.6, while the etcd3 application writes and reads linearizably: seconds and longest pause
// of each hop, and nothing that was acknowledged is gone. npm run show -- walk; PLAYGROUND names one that is up.
import { setTimeout as sleep } from 'node:timers/promises'
import { annotations } from '../../api/names.ts'
import { minorIn } from '../../api/releases.ts'
import { withOperator } from '../../playground/installed.ts'
import { LedgerApp } from '../../playground/ledger.ts'
import type { Playground } from '../../playground/playground.ts'

const versions = ['3.4.23', '3.5.35', '3.6.16', '3.7.3', '3.6.16']
const volume = { persistentVolumeClaimSpec: { resources: { requests: { storage: '64Mi' } } } }

export const show = async (): Promise<void> => await withOperator('walk', walk)

async function walk(playground: Playground): Promise<void> {
	for (const [on, pod] of [
		['volumes', volume],
		['emptyDir', {}],
	] as const)
		await walkOn(playground, `walk-${on.toLowerCase()}`, pod)
}

async function walkOn(playground: Playground, namespace: string, pod: object): Promise<void> {
	const kubectl = async (...argv: readonly string[]): Promise<string> =>
		await playground.kubectl(['-n', namespace, ...argv])
	await playground.kubectl(['delete', 'namespace', namespace, '--ignore-not-found'])
	await playground.kubectl(['create', 'namespace', namespace])
	const [first, ...others] = versions
	const cluster = {
		apiVersion: 'etcd.database.coreos.com/v1beta2',
		kind: 'EtcdCluster',
		metadata: { name: 'walk' },
		spec: { size: 3, version: first, pod },
	}
	await playground.kubectl(['-n', namespace, 'apply', '-f', '-'], { input: JSON.stringify(cluster) })
	await kubectl('wait', 'etcd/walk', '--for=jsonpath={.status.health}=Healthy', '--timeout=120s')
	const app = await LedgerApp.start(playground, namespace, 'walk')
	await sleep(3000)
	for (const to of others) {
		await app.lap()
		const seconds = await hop(kubectl, to)
		const { longestGapMs, unknown } = await app.lap()
		console.log(
			`${namespace}: to ${to} in ${seconds.toFixed(1)} s, longest pause ${longestGapMs} ms, ${unknown} unknown so far`,
		)
		await sleep(2000)
	}
	const verdict = await app.verify()
	console.log(JSON.stringify(verdict, null, 2))
	await playground.kubectl(['delete', 'namespace', namespace, '--wait=false'])
	if (verdict.lost > 0 || verdict.staleReads > 0 || verdict.acknowledged < 500 || verdict.reads < 500)
		throw new Error('acknowledged writes were lost, reads were stale, or too little was asked to say')
}

/** Until every member says that it runs it, and all are well. */
async function hop(kubectl: (...argv: readonly string[]) => Promise<string>, to: string): Promise<number> {
	const permit = `${annotations.allowDowngrade}=${minorIn(to)}`
	await kubectl('annotate', 'etcd/walk', permit, '--overwrite')
	const began = performance.now()
	await kubectl('patch', 'etcd/walk', '--type=merge', '-p', JSON.stringify({ spec: { version: to } }))
	for (;;) {
		const { status } = JSON.parse(await kubectl('get', 'etcd/walk', '-o', 'json')) as {
			status: { health: string; memberStates: readonly { version: string }[] }
		}
		const isThere = status.memberStates.every(({ version }) => version === to)
		if (isThere && status.health === 'Healthy') return (performance.now() - began) / 1000
		if (performance.now() - began > 180_000) throw new Error(`not at ${to}: ${JSON.stringify(status)}`)
		await sleep(100)
	}
}
