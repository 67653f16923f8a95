// The Bun that an executable begins with. This machine's came with npm ci; those of others are fetched by npm once and are the ones whose
// hashes stand in the lock file, or are refused.
import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Complaint } from '../../playground/complaint.ts'
import { cacheDir, workName } from '../../playground/places.ts'
import { judge, writeStamp } from '../../playground/programs/stamp.ts'
import { step } from '../../playground/progress.ts'
import { run } from '../../playground/run.ts'
import { nameOf, platformOf, runtimeOf, type Platform } from './platforms.ts'

const root = join(import.meta.dirname, '../..')

interface Locked {
	readonly version: string
	readonly integrity: string
}

async function locked(name: string): Promise<Locked> {
	const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
		packages: Record<string, Locked>
	}
	const found = packages[`node_modules/${name}`]
	if (found === undefined) throw new Error(`package-lock.json does not have ${name}`)
	return found
}

export function platformHere(): Platform {
	const here = platformOf(process.platform, process.arch)
	if (here === undefined)
		throw new Complaint(
			`nothing is released for ${process.platform} on ${process.arch}: use another machine, or Node with the bundle.`,
		)
	return here
}

export const bunVersion = async (): Promise<string> => (await locked('bun')).version

/** The one that can run here, and so makes the executables for every platform. */
export function ownRuntime(): string {
	const here = platformHere()
	return join(root, 'node_modules/@oven', here.bun, runtimeOf(here))
}

export const isIntact = (archive: Uint8Array, integrity: string): boolean =>
	`sha512-${createHash('sha512').update(archive).digest('base64')}` === integrity

async function fetch(platform: Platform, target: string, { version, integrity }: Locked): Promise<void> {
	const name = `@oven/${platform.bun}`
	const work = workName(target)
	await mkdir(work, { recursive: true })
	try {
		await run('npm', ['pack', '--silent', '--pack-destination', work, `${name}@${version}`])
		const [file = ''] = await readdir(work)
		if (!isIntact(await readFile(join(work, file)), integrity))
			throw new Complaint(
				`${name} ${version} is not the package whose hash package-lock.json has: what npm fetches it from has changed it, so use another registry.`,
			)
		await run('tar', ['-xzf', join(work, file), '-C', work, 'package'])
		const executable = join(work, 'package', runtimeOf(platform))
		await rename(executable, target)
		await writeStamp(target)
	} finally {
		await rm(work, { recursive: true, force: true })
	}
}

export async function runtimeFor(platform: Platform): Promise<string> {
	if (nameOf(platform) === nameOf(platformHere())) return ownRuntime()
	const pinned = await locked(`@oven/${platform.bun}`)
	const target = join(cacheDir(), 'bun', `${platform.bun}-${pinned.version}`)
	if ((await judge(target)) !== 'sound')
		await step(`fetching Bun ${pinned.version} for ${nameOf(platform)}`, async () => {
			await mkdir(join(target, '..'), { recursive: true })
			await fetch(platform, target, pinned)
		})
	return target
}
