// How long a person waits for the plugin, beside kubectl and etcdctl in the same run: the least of twenty, round by round, since the
// machine is noisy; our executable called directly, and kubectl's own way to any plugin beside it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { installCertManager } from '../../playground/addons/cert-manager.ts'
import { withOperator } from '../../playground/installed.ts'
import { etcdctlPath, kubectlPath, type Playground } from '../../playground/playground.ts'
import { nativeExecutable } from '../../tools/release/native.ts'
import { timed, type Timed } from './timed.ts'

const rounds = 20
const sample = join(import.meta.dirname, '../../config/samples/cluster-tls.yaml')

interface Contender {
	readonly argv: readonly string[]
	/** What it is compared with, and what it should be at most. */
	readonly beside?: string
	readonly target?: number
}

async function contenders(): Promise<Readonly<Record<string, Contender>>> {
	const [ours, kubectl, etcdctl] = [await nativeExecutable(), await kubectlPath(), await etcdctlPath()]
	const cluster = ['secure', '-n', 'default']
	return {
		'kubectl get': { argv: [kubectl, 'get', 'etcd', ...cluster] },
		'kubectl version --client': { argv: [kubectl, 'version', '--client'] },
		'etcdctl version': { argv: [etcdctl, 'version'] },
		'--help': { argv: [ours, '--help'], beside: 'kubectl get', target: 0.6 },
		completion: { argv: [ours, '__complete', 'status', ''], beside: 'kubectl get', target: 0.6 },
		get: { argv: [ours, 'get', ...cluster], beside: 'kubectl get', target: 0.8 },
		'status, three members with TLS': {
			argv: [ours, 'status', ...cluster, '--exit-zero'],
			beside: 'kubectl get',
			target: 2.5,
		},
		'kubectl etcd --help, by kubectl’s dispatch': { argv: [kubectl, 'etcd', '--help'] },
	}
}

/** In YAML, as most people have it. */
async function surroundings(playground: Playground, folder: string): Promise<NodeJS.ProcessEnv> {
	const kubeconfig = join(folder, 'config')
	await writeFile(kubeconfig, await playground.kubectl(['config', 'view', '--raw']), { mode: 0o600 })
	return {
		KUBECONFIG: kubeconfig,
		PATH: `${dirname(await nativeExecutable())}:${process.env['PATH'] ?? ''}`,
		LANG: 'C.UTF-8',
		HOME: process.env['HOME'] ?? '/root',
	}
}

async function measured(env: NodeJS.ProcessEnv): Promise<void> {
	const all = Object.entries(await contenders())
	const times = new Map<string, Timed[]>(all.map(([name]) => [name, []]))
	for (let round = 0; round < rounds; round++)
		for (const [name, { argv }] of all) times.get(name)?.push(await timed(argv, env))
	const least = (name: string): number => Math.min(...(times.get(name) ?? []).map(({ ms }) => ms))
	const memory = (name: string): number =>
		Math.max(...(times.get(name) ?? []).map(({ memoryMiB }) => memoryMiB))
	for (const [name, { beside, target }] of all) {
		const ratio =
			beside === undefined
				? ''
				: `   ${(least(name) / least(beside)).toFixed(2)} × ${beside}, target ${target}`
		console.log(
			`${name.padEnd(46)} ${least(name).toFixed(1).padStart(8)} ms ${memory(name).toFixed(0).padStart(5)} MiB${ratio}`,
		)
	}
}

/** Two of its members stand still, and say nothing to anybody. */
async function silenced(playground: Playground, env: NodeJS.ProcessEnv): Promise<void> {
	const names = await playground.kubectl([
		'get',
		'pods',
		'-l',
		'etcd_cluster=secure',
		'-o',
		'jsonpath={.items[*].metadata.name}',
	])
	const [one = '', two = ''] = names.split(' ')
	await using _ = await playground.fault({ fault: 'freeze', pod: `default/${one}` })
	await using another = await playground.fault({ fault: 'freeze', pod: `default/${two}` })
	void another
	const status = [await nativeExecutable(), 'status', 'secure', '-n', 'default', '--exit-zero']
	const { ms } = await timed(status, env)
	console.log(
		`${'status, two of three members silent'.padEnd(46)} ${ms.toFixed(1).padStart(8)} ms   target 3000`,
	)
}

export const benchCli = async (): Promise<void> =>
	await withOperator('bench-cli', async (playground) => {
		await installCertManager(playground)
		await playground.kubectl(['apply', '-f', sample])
		await playground.kubectl([
			'wait',
			'etcd/secure',
			'--for=jsonpath={.status.health}=Healthy',
			'--timeout=180s',
		])
		const folder = await mkdtemp(join(tmpdir(), 'bench-cli-'))
		try {
			const env = await surroundings(playground, folder)
			await measured(env)
			await silenced(playground, env)
		} finally {
			await rm(folder, { recursive: true, force: true })
		}
		await playground.kubectl(['delete', '-f', sample, '--wait=false'])
	})
