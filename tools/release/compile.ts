// An executable for one platform: its Bun, and after it the bundle with its bytecode.
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { workName } from '../../playground/places.ts'
import { run } from '../../playground/run.ts'
import { executableOf, type Platform } from './platforms.ts'
import { ownRuntime, runtimeFor } from './runtime.ts'
import { signed } from './signed.ts'

const inBun = join(import.meta.dirname, 'in-bun.ts')

/** What besides the bundle and Bun says what comes out. */
export const recipe = async (): Promise<string> => await readFile(inBun, 'utf8')

/** Written whole or not at all. The name within is always the same, since it stands in what is made. */
export async function compile(bundle: Uint8Array, platform: Platform, target: string): Promise<void> {
	const runtime = await runtimeFor(platform)
	const work = workName(target)
	const made = join(work, executableOf(platform))
	await mkdir(work, { recursive: true })
	try {
		const file = join(work, 'bundle')
		await writeFile(file, bundle)
		// From the root, where no settings of somebody's project lie.
		await run(ownRuntime(), ['run', inBun, file, platform.bun, runtime, made], { cwd: '/' })
		if (platform.os === 'darwin') await writeFile(made, signed(await readFile(made)))
		await chmod(made, 0o755)
		await rename(made, target)
	} finally {
		await rm(work, { recursive: true, force: true })
	}
}
