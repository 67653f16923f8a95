// An image as an OCI archive that `ctr images import`, `skopeo` and `docker load` take, made without a daemon. The same files
// give the same digest.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { workName } from '../places.ts'
import type { Architecture } from '../programs/debian.ts'
import { tar, type Entry } from './tar.ts'

export interface Image {
	readonly name: string
	readonly architecture: Architecture
	/** Each layer is kept and shipped apart: what seldom changes comes first. */
	readonly layers: readonly (readonly Entry[])[]
	readonly entrypoint: readonly string[]
	readonly user?: string
	readonly labels?: Readonly<Record<string, string>>
}

interface Blob {
	readonly digest: string
	readonly size: number
	readonly entry: Entry
}

const mediaType = {
	index: 'application/vnd.oci.image.index.v1+json',
	manifest: 'application/vnd.oci.image.manifest.v1+json',
	config: 'application/vnd.oci.image.config.v1+json',
	layer: 'application/vnd.oci.image.layer.v1.tar',
}

const blobPath = (digest: string): string => `blobs/sha256/${digest}`

function jsonBlob(value: unknown): Blob {
	const text = Buffer.from(JSON.stringify(value))
	const digest = createHash('sha256').update(text).digest('hex')
	return { digest, size: text.length, entry: { path: blobPath(digest), mode: 0o644, text } }
}

async function layerBlob(entries: readonly Entry[], work: string, index: number): Promise<Blob> {
	const file = join(work, `layer-${index}`)
	const hash = createHash('sha256')
	let size = 0
	const counted = async function* () {
		for await (const piece of tar(entries)) {
			hash.update(piece)
			size += piece.length
			yield piece
		}
	}
	await pipeline(Readable.from(counted()), createWriteStream(file))
	const digest = hash.digest('hex')
	return { digest, size, entry: { path: blobPath(digest), mode: 0o644, from: file } }
}

const descriptor = (type: keyof typeof mediaType, { digest, size }: Blob) => ({
	mediaType: mediaType[type],
	digest: `sha256:${digest}`,
	size,
})

const configOf = ({ architecture, entrypoint, user, labels }: Image, layers: readonly Blob[]): Blob =>
	jsonBlob({
		architecture,
		os: 'linux',
		config: {
			Entrypoint: entrypoint,
			Env: ['PATH=/usr/local/bin:/usr/bin:/bin'],
			...(user !== undefined && { User: user }),
			...(labels && { Labels: labels }),
		},
		rootfs: { type: 'layers', diff_ids: layers.map(({ digest }) => `sha256:${digest}`) },
		history: layers.map(() => ({})),
	})

/** Writes the archive whole or not at all and gives the image's digest. */
export async function writeArchive(image: Image, target: string): Promise<string> {
	const work = workName(target)
	await mkdir(work, { recursive: true })
	await mkdir(dirname(target), { recursive: true })
	try {
		const layers: Blob[] = []
		for (const [index, entries] of image.layers.entries()) layers.push(await layerBlob(entries, work, index))
		const config = configOf(image, layers)
		const manifest = jsonBlob({
			schemaVersion: 2,
			mediaType: mediaType.manifest,
			config: descriptor('config', config),
			layers: layers.map((layer) => descriptor('layer', layer)),
		})
		const annotations = {
			'io.containerd.image.name': image.name,
			'org.opencontainers.image.ref.name': image.name.split(':').at(-1),
		}
		const index = {
			schemaVersion: 2,
			mediaType: mediaType.index,
			manifests: [
				{
					...descriptor('manifest', manifest),
					platform: { architecture: image.architecture, os: 'linux' },
					annotations,
				},
			],
		}
		// Older `docker load` reads this instead of the index.
		const dockerManifest = [
			{
				Config: blobPath(config.digest),
				RepoTags: [image.name],
				Layers: layers.map(({ digest }) => blobPath(digest)),
			},
		]
		const files: Entry[] = [
			{ path: 'oci-layout', mode: 0o644, text: JSON.stringify({ imageLayoutVersion: '1.0.0' }) },
			{ path: 'index.json', mode: 0o644, text: JSON.stringify(index) },
			{ path: 'manifest.json', mode: 0o644, text: JSON.stringify(dockerManifest) },
			config.entry,
			manifest.entry,
			...layers.map(({ entry }) => entry),
		]
		const archive = join(work, 'archive')
		await pipeline(Readable.from(tar(files)), createWriteStream(archive))
		await rename(archive, target)
		return `sha256:${manifest.digest}`
	} finally {
		await rm(work, { recursive: true, force: true })
	}
}
