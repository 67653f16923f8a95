// The two small images every node needs: one that holds a pod's network open, one whose shell makes volumes' directories.
import { join } from 'node:path'
import { architectureHere, unpacked } from '../programs/debian.ts'
import type { Image } from './archive.ts'
import { libraries } from './libraries.ts'
import type { Entry } from './tar.ts'
import { helperImage, pauseImage } from '../world/layout.ts'

const applets = ['sh', 'mkdir', 'rm', 'sleep', 'cat', 'ls', 'dd', 'nslookup', 'wget', 'nc', 'timeout']

export async function busyboxFiles(names: readonly string[]): Promise<Entry[]> {
	const from = join(await unpacked('busybox', architectureHere), 'bin/busybox')
	return [
		{ path: 'bin', mode: 0o755, directory: true },
		{ path: 'bin/busybox', mode: 0o755, from },
		...names.map((applet): Entry => ({ path: `bin/${applet}`, linkTo: 'busybox' })),
		{ path: 'tmp', mode: 0o1777, directory: true },
		...(await libraries(['libc6'], architectureHere)), // a static busybox cannot resolve names
	]
}

async function busybox(name: string, entrypoint: readonly string[], user: string): Promise<Image> {
	return { name, architecture: architectureHere, layers: [await busyboxFiles(applets)], entrypoint, user }
}

export const smallImages = async (): Promise<Image[]> => [
	await busybox(pauseImage, ['/bin/sleep', '2147483647'], '65535'),
	await busybox(helperImage, ['/bin/sh'], '0'),
]
