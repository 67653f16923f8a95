// How fast a snapshot comes: by a member's own address and by the Job's own program beside etcdctl, and through the API server beside
// kubectl port-forward and etcdctl.
// The least of some rounds of each, in one run; speeds as ratios, and the most memory that each had.
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withOperator } from '../../playground/installed.ts'
import { etcdctlPath, type Playground } from '../../playground/playground.ts'
import { families } from '../../playground/programs/families.ts'
import { bundle } from '../../tools/release/bundle.ts'
import { ownRuntime } from '../../tools/release/runtime.ts'
import { nativeExecutable } from '../../tools/release/native.ts'
import { timed, type Timed } from '../cli/timed.ts'
import { forwarded, Ground, quotaBytes, type At } from './ground.ts'
import { JobPrograms } from './job.ts'
import { startMinio } from './minio.ts'

const rounds = 5
const fillBytes = 512 * 1024 ** 2
const lookMs = 20
const [namespace, cluster] = ['bench-snapshot', 'bench']
const targets = { direct: 0.9, uploaded: 0.8, forwarded: 1, memoryMiB: 120 } as const
export const parts = ['address', 'forwarded'] as const
export type Part = (typeof parts)[number]
const plugin = join(import.meta.dirname, '../../plugin/main.ts')

interface Contender {
	readonly name: string
	readonly argv: (folder: string) => readonly string[]
	readonly env?: (folder: string) => NodeJS.ProcessEnv
	/** As a ratio to the first of the table, which has none. */
	readonly target?: number
	/** What it says when all is stored, where it goes on after that. */
	readonly storedWhen?: RegExp
}

async function measured(
	contenders: readonly Contender[],
	folder: string,
	env: NodeJS.ProcessEnv,
): Promise<void> {
	const times = new Map<string, Timed[]>(contenders.map(({ name }) => [name, []]))
	let bytes = 0
	for (let round = 0; round < rounds; round++)
		for (const { name, argv, env: more, storedWhen } of contenders) {
			const into = join(folder, 'into')
			await mkdir(into)
			times.get(name)?.push(await timed(argv(into), { ...env, ...more?.(into) }, lookMs, storedWhen))
			const [file] = (await readdir(into)).filter((one) => !one.endsWith('.json'))
			if (file !== undefined) bytes = (await stat(join(into, file))).size
			await rm(into, { recursive: true })
		}
	const least = (name: string, of: 'ms' | 'cpuMs' | 'saidMs'): number =>
		Math.min(...(times.get(name) ?? []).map((one) => one[of] ?? one.ms)) / 1000
	const speed = (name: string): number => bytes / 1024 ** 2 / least(name, 'saidMs')
	const [floor] = contenders
	for (const { name, target, storedWhen } of contenders) {
		const memory = Math.max(...(times.get(name) ?? []).map(({ memoryMiB }) => memoryMiB))
		const against = floor?.name ?? name
		const ratio = target
			? `   ${(speed(name) / speed(against)).toFixed(2)} × as fast, target ${target}; ${(least(name, 'cpuMs') / least(against, 'cpuMs')).toFixed(2)} × the work; memory target ${targets.memoryMiB}${storedWhen ? `; read back after ${least(name, 'ms').toFixed(1)} s` : ''}`
			: ''
		console.log(
			`${name.padEnd(44)} ${speed(name).toFixed(0).padStart(6)} MiB/s ${least(name, 'cpuMs').toFixed(2).padStart(6)} s of CPU ${memory.toFixed(0).padStart(5)} MiB${ratio}`,
		)
	}
	console.log(`  ${(bytes / 1024 ** 2).toFixed(0)} MiB each, the least of ${rounds} rounds`)
}

async function byAddress(ground: Ground, env: NodeJS.ProcessEnv): Promise<void> {
	await using member = await ground.member()
	await ground.fill(member, fillBytes)
	await using minio = await startMinio(ground, 'plain')
	const jobs = await JobPrograms.made(ground, member, minio)
	await using minioTls = await startMinio(ground, 'tls')
	const secured = await JobPrograms.made(ground, member, minioTls)
	const etcdctl = await etcdctlPath()
	const direct = join(ground.folder, 'direct.cjs')
	await writeFile(direct, (await bundle('bench/snapshot/direct.ts')).text)
	const ours = (program: string) => (into: string) => [
		program,
		direct,
		member.host,
		String(member.port),
		ground.folder,
		into,
	]
	await measured(
		[
			{
				name: 'etcdctl, by address',
				argv: (into) => [etcdctl, ...saving(ground, member), join(into, 'it.db')],
			},
			{ name: 'ours in Node, by address', argv: ours(process.execPath), target: targets.direct },
			{ name: 'ours in Bun, by address', argv: ours(ownRuntime()), target: targets.direct },
			{ name: 'the Job, into a folder', ...jobs.take('folder'), target: targets.direct },
			{ name: 'the Job, sealed into a folder', ...jobs.take('folder', true), target: targets.direct },
			{ name: 'the Job, into MinIO', ...jobs.take('minio'), target: targets.uploaded },
			{ name: 'the Job, sealed into MinIO', ...jobs.take('minio', true), target: targets.uploaded },
			{ name: "a restore's fetch, sealed, from MinIO", ...jobs.fetch(), target: targets.uploaded },
			{ name: 'the Job, into MinIO with TLS', ...secured.take('minio'), target: targets.uploaded },
			{
				name: 'the Job, sealed into MinIO with TLS',
				...secured.take('minio', true),
				target: targets.uploaded,
			},
		],
		ground.folder,
		env,
	)
}

const saving = (ground: Ground, { port }: At): readonly string[] => [
	`--endpoints=https://localhost:${port}`,
	...ground.clientFlags,
	'snapshot',
	'save',
]

async function followerOf(playground: Playground): Promise<string> {
	const leader = await playground.kubectl([
		'-n',
		namespace,
		'get',
		`etcd/${cluster}`,
		'-o',
		'jsonpath={.status.leader}',
	])
	const label = `etcd_cluster=${cluster}`
	const pods = await playground.kubectl([
		'-n',
		namespace,
		'get',
		'pods',
		'-l',
		label,
		'-o',
		'jsonpath={.items[*].metadata.name}',
	])
	return pods.split(' ').find((name) => name !== leader) ?? leader
}

async function throughTheApiServer(
	playground: Playground,
	ground: Ground,
	env: NodeJS.ProcessEnv,
): Promise<void> {
	const kubectl = async (line: readonly string[], input?: string): Promise<string> =>
		await playground.kubectl(['-n', namespace, ...line], input === undefined ? {} : { input })
	await playground.kubectl(['delete', 'namespace', namespace, '--ignore-not-found'])
	await playground.kubectl(['create', 'namespace', namespace])
	const tls = {
		member: { peerSecret: 'bench-peer', serverSecret: 'bench-server' },
		operatorSecret: 'bench-client',
	}
	const object = {
		apiVersion: 'etcd.database.coreos.com/v1beta2',
		kind: 'EtcdCluster',
		metadata: { name: cluster },
		spec: {
			size: 3,
			version: families['etcd-3.6'].version,
			quotaBackendBytes: String(quotaBytes),
			TLS: { static: tls },
		},
	}
	await kubectl(
		['apply', '-f', '-'],
		JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [...ground.secrets, object] }),
	)
	await kubectl(['wait', `etcd/${cluster}`, '--for=jsonpath={.status.health}=Healthy', '--timeout=180s'])
	const follower = await followerOf(playground)
	await using door = await forwarded(playground, namespace, follower)
	await ground.fill(door, fillBytes)
	const [etcdctl, executable] = [await etcdctlPath(), await nativeExecutable()]
	const line = (into: string) => [
		'snapshot',
		'save',
		cluster,
		`${into}/it.db`,
		'-n',
		namespace,
		'--from-member',
		follower,
	]
	await measured(
		[
			{
				name: 'kubectl port-forward and etcdctl',
				argv: (into) => [etcdctl, ...saving(ground, door), join(into, 'it.db')],
			},
			{
				name: 'kubectl etcd snapshot save',
				argv: (into) => [executable, ...line(into)],
				target: targets.forwarded,
			},
			{
				name: 'the same in Node',
				argv: (into) => [process.execPath, plugin, ...line(into)],
				target: targets.forwarded,
			},
		],
		ground.folder,
		env,
	)
	await playground.kubectl(['delete', 'namespace', namespace, '--wait=false'])
}

export async function benchSnapshot(chosen: readonly Part[]): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'bench-snapshot-'))
	try {
		const ground = new Ground(folder, namespace, cluster)
		await ground.writeFiles()
		const env = { PATH: process.env['PATH'], HOME: folder, LANG: 'C.UTF-8' }
		if (chosen.includes('address')) await byAddress(ground, env)
		if (!chosen.includes('forwarded')) return
		await withOperator('bench-snapshot', async (playground) => {
			await throughTheApiServer(playground, ground, { ...env, KUBECONFIG: playground.files.kubeconfig })
		})
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
}
