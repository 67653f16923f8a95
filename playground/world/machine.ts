// A node as a machine: one process, first of a PID namespace, in a network, a mount and a control group namespace of its own.
// Killing that process is a power cut: everything on the node is gone at once, its disk is not.
import { spawn, type ChildProcess } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../run.ts'
import { cgroupsHere, enterGroups, groupDirs, memberFiles, removeGroups } from './cgroups.ts'
import { Daemon } from './daemon.ts'
import { insideNode } from './node-mounts.ts'
import { cniConfig, containerdConfig, kubeletConfig, proxyArguments } from './node-files.ts'
import { type NodeAddress, containerdSocket, diskHere } from './layout.ts'

export interface NodePrograms {
	readonly kubelet: string
	readonly proxy: string
	/** A containerd root that already holds the images. */
	readonly images: string | undefined
}

export class Machine {
	readonly node: NodeAddress
	readonly disk: string
	readonly #programs: NodePrograms
	readonly #configOf: (part: string) => string
	#init: ChildProcess | undefined
	#daemons: Daemon[] = []

	constructor(node: NodeAddress, programs: NodePrograms, configOf: (part: string) => string) {
		this.node = node
		this.disk = `/run/playground/nodes/${node.name}`
		this.#programs = programs
		this.#configOf = configOf
	}

	get on(): boolean {
		return this.#init !== undefined && this.#init.exitCode === null && this.#init.signalCode === null
	}

	get daemons(): readonly Daemon[] {
		return this.#daemons
	}

	get #groups(): string[] {
		return groupDirs(cgroupsHere(), this.node.name)
	}

	/** An empty disk, but for the images. */
	async format(): Promise<void> {
		await rm(this.disk, { recursive: true, force: true })
		await Promise.all(
			['cni', 'kubelet', 'volumes'].map(
				async (dir) => await mkdir(join(this.disk, dir), { recursive: true }),
			),
		)
		const write = async (name: string, text: string) => await writeFile(join(this.disk, name), text)
		await Promise.all([
			write('containerd.toml', containerdConfig()),
			write('cni/10-pods.conflist', cniConfig(this.node)),
			write('kubelet.json', kubeletConfig(this.node)),
			write('resolv.conf', 'nameserver 127.0.0.1\n'),
		])
		if (this.#programs.images !== undefined)
			await cloneImages(this.#programs.images, join(this.disk, 'containerd'))
	}

	/** Containerd answers when this returns; the kubelet is another step, since it needs the API. */
	async powerOn(): Promise<void> {
		const { name } = this.node
		const outside = `set -e; ${enterGroups}`
		const next = `exec nsenter --net=/run/netns/${name} unshare --mount --pid --fork --kill-child --mount-proc sh -ec "$INSIDE"`
		const init = spawn('sh', ['-c', outside, 'node', ...this.#groups], {
			stdio: ['ignore', 'pipe', 'inherit'],
			env: { ...process.env, NEXT: next, INSIDE: insideNode(this.disk) },
		})
		this.#init = init
		await new Promise<void>((resolve, reject) => {
			init.stdout.once('data', () => resolve())
			init.once('exit', (code) =>
				reject(new Error(`${name} could not be set up (${code}); see the world's log`)),
			)
		})
		const containerd = await this.#start('containerd', ['containerd', '-c', `${diskHere}/containerd.toml`])
		await containerd.until(
			`containerd of ${name} answered`,
			async () =>
				await this.run(['ctr', '-a', containerdSocket, 'version']).then(
					() => true,
					() => false,
				),
		)
	}

	async startKubelet(): Promise<void> {
		const { name, address } = this.node
		const config = [`--config=${diskHere}/kubelet.json`, `--root-dir=${diskHere}/kubelet`]
		const self = [
			`--hostname-override=${name}`,
			`--node-ip=${address}`,
			`--kubeconfig=${this.#configOf(name)}`,
		]
		const kubelet = await this.#start('kubelet', [this.#programs.kubelet, ...config, ...self])
		// It ends at once when containerd, which answers already, still looks at what is left on its disk.
		kubelet.keep()
		await this.#start('kube-proxy', [this.#programs.proxy, ...proxyArguments(name, this.#configOf('proxy'))])
	}

	async powerOff(): Promise<void> {
		const init = this.#init
		if (init === undefined || !this.on) return
		const ended = new Promise((resolve) => init.once('exit', resolve))
		init.kill('SIGKILL')
		await ended
		// None of them is wanted back until the power is.
		await Promise.all(this.#daemons.map(async (daemon) => await daemon.stop()))
		this.#daemons = []
		await run('sh', ['-c', removeGroups, 'groups', ...this.#groups])
	}

	async load(archive: string): Promise<void> {
		await this.run(['ctr', '-a', containerdSocket, '-n', 'k8s.io', 'images', 'import', archive])
	}

	/** Runs a program on the node and waits for its end. */
	async run(argv: readonly string[]): Promise<string> {
		return await run('sh', await this.#enter(argv))
	}

	async #start(name: string, argv: readonly string[]): Promise<Daemon> {
		const daemon = new Daemon(`${this.node.name}-${name}`, ['sh', ...(await this.#enter(argv))])
		this.#daemons.push(daemon)
		return daemon.start()
	}

	async #enter(argv: readonly string[]): Promise<string[]> {
		const pid = this.#init?.pid
		const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
		const enter = [
			'nsenter',
			'--target',
			children.trim(),
			'--net',
			'--mount',
			'--pid',
			'--cgroup',
			'--',
			...argv,
		]
		const script = 'while [ "$1" != -- ]; do echo $$ > "$1"; shift; done; shift; exec "$@"'
		return ['-c', script, 'enter', ...memberFiles(cgroupsHere(), this.node.name), '--', ...enter]
	}
}

/** Blobs and layers are never written again, so they are shared by hard links; containerd's databases are copied. */
async function cloneImages(from: string, to: string): Promise<void> {
	const linked = 'cp -al "$0/." "$1/" 2>/dev/null || { rm -rf "$1"; mkdir -p "$1"; exec cp -a "$0/." "$1/"; }'
	await mkdir(to, { recursive: true })
	await run('sh', ['-c', linked, from, to])
	const databases = (await run('find', [to, '-name', '*.db'])).trim().split('\n').filter(Boolean)
	for (const database of databases) {
		await cp(database, `${database}.own`)
		await run('mv', [`${database}.own`, database])
	}
}
