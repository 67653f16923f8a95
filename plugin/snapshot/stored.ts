// Snapshots as they lie in a store: what their manifests say, and of those of 2018, which have none, what their names say. Pure.
import type { Listed, ListedObject } from '../../backup/listed.ts'
import { manifestIn, type Manifest } from '../../backup/manifest.ts'
import { named } from '../../backup/name.ts'
import { Failure } from '../failure.ts'
import { nearest } from '../line/nearest.ts'

export interface Snapshot {
	/** In the store. */
	readonly object: string
	/** What of it people write: the others of its EtcdBackup begin with the same. */
	readonly name: string
	readonly bytes: number
	/** By its manifest, its name or the store, in milliseconds since 1970. */
	readonly takenAt: number
	readonly revision: bigint | undefined
	readonly manifest: Manifest | undefined
	readonly verified: 'yes' | 'no' | 'no manifest' | 'broken'
	/** What speaks against it. */
	readonly because: string | undefined
}

function read({ bytes, manifest }: ListedObject): Pick<Snapshot, 'manifest' | 'verified' | 'because'> {
	if (manifest === undefined) return { manifest: undefined, verified: 'no manifest', because: undefined }
	try {
		const found = manifestIn(manifest)
		if (found.bytes === bytes)
			return { manifest: found, verified: found.verifiedAt === undefined ? 'no' : 'yes', because: undefined }
		const because = `it has ${bytes} bytes, and its manifest says ${found.bytes}: it was cut or written over`
		return { manifest: found, verified: 'broken', because }
	} catch (reason) {
		const because = `its manifest cannot be read: ${(reason as Error).message}`
		return { manifest: undefined, verified: 'broken', because }
	}
}

const lastPart = (name: string): string => name.split('/').at(-1) ?? name

function snapshotOf(one: ListedObject): Snapshot {
	const known = read(one)
	const said = named(one.name)
	const { manifest } = known
	return {
		...known,
		object: one.name,
		name: lastPart(one.name),
		bytes: one.bytes,
		takenAt: manifest === undefined ? (said?.at ?? one.at) : Date.parse(manifest.takenAt),
		revision: manifest === undefined ? said?.revision : BigInt(manifest.revision),
	}
}

/** The newest first. */
export const snapshotsIn = ({ objects }: Listed): readonly Snapshot[] =>
	objects
		.map(snapshotOf)
		.toSorted((one, other) => other.takenAt - one.takenAt || (one.object < other.object ? 1 : -1))

/** Nothing where none is called so. */
export const calledSo = (all: readonly Snapshot[], word: string): Snapshot | undefined =>
	all.find(({ object, name }) => object === word || name === word)

/** The one that a word names, or the newest. */
export function chosenIn(all: readonly Snapshot[], word: string | undefined, backup: string): Snapshot {
	const ls = `kubectl etcd snapshot ls ${backup}`
	const found = word === undefined ? all[0] : calledSo(all, word)
	if (found !== undefined) return found
	if (word === undefined || all.length === 0)
		throw new Failure({
			what: 'there is no snapshot in its store yet',
			next: `kubectl describe etcdbackup ${backup}`,
		})
	const near = nearest(
		word,
		all.map(({ name }) => name),
	)
	throw new Failure({
		what: `"${word}" is none of its ${all.length} snapshots`,
		next: near === undefined ? ls : `did you mean ${near}? ${ls}`,
	})
}
