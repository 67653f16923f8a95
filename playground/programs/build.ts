// Makes a program from the Go module proxy by the pins committed beside this file. The result is written whole or not at all,
// two builders of the same program wait for each other, and an interrupted build resumes from Go's own cache.
import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Complaint } from '../complaint.ts'
import { cacheDir } from '../places.ts'
import { attempt, run, tied } from '../run.ts'
import { families, type Family, type Program } from './families.ts'
import { writeStamp } from './stamp.ts'

const pinsOf = ({ family }: Program): string => {
	const { at = family }: Family = families[family]
	return join(import.meta.dirname, at)
}

const recipe = (program: Program) => {
	const { ldflags = '', toolchain = 'auto' }: Family = families[program.family]
	return {
		// Nobody debugs them: what a debugger reads is not made, instead of thrown away at the end.
		args: ['-trimpath', '-gcflags=all=-dwarf=false', '-ldflags', `-s -w ${ldflags}`.trim()],
		env: {
			CGO_ENABLED: '0',
			GOFLAGS: '-mod=readonly -buildvcs=false',
			GOTOOLCHAIN: toolchain,
			GOWORK: 'off',
		},
	}
}

/** The compiler spends a fifth of its time on collecting garbage where it need not; what it makes is the same. */
const haste = { GOGC: 'off', GOMEMLIMIT: '2GiB' }

/** The same pins, recipe and platform give the same name; anything else a new one. */
export async function cachedPath(program: Program): Promise<string> {
	const hash = createHash('sha256').update(JSON.stringify([recipe(program), process.arch, program.package]))
	for (const file of (await readdir(pinsOf(program), { recursive: true })).toSorted())
		if (/\.(go|mod|sum)$/.test(file))
			hash.update(`${file}\0`).update(await readFile(join(pinsOf(program), file)))
	const key = hash.digest('hex').slice(0, 12)
	return join(cacheDir(), 'programs', `${program.family}-${program.version}-${key}`, program.name)
}

const buildLog = (program: Program): string =>
	join(cacheDir(), 'logs', `build-${program.family}-${program.name}.log`)

export async function build(program: Program): Promise<string> {
	const path = await cachedPath(program)
	const log = buildLog(program)
	await mkdir(join(path, '..'), { recursive: true })
	await mkdir(join(log, '..'), { recursive: true })
	const { args, env } = recipe(program)
	// flock is released by the kernel when its holder ends, however it ends; the one who waited finds the work done.
	const script = 'test -e "$0" && exit 0; "$@" -o "$0.partial" "$PACKAGE" && mv "$0.partial" "$0"'
	const locked = ['flock', `${path}.lock`, 'sh', '-c', script, path, 'go', 'build', ...args]
	const { code } = await attempt(...tied(...locked), {
		cwd: pinsOf(program),
		env: { ...process.env, ...haste, ...env, PACKAGE: program.package },
		log,
	})
	if (code !== 0)
		throw new Complaint(`${program.id} could not be built; what the Go command said is in ${log}.`)
	await writeStamp(path)
	return path
}

export async function forget(path: string): Promise<void> {
	await rm(`${path}.stamp.json`, { force: true })
	await rm(path, { force: true })
}

const neededBytes = 10e9

export async function requireRoomToBuild(): Promise<void> {
	await mkdir(cacheDir(), { recursive: true })
	const { bavail, bsize } = await statfs(cacheDir())
	if (bavail * bsize < neededBytes)
		throw new Complaint(
			`${cacheDir()} has ${((bavail * bsize) / 1e9).toFixed(1)} GB free and building needs 10 GB: free some, or set XDG_CACHE_HOME to a larger disk.`,
		)
}

export async function requireGo(): Promise<void> {
	const version = await run('go', ['env', 'GOVERSION']).catch(() => '')
	const [, minor = '0'] = /^go1\.(\d+)/.exec(version) ?? []
	if (Number(minor) < 21)
		throw new Complaint(
			`Go 1.21 or later is needed to build Kubernetes and etcd (found: ${version.trim() || 'none'}): install it, for example with apt-get install golang-go, and put it on the PATH.`,
		)
}
