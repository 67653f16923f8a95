// Where a program is: in a directory that the user named, in the cache, or nowhere yet and then built.
import { access, constants } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { step } from '../progress.ts'
import { build, cachedPath, forget, requireGo, requireRoomToBuild } from './build.ts'
import { controlPlanePrograms, type Program, type ProgramId } from './families.ts'
import { judge } from './stamp.ts'

const executable = async (path: string): Promise<boolean> =>
	await access(path, constants.X_OK).then(
		() => true,
		() => false,
	)

/** KUBEBUILDER_ASSETS holds the three programs of an API server without nodes, of whatever version. */
type Source = 'ours' | 'or from kubebuilder'

/** KUBECTL_ETCD_PROGRAMS holds FAMILY/PROGRAM, or PROGRAM for what only one family has. */
function* namedPlaces({ id, name, family }: Program, source: Source): Generator<string> {
	const ours = process.env['KUBECTL_ETCD_PROGRAMS']
	if (ours !== undefined) {
		yield join(ours, id)
		if (!family.startsWith('etcd-')) yield join(ours, name)
	}
	const kubebuilder = process.env['KUBEBUILDER_ASSETS']
	if (source !== 'ours' && kubebuilder !== undefined && controlPlanePrograms().some((one) => one.id === id))
		yield join(kubebuilder, name)
}

async function find(program: Program, source: Source): Promise<string | undefined> {
	for (const path of namedPlaces(program, source)) if (await executable(path)) return path
	const path = await cachedPath(program)
	const verdict = await judge(path)
	if (verdict === 'sound') return path
	if (verdict === 'corrupt') {
		process.stderr.write(`${path} is not what was built there; building it again\n`)
		await forget(path)
	}
	return undefined
}

export type Paths = ReadonlyMap<ProgramId, string>

/** Makes sure that every program is there. Only what is missing is built, one after the other, since one build uses every core. */
export async function ensurePrograms(wanted: readonly Program[], source: Source = 'ours'): Promise<Paths> {
	const found = new Map<ProgramId, string>()
	const missing: Program[] = []
	await Promise.all(
		wanted.map(async (program) => {
			const path = await find(program, source)
			if (path === undefined) missing.push(program)
			else found.set(program.id, path)
		}),
	)
	if (missing.length === 0) return found
	await requireGo()
	await requireRoomToBuild()
	missing.sort((one, other) => wanted.indexOf(one) - wanted.indexOf(other))
	for (const [index, program] of missing.entries()) {
		const what = `building ${program.id} ${program.version} (${index + 1} of ${missing.length})`
		found.set(program.id, await step(what, async () => await build(program), program.seconds))
	}
	return found
}

export function pathOf(paths: Paths, id: ProgramId): string {
	const path = paths.get(id)
	if (path === undefined) throw new Error(`${basename(id)} was not asked for before it was used`)
	return path
}
