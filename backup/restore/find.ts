// Which object a restore is from, and what its manifest says of it. One of 2018 has none: then its own sum is all that proves it.
import type { Fetched } from '../../api/task.ts'
import type { Opened } from '../../store/open.ts'
import { StoreError, type Store, type Stored } from '../../store/store.ts'
import { Refused } from '../failure.ts'
import { manifestIn, NoManifest, type Manifest } from '../manifest.ts'
import { manifestName, named } from '../name.ts'
import { most, textAt } from '../small.ts'

export interface Source {
	readonly store: Store
	readonly stored: Stored
	readonly manifest: Manifest | undefined
	readonly takenAt: Fetched['takenAt']
}

async function manifestOf(
	store: Store,
	{ name, bytes }: Stored,
	signal: AbortSignal,
): Promise<Manifest | undefined> {
	const at = manifestName(name)
	if ((await store.head(at)) === undefined) return undefined
	try {
		const text = await textAt(store, at, signal)
		if (text === undefined) throw new NoManifest(`it has more than ${most} bytes`)
		const manifest = manifestIn(text)
		if (manifest.bytes !== bytes)
			throw new Refused(
				'broken',
				`${store.place}/${name} has ${bytes} bytes, and its manifest says ${manifest.bytes}: it was cut or written over; restore another one`,
			)
		return manifest
	} catch (reason) {
		if (!(reason instanceof NoManifest)) throw reason
		throw new Refused(
			'manifest',
			`${store.place}/${at} cannot be read (${reason.message}): remove it to go by the snapshot's own sum alone`,
		)
	}
}

/** What people write is often the beginning of names that a schedule made. */
async function missing({ store, name }: Opened): Promise<StoreError> {
	let latest: { readonly name: string; readonly at: number } | undefined
	for await (const one of store.list(`${name}_v`)) {
		const at = named(one.name)?.at
		if (at !== undefined && at > (latest?.at ?? -Infinity)) latest = { name: one.name, at }
	}
	const instead = latest === undefined ? '' : `; the latest whose name begins so is ${latest.name}`
	return new StoreError('missing', `${store.place} has no ${name}${instead}`)
}

export async function find(opened: Opened, signal: AbortSignal): Promise<Source> {
	const { store, name } = opened
	const stored = await store.head(name)
	if (stored === undefined) throw await missing(opened)
	const manifest = await manifestOf(store, stored, signal)
	const at = named(name)?.at
	const takenAt = manifest?.takenAt ?? (at === undefined ? undefined : new Date(at).toISOString())
	return { store, stored, manifest, takenAt }
}
