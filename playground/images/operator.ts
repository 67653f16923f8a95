// Our one image: Node and the bundled programs of the operator.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheDir } from '../places.ts'
import { architectureHere, type Architecture } from '../programs/debian.ts'
import { writeArchive, type Image } from './archive.ts'
import { bundle, directory, nodeLayers, user } from './node.ts'

const root = join(import.meta.dirname, '../..')

/** What each process of ours starts with. */
const programs = ['controller', 'webhook', 'certificates', 'backup', 'recovery'] as const

async function operatorImage(architecture: Architecture = architectureHere): Promise<Image> {
	const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
	const bundles = await Promise.all(
		programs.map(async (name) => ({
			path: `app/${name}.cjs`,
			mode: 0o644,
			text: await bundle(`${name}/main.ts`),
		})),
	)
	return {
		name: `docker.io/kubectl-etcd/operator:${version}`,
		architecture,
		layers: [...(await nodeLayers(architecture)), [directory('app'), ...bundles]],
		entrypoint: ['/usr/local/bin/node'],
		user,
		labels: {
			'org.opencontainers.image.licenses': 'Apache-2.0',
			'org.opencontainers.image.version': version,
		},
	}
}

/** Each checkout has its own, so that none loads another's. */
export function ownArchive(name: string, architecture: Architecture = architectureHere): string {
	const checkout = createHash('sha256').update(root).digest('hex').slice(0, 8)
	return join(cacheDir(), 'images', `${name}-${architecture}-${checkout}.tar`)
}

export const operatorArchive = (architecture: Architecture = architectureHere): string =>
	ownArchive('operator', architecture)

/** Builds the image of this checkout and gives its digest. */
export const buildOperator = async (architecture: Architecture = architectureHere): Promise<string> =>
	await writeArchive(await operatorImage(architecture), operatorArchive(architecture))
