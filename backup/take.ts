// One backup: from a member into a store, read back, and only then called one by its manifest.
import { setTimeout as sleep } from 'node:timers/promises'
import { EtcdError } from '../etcd/errors.ts'
import { Proof } from '../etcd/proof.ts'
import type { Store } from '../store/store.ts'
import { textOf, type Manifest } from './manifest.ts'
import { manifestName } from './name.ts'
import { keyIdOf, sealed, unsealed } from './sealing.ts'
import { putText } from './small.ts'
import type { Source } from './sources.ts'

export interface Wish {
	readonly backup: Manifest['backup']
	/** How it is to be called. */
	readonly nameOf: (revision: bigint, at: number) => string
	readonly key?: Buffer | undefined
	readonly signal: AbortSignal
	/** Whether all that was stored is read once more; a file of this machine comes from memory then, and proves nothing. */
	readonly readBack?: boolean
	/** Somebody did not give all of it, and the next one is asked. */
	readonly failed?: (source: Source, reason: EtcdError) => void
	/** Where it is written down what was begun, for who would find the half of it. */
	readonly pending?: Pending
	/** What is being done, and how far it is. */
	readonly tell: (what: 'saving' | 'proving', bytes: number, ofBytes: number | undefined) => void
}

interface Pending {
	begin(object: string): Promise<void>
	end(object: string): Promise<void>
}

type Place = Pick<Store, 'put' | 'get'>

interface Written {
	readonly object: string
	readonly bytes: number
	readonly sha256: string
	readonly storageVersion: string
	readonly at: number
}

async function written(source: Source, store: Place, wish: Wish): Promise<Written> {
	const { key, signal, tell } = wish
	const at = Date.now()
	const object = wish.nameOf(source.revision ?? 0n, at)
	await wish.pending?.begin(object)
	const snapshot = source.client.snapshot({ signal })
	let storageVersion = source.storageVersion
	async function* pieces(): AsyncGenerator<Uint8Array> {
		let bytes = 0
		for await (const piece of snapshot.pieces) {
			storageVersion = piece.storageVersion || storageVersion
			tell('saving', (bytes += piece.bytes.length), bytes + piece.leftBytes)
			yield piece.bytes
		}
	}
	const stored = await store
		.put(object, key ? sealed(pieces(), key) : pieces(), { signal })
		.catch(async (reason: unknown) => {
			// The store has nothing then; of its own failures nobody knows whether it has.
			if (reason instanceof EtcdError) await wish.pending?.end(object).catch(() => {})
			throw reason
		})
	const proved = snapshot.proved()
	if (proved === undefined) throw new Error(`${object} was stored and not proved`)
	return { object, bytes: stored.bytes, sha256: proved.sha256, storageVersion, at }
}

/** Throws unless what is stored under that name is what was summed up. */
export async function proveStored(
	store: Pick<Store, 'get'>,
	{ object, bytes, sha256 }: Pick<Manifest, 'object' | 'bytes' | 'sha256'>,
	key: Buffer | undefined,
	{ signal, tell }: Pick<Wish, 'signal' | 'tell'>,
): Promise<void> {
	const proof = new Proof()
	const pieces = store.get(object, 0, signal)
	for await (const piece of key ? unsealed(pieces, key) : pieces) {
		proof.add(piece)
		tell('proving', proof.bytes, bytes)
	}
	const read = proof.end()
	if (read.sha256 !== sha256)
		throw new Error(
			`${object} has the sum ${read.sha256}, and ${sha256} was written: it was changed in the store`,
		)
}

/** Whoever compacts each five minutes, as a kube-apiserver does, leaves all of them to it. */
const hashAfterMs = 20_000

/** At the revision that a quorum confirmed before; what etcd cannot tell is no reason to have no backup. */
async function hashed({ client, revision }: Source): Promise<Manifest['hashKv']> {
	if (revision === undefined) return undefined
	try {
		const [{ hash, revision: at, compactRevision }, keys] = await Promise.all([
			client.hashKv(revision),
			client.count(revision).catch(() => undefined),
		])
		const counted = keys === undefined ? {} : { keys: String(keys) }
		return { hash, revision: String(at), compacted: String(compactRevision), ...counted }
	} catch (reason) {
		if (reason instanceof EtcdError) return undefined
		throw reason
	}
}

/** One after the other is easier on the member. What takes long to save is hashed meanwhile, lest its revision be compacted. */
async function hashedAfter(saving: Promise<unknown>, source: Source): Promise<Manifest['hashKv']> {
	const waiting = new AbortController()
	try {
		await Promise.race([saving, sleep(hashAfterMs, undefined, { signal: waiting.signal })])
	} catch {
		return undefined // what was not saved needs none
	} finally {
		waiting.abort()
	}
	return await hashed(source)
}

async function takeFrom(source: Source, store: Place, wish: Wish): Promise<Manifest> {
	const saving = written(source, store, wish)
	const hashing = hashedAfter(saving, source)
	const { at, ...stored } = await saving
	const readBack = wish.readBack !== false
	const [hashKv] = await Promise.all([
		hashing,
		readBack ? proveStored(store, stored, wish.key, wish) : undefined,
	])
	const manifest: Manifest = {
		form: 1,
		...stored,
		backup: wish.backup,
		clusterId: source.clusterId,
		member: { id: source.memberId, name: source.name },
		revision: String(source.revision ?? 0n),
		term: String(source.term),
		etcdVersion: source.version,
		hashKv,
		keyId: wish.key && keyIdOf(wish.key),
		takenAt: new Date(at).toISOString(),
		verifiedAt: readBack ? new Date().toISOString() : undefined,
	}
	await putText(store, manifestName(manifest.object), textOf(manifest), wish.signal)
	await wish.pending?.end(manifest.object)
	return manifest
}

/** From the first of them that gives all of it; whatever is wrong with the store is wrong with it for each. */
export async function take(sources: readonly Source[], store: Place, wish: Wish): Promise<Manifest> {
	const failures: string[] = []
	for (const source of sources) {
		try {
			return await takeFrom(source, store, wish)
		} catch (reason) {
			wish.signal.throwIfAborted()
			// What one of them does not permit, the others do not, either.
			if (!(reason instanceof EtcdError) || reason.code === 'denied') throw reason
			wish.failed?.(source, reason)
			failures.push(`${source.name}: ${reason.message}`)
		}
	}
	throw new EtcdError('unreachable', `no member gave a whole snapshot: ${failures.join('; ')}`)
}
