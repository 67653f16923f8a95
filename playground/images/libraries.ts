// The shared libraries that a dynamically linked program in an image needs, as Debian ships them.
import { readdir, readlink, lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { unpacked, type Architecture } from '../programs/debian.ts'
import type { Entry } from './tar.ts'

const triplet = { amd64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' } as const
const loader = { amd64: 'lib64/ld-linux-x86-64.so.2', arm64: 'lib/ld-linux-aarch64.so.1' } as const

/** The programs a package may bring are left out: only what is needed to load others. */
const wanted = /^(lib(c|m|dl|rt|pthread|resolv|nss_dns|nss_files|stdc\+\+|gcc_s)|ld-linux-[\w-]+)\.so[.\d]*$/

export async function libraries(packages: readonly string[], architecture: Architecture): Promise<Entry[]> {
	const target = `lib/${triplet[architecture]}`
	const found = new Map<string, Entry>()
	for (const name of packages) {
		const root = await unpacked(name, architecture)
		for (const place of [`lib/${triplet[architecture]}`, `usr/lib/${triplet[architecture]}`]) {
			const dir = join(root, place)
			for (const file of await readdir(dir).catch(() => [])) {
				if (!wanted.test(file)) continue
				const from = join(dir, file)
				const path = `${target}/${file}`
				if ((await lstat(from)).isSymbolicLink()) found.set(path, { path, linkTo: await readlink(from) })
				else found.set(path, { path, mode: 0o755, from })
			}
		}
	}
	const inOrder = [...found.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1))
	const interpreter = loader[architecture]
	const directories: Entry[] = [...new Set(['lib', target, interpreter.split('/')[0] ?? ''])].map((path) => ({
		path,
		mode: 0o755,
		directory: true,
	}))
	const name = interpreter.split('/').at(-1) ?? ''
	return [...directories, ...inOrder, { path: interpreter, linkTo: `/${target}/${name}` }]
}
