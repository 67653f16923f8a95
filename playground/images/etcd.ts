// etcd's images under their usual names, with nothing in them but etcd's programs (and, where Debian built them, the libraries
// these need): from 3.5.7 on there is no shell in the real ones either.
import { join } from 'node:path'
import { architectureHere, unpacked } from '../programs/debian.ts'
import { programs, type FamilyName } from '../programs/families.ts'
import { pathOf, type Paths } from '../programs/find.ts'
import { run } from '../run.ts'
import type { Image } from './archive.ts'
import { libraries } from './libraries.ts'
import type { Entry } from './tar.ts'

export const etcdFamilies = [
	'etcd-3.2',
	'etcd-3.3',
	'etcd-3.5',
	'etcd-3.6',
	'etcd-3.7',
] as const satisfies FamilyName[]

const repository = (version: string): string =>
	/^3\.[23]\./.test(version) ? 'quay.io/coreos/etcd' : 'gcr.io/etcd-development/etcd'

/** What a manifest of that version's days calls the image. */
export const etcdImageName = (version: string): string => `${repository(version)}:v${version}`

const directories: readonly Entry[] = ['usr', 'usr/local', 'usr/local/bin', 'tmp', 'var', 'var/etcd'].map(
	(path) => ({
		path,
		mode: path === 'tmp' ? 0o1777 : 0o755,
		directory: true,
	}),
)

const image = (version: string, files: readonly Entry[]): Image => ({
	name: etcdImageName(version),
	architecture: architectureHere,
	layers: [[...directories, ...files]],
	entrypoint: ['/usr/local/bin/etcd'],
})

const executable = (name: string, from: string): Entry => ({
	path: `usr/local/bin/${name}`,
	mode: 0o755,
	from,
})

export const builtEtcd = (family: (typeof etcdFamilies)[number], paths: Paths): Image => {
	const all = programs(family)
	return image(
		all[0]?.version ?? '',
		all.map(({ id, name }) => executable(name, pathOf(paths, id))),
	)
}

/** Debian's is the only 3.4 that is easily had. A Debian that ships another minor gives none. */
export async function etcdFromDebian(): Promise<Image | undefined> {
	const server = await unpacked('etcd-server', architectureHere)
	const client = await unpacked('etcd-client', architectureHere)
	const etcd = join(server, 'usr/bin/etcd')
	const [, version = 'unknown'] = /^etcd Version: (\S+)/.exec(await run(etcd, ['--version'])) ?? []
	if (!version.startsWith('3.4.')) {
		process.stderr.write(`Debian here has etcd ${version}: there is no image of 3.4.\n`)
		return undefined
	}
	const files = [executable('etcd', etcd), executable('etcdctl', join(client, 'usr/bin/etcdctl'))]
	return image(version, [...(await libraries(['libc6'], architectureHere)), ...files])
}
