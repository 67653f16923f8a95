// How fast a snapshot comes: by a member's own address and by the Job's own program beside etcdctl, and through the API server beside
// kubectl port-forward and etcdctl.
// The least of some rounds of each, in one run; speeds as ratios, and the most memory that each had.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { withOperator } from '../../playground/installed.ts'
import { etcdctlPath, type Playground } from '../../playground/playground.ts'
import { families } from '../../playground/programs/families.ts'
import { bundle } from '../../tools/release/bundle.ts'
import { ownRuntime } from '../../tools/release/runtime.ts'
import { nativeExecutable } from '../../tools/release/native.ts'
import { forwarded, Ground, quotaBytes, type At } from './ground.ts'
import { JobPrograms } from './job.ts'
import { measured, type Found } from './measured.ts'
import { startMinio } from './minio.ts'

const fillBytes = 512 * 1024 ** 2
const [namespace, cluster] = ['bench-snapshot', 'bench']
const targets = { direct: 0.9, uploaded: 0.8, forwarded: 1 } as const
export const parts = ['address', 'forwarded'] as const
export type Part = (typeof parts)[number]
const plugin = join(import.meta.dirname, '../../plugin/main.ts')

async function byAddress(ground: Ground, env: NodeJS.ProcessEnv): Promise<void> {
	await using member = await ground.member()
	await ground.fill(member, fillBytes)
	await using minio = await startMinio(ground, 'plain')
	const jobs = await JobPrograms.made(ground, member, minio)
	await using minioTls = await startMinio(ground, 'tls')
	const secured = await JobPrograms.made(ground, member, minioTls)
	const etcdctl = await etcdctlPath()
	const bundled = async (name: string): Promise<string> => {
		const file = join(ground.folder, `${name}.cjs`)
		await writeFile(file, (await bundle(`bench/snapshot/${name}.ts`)).text)
		return file
	}
	const [direct, upload] = [await bundled('direct'), await bundled('upload')]
	const [saved, uploaded] = await measured(
		[
			{
				name: 'etcdctl, by address',
				argv: (into) => [etcdctl, ...saving(ground, member), join(into, 'it.db')],
				server: member.pid,
			},
			{
				name: 'bytes of memory, into MinIO',
				argv: () => [
					process.execPath,
					upload,
					minio.endpoint,
					minio.bucket,
					minio.keys.accessKeyId,
					minio.keys.secretAccessKey,
					String(fillBytes),
				],
				server: minio.pid,
				bytes: fillBytes,
			},
			{
				name: 'ours in Bun, by address',
				argv: (into) => [ownRuntime(), direct, member.host, String(member.port), ground.folder, into],
				target: targets.direct,
			},
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
	if (saved && uploaded) console.log(boundOf(saved, uploaded))
}

/** All of them share this machine: nobody is faster than the work of etcd, of one who reads it as etcdctl does and of MinIO lets them be. */
function boundOf(saved: Found, uploaded: Found): string {
	const work = saved.serverWork + saved.work + uploaded.serverWork
	const most = availableParallelism() / work
	return `  at most ${(most / saved.mibPerSecond).toFixed(2)} × of etcdctl into MinIO here, if sending cost nothing: etcd, etcdctl and MinIO need ${(work * 1024).toFixed(1)} s of CPU a GiB, and ${availableParallelism()} processors have no more`
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
