// A containerd root that already holds every image, made once per set of images: nodes start from a copy of it in a moment,
// where importing would take each of them seconds.
import { createHash } from 'node:crypto'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Complaint } from '../complaint.ts'
import { cacheDir, workName } from '../places.ts'
import { step } from '../progress.ts'
import { attempt, run, tied } from '../run.ts'
import { writeArchive, type Image } from './archive.ts'

/** The archive of an image whose inputs are files in the cache: made once per content. */
export async function cachedArchive(image: Image): Promise<string> {
	const hash = createHash('sha256')
	for (const entry of image.layers.flat()) {
		if ('from' in entry) {
			const { size, mtimeMs } = await stat(entry.from)
			hash.update(`${entry.path} ${entry.mode} ${entry.from} ${size} ${mtimeMs}\n`)
		} else hash.update(JSON.stringify(entry))
	}
	hash.update(JSON.stringify({ ...image, layers: [] }))
	const file = `${image.name.replace(/[^a-z0-9.]+/gi, '-')}-${hash.digest('hex').slice(0, 12)}.tar`
	const path = join(cacheDir(), 'images', file)
	const exists = await stat(path).catch(() => undefined)
	if (exists === undefined) await writeArchive(image, path)
	return path
}

const script = `set -e
mount --make-rprivate /
mount -t tmpfs tmpfs /run
mkdir -p "$ROOT"
containerd --config "$CONFIG" &
until ctr -a /run/c.sock version > /dev/null 2>&1; do kill -0 $! || exit 1; sleep 0.1; done
for image; do ctr -a /run/c.sock -n k8s.io images import --snapshotter overlayfs "$image" > /dev/null; done
kill $!; wait $! || true
`

const storeConfig = (root: string): string => `version = 2
root = "${root}"
state = "/run/c"
disabled_plugins = ["io.containerd.internal.v1.opt", "io.containerd.grpc.v1.cri"]
[grpc]
  address = "/run/c.sock"
`

export async function imageStore(images: readonly Image[]): Promise<string> {
	const archives: string[] = []
	for (const image of images) archives.push(await cachedArchive(image))
	const version = await run('containerd', ['--version'])
	const hash = createHash('sha256').update(version)
	for (const archive of archives) hash.update(archive)
	const target = join(cacheDir(), 'nodes', hash.digest('hex').slice(0, 12))
	if ((await stat(join(target, 'complete')).catch(() => undefined)) !== undefined) return join(target, 'root')
	return await step(`storing ${images.length} images for the nodes`, async () => {
		const work = workName(target)
		const log = join(cacheDir(), 'logs', 'store-images.log')
		try {
			await mkdir(work, { recursive: true })
			await mkdir(dirname(log), { recursive: true })
			const root = join(work, 'root')
			const config = join(work, 'config.toml')
			await writeFile(config, storeConfig(root))
			const env = { ...process.env, ROOT: root, CONFIG: config }
			const { code } = await attempt(...tied('sh', '-c', script, 'store', ...archives), { env, log })
			if (code !== 0)
				throw new Complaint(`the images could not be stored; what containerd said is in ${log}.`)
			await writeFile(join(work, 'complete'), '')
			// Another process may have been quicker; what it stored is the same.
			await attempt('mv', ['--no-target-directory', work, target])
			return join(target, 'root')
		} finally {
			await rm(work, { recursive: true, force: true })
		}
	})
}
