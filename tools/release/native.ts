// The plugin's executable for this machine, for tests and measurements: made once for each bundle that there is, then found.
import { createHash } from 'node:crypto'
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheDir } from '../../playground/places.ts'
import { judge, writeStamp } from '../../playground/programs/stamp.ts'
import { step } from '../../playground/progress.ts'
import { bundle } from './bundle.ts'
import { compile, recipe } from './compile.ts'
import { executableOf } from './platforms.ts'
import { bunVersion, platformHere } from './runtime.ts'

const kept = 5
const unusedMs = 3_600_000

/** Each has a hundred megabytes: only the latest stay, and those that somebody may be using. */
async function forgetOld(dir: string): Promise<void> {
	const names = await readdir(dir)
	const used = await Promise.all(
		names.map(async (name) => ({
			name,
			at: (await stat(join(dir, name)).catch(() => undefined))?.mtimeMs ?? 0,
		})),
	)
	const old = used.toSorted((one, other) => other.at - one.at).slice(kept)
	for (const { name, at } of old)
		if (Date.now() - at > unusedMs) await rm(join(dir, name), { recursive: true, force: true })
}

/** Its path; made in seconds when the plugin has changed, found in a fraction of one when not. */
export async function nativeExecutable(): Promise<string> {
	const { text, sha256 } = await bundle()
	const key = createHash('sha256')
		.update(`${sha256} ${await bunVersion()} ${await recipe()}`)
		.digest('hex')
		.slice(0, 12)
	const all = join(cacheDir(), 'executables')
	const dir = join(all, key)
	const target = join(dir, executableOf(platformHere()))
	await mkdir(dir, { recursive: true })
	await utimes(dir, new Date(), new Date())
	if ((await judge(target)) === 'sound') return target
	await step('making the plugin', async () => {
		await compile(text, platformHere(), target)
		await writeStamp(target)
	})
	await forgetOld(all)
	return target
}
