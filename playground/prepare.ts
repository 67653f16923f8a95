// What a playground needs before it can start: programs, and for nodes also images. Only what is missing is made.
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Complaint } from './complaint.ts'
import { builtEtcd, etcdFamilies, etcdFromDebian } from './images/etcd.ts'
import { smallImages } from './images/small.ts'
import { imageStore } from './images/store.ts'
import { alreadyUp, isUp } from './line.ts'
import { filesOf, sweepCache } from './places.ts'
import { ensureInstalled } from './programs/debian.ts'
import { controlPlanePrograms, programs, type Program, type ProgramId } from './programs/families.ts'
import { ensurePrograms } from './programs/find.ts'

export interface Prepared {
	readonly programs: Readonly<Record<ProgramId, string>>
	readonly images: string | undefined
}

const neededBytes = 2e9

function requireRoot(): void {
	if (process.getuid?.() !== 0)
		throw new Complaint(
			'a playground makes namespaces and mounts and must run as root: become root first, for example with sudo -s.',
		)
}

/** The directory itself or the nearest one above it: asking for room makes nothing. */
const existing = (path: string): string => (existsSync(path) ? path : existing(dirname(path)))

async function requireRoom(name: string): Promise<void> {
	const { state } = filesOf(name)
	const { bavail, bsize } = await statfs(existing(state))
	if (bavail * bsize < neededBytes)
		throw new Complaint(
			`${state} has ${((bavail * bsize) / 1e9).toFixed(1)} GB free and a playground needs 2 GB: free some, or set XDG_STATE_HOME to a larger disk.`,
		)
}

const everything = (): Program[] =>
	programs('kubernetes', 'coredns', 'local-path-provisioner', ...etcdFamilies)

export async function prepare(name: string, nodes: number): Promise<Prepared> {
	requireRoot()
	await requireRoom(name)
	if (await isUp(name)) throw alreadyUp(name)
	await sweepCache()
	await ensureInstalled('any', ...(nodes > 0 ? (['nodes'] as const) : []))
	if (nodes === 0) {
		const paths = await ensurePrograms(controlPlanePrograms(), 'or from kubebuilder')
		return { programs: Object.fromEntries(paths), images: undefined }
	}
	const paths = await ensurePrograms(everything())
	const etcds = etcdFamilies.map((family) => builtEtcd(family, paths))
	const fromDebian = await etcdFromDebian()
	const images = await imageStore([...(await smallImages()), ...(fromDebian ? [fromDebian] : []), ...etcds])
	return { programs: Object.fromEntries(paths), images }
}
