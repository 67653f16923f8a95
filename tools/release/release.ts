// Everything that a release consists of, made into one folder: an archive a platform, the package for Node, their sums, krew's manifest.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Entry } from '../../playground/images/tar.ts'
import { step } from '../../playground/progress.ts'
import { run } from '../../playground/run.ts'
import { writeTarGz, type Archive } from './archive.ts'
import { bundle, type Bundle } from './bundle.ts'
import { compile } from './compile.ts'
import { krewManifest, standardAddress } from './krew.ts'
import { licencesOfOthers } from './licences.ts'
import { nodePackage } from './node-package.ts'
import { archiveOf, executableOf, nameOf, type Platform } from './platforms.ts'
import { bunVersion, platformHere } from './runtime.ts'

const root = join(import.meta.dirname, '../..')

export interface Wish {
	readonly platforms: readonly Platform[]
	/** A folder in which what an earlier release made is replaced. */
	readonly output: string
	/** The address under which the archives will lie. */
	readonly from?: string | undefined
}

export interface Made extends Archive {
	readonly file: string
	readonly platform?: Platform
}

interface Parts {
	readonly version: string
	readonly bundle: Bundle
	readonly texts: readonly Entry[]
}

async function parts(): Promise<Parts> {
	const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
	const made = await bundle()
	const texts: Entry[] = [
		{ path: 'LICENSE', mode: 0o644, text: await readFile(join(root, 'LICENSE')) },
		{
			path: 'THIRD-PARTY.txt',
			mode: 0o644,
			text: await licencesOfOthers(made.packages, await bunVersion()),
		},
	]
	return { version, bundle: made, texts }
}

/** One that does not even say what it can do is not released. */
const tryOut = async (executable: string): Promise<string> => await run(executable, ['--help'])

async function forPlatform(platform: Platform, output: string, all: Parts): Promise<Made> {
	const executable = join(output, `${nameOf(platform)}-${executableOf(platform)}`)
	const file = archiveOf(platform, all.version)
	try {
		await compile(all.bundle.text, platform, executable)
		if (nameOf(platform) === nameOf(platformHere())) await tryOut(executable)
		const program: Entry = { path: executableOf(platform), mode: 0o755, from: executable }
		return { file, platform, ...(await writeTarGz([program, ...all.texts], join(output, file))) }
	} finally {
		await rm(executable, { force: true })
	}
}

/** Of what a release makes, whole or begun; whatever else somebody keeps there is not ours. */
const isOurs = (file: string): boolean =>
	/^kubectl-etcd-.*(gz|work)$|^SHA256SUMS$|^(linux|darwin|windows)-\w+-kubectl-etcd/.test(file)

async function clear(output: string): Promise<void> {
	await mkdir(join(output, 'plugins'), { recursive: true })
	for (const file of await readdir(output))
		if (isOurs(file)) await rm(join(output, file), { recursive: true })
}

export async function release({ platforms, output, from }: Wish): Promise<readonly Made[]> {
	const template = await readFile(join(root, 'krew-manifest.yaml'), 'utf8')
	await clear(output)
	const all = await step('bundling the plugin', parts)
	const archives: (Made & { platform: Platform })[] = []
	for (const [index, platform] of platforms.entries()) {
		const what = `${nameOf(platform)}: executable and archive (${index + 1} of ${platforms.length})`
		const made = await step(what, async () => await forPlatform(platform, output, all), 6)
		archives.push({ ...made, platform })
	}
	const forNode = await nodePackage(all.version, all.bundle.text, all.texts, output)
	const address = from ?? standardAddress(template, all.version)
	await writeFile(join(output, 'plugins/etcd.yaml'), krewManifest(template, all.version, address, archives))
	const made = [...archives, forNode]
	await writeFile(join(output, 'SHA256SUMS'), made.map(({ file, sha256 }) => `${sha256}  ${file}\n`).join(''))
	return made
}
