// What comes from Debian: programs that are installed because they need the system's libraries, and packages of which
// only a few files are taken, for images (never installed: etcd-server would start a service).
import { access, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { Complaint } from '../complaint.ts'
import { cacheDir, workName } from '../places.ts'
import { step } from '../progress.ts'
import { run } from '../run.ts'
import { cniPlugins } from '../world/layout.ts'

/** Program to the package that has it: for any playground, for one with nodes, and for tests that look at a terminal. */
const installed = {
	any: {
		unshare: 'util-linux',
		nsenter: 'util-linux',
		flock: 'util-linux',
		setpriv: 'util-linux',
		mount: 'mount',
		ip: 'iproute2',
	},
	nodes: {
		iptables: 'iptables',
		conntrack: 'conntrack',
		containerd: 'containerd',
		ctr: 'containerd',
		runc: 'runc',
		[`${cniPlugins}/bridge`]: 'containernetworking-plugins',
	},
	terminal: {
		tmux: 'tmux',
		stty: 'coreutils',
	},
} as const

const present = async (path: string): Promise<boolean> =>
	await access(path).then(
		() => true,
		() => false,
	)

async function onPath(program: string): Promise<boolean> {
	const places = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`.split(delimiter)
	const found = await Promise.all(places.map(async (dir) => await present(join(dir, program))))
	return found.includes(true)
}

/** Installs what is missing of the system's own programs. */
export async function ensureInstalled(...kinds: readonly (keyof typeof installed)[]): Promise<void> {
	const lacking = new Set<string>()
	for (const [program, from] of kinds.flatMap((kind) => Object.entries(installed[kind])))
		if (!(program.startsWith('/') ? await present(program) : await onPath(program))) lacking.add(from)
	if (lacking.size === 0) return
	const names = [...lacking].join(' ')
	if (!(await onPath('apt-get')))
		throw new Complaint(
			`the Debian packages ${names} are missing and apt-get is not here to install them: install what they hold with your system's package manager.`,
		)
	await step(`installing ${names}`, async () => {
		const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
		await run('apt-get', ['update', '-qq'], { env })
		await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...lacking], { env })
	})
}

export type Architecture = 'amd64' | 'arm64'

export const architectureHere: Architecture = process.arch === 'arm64' ? 'arm64' : 'amd64'

/** The files of a package, unpacked into the cache; the machine itself is left as it was. */
export async function unpacked(name: string, architecture: Architecture): Promise<string> {
	const root = join(cacheDir(), 'debian', architecture)
	const target = join(root, name)
	if (await present(target)) return target
	return await step(`fetching the package ${name} for ${architecture}`, async () => {
		const work = workName(join(root, name))
		await mkdir(join(work, 'lists/partial'), { recursive: true })
		const own = Object.entries({
			'APT::Architecture': architecture,
			'APT::Architectures': architecture,
			'APT::Sandbox::User': 'root',
			'Dir::State::Lists': join(work, 'lists'),
			'Dir::State::status': '/dev/null',
			'Dir::Cache': work,
		}).flatMap(([option, value]) => ['-o', `${option}=${value}`])
		try {
			await run('apt-get', [...own, 'update', '-qq'])
			await run('apt-get', [...own, 'download', '-qq', name], { cwd: work })
			const archive = (await readdir(work)).find((file) => file.endsWith('.deb'))
			if (archive === undefined) throw new Complaint(`Debian has no package ${name} for ${architecture}.`)
			await run('dpkg-deb', ['-x', join(work, archive), join(work, 'root')])
			await rename(join(work, 'root'), target).catch(() => {}) // another process was quicker: the same files
			return target
		} finally {
			await rm(work, { recursive: true, force: true })
		}
	})
}
