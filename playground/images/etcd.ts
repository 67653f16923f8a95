// etcd's images under their usual names, with nothing in them but etcd's programs (and, where Debian built them, the libraries
// these need): from 3.5.7 on there is no shell in the real ones either.
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { architectureHere, unpacked } from '../programs/debian.ts'
import { programs, type FamilyName } from '../programs/families.ts'
import { pathOf, type Paths } from '../programs/find.ts'
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

/** Debian's 3.4: the only one of its minor that is easily had. */
export const debianEtcd = '3.4.23'

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

export async function etcdFromDebian(): Promise<Image> {
	const [server, client] = [
		await unpacked('etcd-server', architectureHere),
		await unpacked('etcd-client', architectureHere),
	]
	const files = [
		executable('etcd', join(server, 'usr/bin/etcd')),
		executable('etcdctl', join(client, 'usr/bin/etcdctl')),
	]
	for (const file of files) if ('from' in file) await access(file.from)
	return image(debianEtcd, [...(await libraries(['libc6'], architectureHere)), ...files])
}
