// What the demo tells: a cluster is born, grows, shrinks, heals and is upgraded while an application writes all along, and nothing is lost;
// and another one is encrypted.
import { join } from 'node:path'
import { LedgerApp } from './ledger.ts'
import { kubectlPath, type Playground } from './playground.ts'
import { pluginFolder } from './plugin.ts'
import { attempt } from './run.ts'

const root = join(import.meta.dirname, '../')

const sample = (file: string): string => join(root, 'config/samples', file)
const name = 'example'

/** A command and what it says, its refusal included; its exit code. */
async function show(cluster: Playground, ...args: readonly string[]): Promise<number> {
	const PATH = `${await pluginFolder()}:${process.env['PATH'] ?? ''}`
	const env = { ...process.env, PATH, KUBECONFIG: cluster.files.kubeconfig, COLUMNS: '110' }
	const { code, stdout, stderr } = await attempt(await kubectlPath(), args, { env })
	const words = args.map((word) => (word.startsWith(root) ? word.slice(root.length) : word))
	process.stdout.write(`\n$ kubectl ${words.join(' ')}\n${stdout}${stderr}`)
	return code
}

/** Until as many members as wanted are ready; says how long it took. */
async function until(cluster: Playground, size: number, what: string): Promise<void> {
	const began = performance.now()
	for (const field of [`ready}=${size}/${size}`, `size}=${size}`, 'health}=Healthy'])
		await cluster.kubectl(['wait', `etcd/${name}`, `--for=jsonpath={.status.${field}`, '--timeout=180s'])
	process.stdout.write(`  ${what} after ${((performance.now() - began) / 1000).toFixed(1)} s\n`)
}

async function killOne(cluster: Playground): Promise<void> {
	const leader = await cluster.kubectl(['get', 'etcd', name, '-o', 'jsonpath={.status.leader}'])
	await cluster.kubectl(['delete', 'pod', leader, '--wait=false'])
	process.stdout.write(`\n$ kubectl delete pod ${leader}     (the leader)\n`)
	await cluster
		.kubectl(['wait', `etcd/${name}`, '--for=jsonpath={.status.health}=Degraded', '--timeout=30s'])
		.catch(() => {})
}

/** One minor up, member by member, while the application goes on. */
async function upgrade(cluster: Playground, version: string): Promise<void> {
	const began = performance.now()
	await show(cluster, 'patch', 'etcd', name, '--type=merge', '-p', `{"spec":{"version":"${version}"}}`)
	for (const field of [`currentVersion}=${version}`, 'health}=Healthy'])
		await cluster.kubectl(['wait', `etcd/${name}`, `--for=jsonpath={.status.${field}`, '--timeout=180s'])
	process.stdout.write(`  every member runs it after ${((performance.now() - began) / 1000).toFixed(1)} s\n`)
}

/** Encrypted by certificates that cert-manager issues. */
async function encrypted(cluster: Playground): Promise<void> {
	const began = performance.now()
	await show(cluster, 'apply', '-f', sample('cluster-tls.yaml'))
	await cluster.kubectl(['wait', 'etcd/secure', '--for=jsonpath={.status.health}=Healthy', '--timeout=180s'])
	process.stdout.write(
		`  three members, encrypted, after ${((performance.now() - began) / 1000).toFixed(1)} s\n`,
	)
	await show(cluster, 'get', 'certificates,secrets', '-l', 'etcd_cluster=secure')
	await show(cluster, 'etcd', 'status', '-A')
}

export async function tell(cluster: Playground): Promise<void> {
	await show(cluster, 'get', 'nodes', '-o', 'wide')
	await show(cluster, 'apply', '-f', sample('cluster-3.5.yaml'))
	await until(cluster, 3, 'three members, each on its volume,')
	if ((await show(cluster, 'scale', `etcd/${name}`, '--replicas=4')) === 0)
		throw new Error('an even size was not refused')
	await show(cluster, 'apply', '--dry-run=server', '-f', sample('cluster-2018.yaml'))

	const app = await LedgerApp.start(cluster, 'default', name)
	process.stdout.write('\nAn application writes through the Service from now on.\n')
	await show(cluster, 'scale', `etcd/${name}`, '--replicas=5')
	await until(cluster, 5, 'five members')
	await show(cluster, 'etcd', 'status', name)
	await show(cluster, 'scale', `etcd/${name}`, '--replicas=3')
	await until(cluster, 3, 'three members')
	await killOne(cluster)
	await until(cluster, 3, 'three members again, the same ones,')
	await upgrade(cluster, '3.6.16')
	await show(cluster, 'etcd', 'get', name, '-o', 'wide')
	await show(cluster, 'etcd', 'events', name)

	const { acknowledged, unknown, lost, longestGapMs, reads, staleReads } = await app.verify()
	process.stdout.write(
		`\n${acknowledged} writes were acknowledged and ${lost} of them are lost; ${unknown} were not acknowledged; ` +
			`the longest pause was ${(longestGapMs / 1000).toFixed(1)} s; ${staleReads} reads were stale.\n`,
	)
	await app.stop()
	await encrypted(cluster)
	if (lost > 0 || staleReads > 0) throw new Error('acknowledged writes were lost')
	if (acknowledged === 0 || reads === 0) throw new Error('the application neither wrote nor read')
}
