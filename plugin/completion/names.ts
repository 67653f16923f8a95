// The names that complete a word: asked for quickly or not at all, and remembered for half a minute.
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { releases } from '../../api/releases.ts'
import { knownContexts } from '../../kube/config/choose.ts'
import { kinds, type KubeObject } from '../../kube/objects.ts'
import { cacheFolder } from '../cache-folder.ts'
import type { Names } from '../command.ts'
import type { Flags } from '../line/flags.ts'
import { kubeFlagsOf, reachOf, type Reach } from '../reach.ts'
import { named, type Cluster } from '../target.ts'

const freshMs = 30_000
const budgetMs = 1000

interface Kept {
	readonly at: number
	readonly names: readonly string[]
}

async function remembered(file: string, fetch: () => Promise<readonly string[]>): Promise<readonly string[]> {
	try {
		const kept = JSON.parse(await readFile(file, 'utf8')) as Kept
		if (Date.now() - kept.at < freshMs) return kept.names
	} catch {
		// Not there yet, or not whole: it is asked for.
	}
	const names = await fetch()
	await mkdir(join(file, '..'), { recursive: true, mode: 0o700 })
	await writeFile(`${file}.${process.pid}`, JSON.stringify({ at: Date.now(), names }), { mode: 0o600 })
	await rename(`${file}.${process.pid}`, file)
	return names
}

const namesOf = (all: readonly KubeObject[]): readonly string[] => all.map(({ metadata }) => metadata.name)

async function ask(reach: Reach, what: Names, args: readonly string[]): Promise<readonly string[]> {
	const { kube, namespace } = reach
	if (what === 'clusters') return namesOf(await kube.list(kinds.cluster, { namespace }))
	if (what === 'backups') return namesOf(await kube.list(kinds.backup, { namespace }))
	if (what === 'members') {
		const at = named(args[0] ?? '', namespace)
		const cluster = await kube.get<Cluster>(kinds.cluster, at)
		return (cluster?.status?.memberStates ?? []).flatMap(({ name }) => name || [])
	}
	if (what === 'namespaces')
		return namesOf(
			await kube.list({ apiVersion: 'v1', kind: 'Namespace', plural: 'namespaces', clusterWide: true }, {}),
		)
	return []
}

/** Silent when it takes too long or is not permitted: nobody types to read an error. */
export async function namesFor(
	what: Names,
	args: readonly string[],
	flags: Flags,
	env: NodeJS.ProcessEnv,
): Promise<readonly string[]> {
	if (what === 'versions') return Object.values(releases.recommended)
	if (what === 'contexts')
		return (await knownContexts(env, kubeFlagsOf(flags)).catch(() => undefined))?.names ?? []
	const late = new Promise<readonly string[]>((resolve) => {
		setTimeout(() => resolve([]), budgetMs).unref()
	})
	const asked = async (): Promise<readonly string[]> => {
		const reach = await reachOf(env, flags, { err: () => {}, canAsk: false })
		const place = JSON.stringify([what, args, reach.server, reach.context, reach.user, reach.namespace])
		const file = join(
			cacheFolder(env),
			'names',
			`${createHash('sha256').update(place).digest('hex').slice(0, 32)}.json`,
		)
		return await remembered(file, async () => await ask(reach, what, args))
	}
	return await Promise.race([asked(), late]).catch(() => [])
}
