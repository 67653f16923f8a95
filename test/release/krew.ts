// krew as people have it, on a machine that has nothing else: kubectl and krew by the names under which they find each other.
import { cp, mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { programs } from '../../playground/programs/families.ts'
import { ensurePrograms, pathOf } from '../../playground/programs/find.ts'
import { run } from '../../playground/run.ts'
import type { Platform } from '../../tools/release/platforms.ts'
import type { Folder } from './support.ts'

export interface Krew {
	/** A folder with kubectl and krew. */
	readonly programs: string
	/** krew's own check of manifests. */
	readonly validate: string
}

export async function krewIn(folder: string): Promise<Krew> {
	const wanted = [...programs('kubernetes').filter(({ name }) => name === 'kubectl'), ...programs('krew')]
	const paths = await ensurePrograms(wanted)
	const bin = join(folder, 'bin')
	await mkdir(bin)
	await symlink(pathOf(paths, 'kubernetes/kubectl'), join(bin, 'kubectl'))
	await symlink(pathOf(paths, 'krew/krew'), join(bin, 'kubectl-krew'))
	return { programs: bin, validate: pathOf(paths, 'krew/validate-krew-manifest') }
}

/** What krew, kubectl and git see of the machine. */
const environment = ({ programs: bin }: Pick<Krew, 'programs'>, root: Folder, platform: Platform) => ({
	HOME: root.path,
	KREW_ROOT: root.path,
	KREW_OS: platform.os,
	KREW_ARCH: platform.arch,
	KREW_NO_UPGRADE_CHECK: '1',
	PATH: `${join(root.path, 'bin')}:${bin}:/usr/bin:/bin`,
})

/** Everything of the plugin that krew keeps under its root. */
export async function left(root: Folder): Promise<readonly string[]> {
	const all = await readdir(root.path, { recursive: true })
	return all.filter((path) => path.includes('etcd') && !path.startsWith('index/'))
}

export const git = async (repository: string, ...args: readonly string[]) =>
	await run('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], {
		cwd: repository,
	})

/** A git repository as an index of krew is one, with the manifest in it. */
export async function makeIndex(path: string, dist: string): Promise<string> {
	const index = join(path, 'index')
	await cp(join(dist, 'plugins'), join(index, 'plugins'), { recursive: true })
	await git(index, 'init', '--quiet')
	await git(index, 'add', 'plugins')
	await git(index, 'commit', '--quiet', '--message=One release')
	return index
}

/** krew on a machine of that platform, which knows our index and nothing else. */
export async function fresh(
	krew: Pick<Krew, 'programs'> & { readonly index: string },
	root: Folder,
	platform: Platform,
): Promise<NodeJS.ProcessEnv> {
	const env = environment(krew, root, platform)
	await run('kubectl', ['krew', 'index', 'add', 'ours', `file://${krew.index}`], { env })
	return env
}
