// All that a member has, as it stood at one revision, in pieces as they come. Who reads to the end without an error has all of it.
import { Blobs } from './blobs.ts'
import type { Caller } from './caller.ts'
import { EtcdError } from './errors.ts'
import { BrokenSnapshot, Proof, type Proved } from './proof.ts'
import { Maintenance } from './rpc_pb.ts'

export interface SnapshotOptions {
	/** For all of it: how long depends on how much there is. */
	readonly deadlineMs?: number
	readonly signal?: AbortSignal
}

interface Piece {
	readonly bytes: Uint8Array
	/** How much is still to come, as the member says. */
	readonly leftBytes: number
	/** The version of the data's form, from 3.6 on. */
	readonly storageVersion: string
}

export interface Snapshot {
	readonly pieces: AsyncGenerator<Piece, void, undefined>
	/** What all of it was; nothing before the last piece was read. */
	readonly proved: () => Proved | undefined
}

/** Frames have 16 KiB at most and often less, and each piece is work for all who stand behind one another. */
const patienceMs = 1

/** The member goes on serving; whoever reads slowly makes it keep pages that it could use again. */
export function snapshotOf(caller: Pick<Caller, 'stream'>, options: SnapshotOptions = {}): Snapshot {
	let proved: Proved | undefined

	async function* read(): AsyncGenerator<Piece, void, undefined> {
		const stream = await caller.stream(Maintenance.method.snapshot, options)
		await stream.send({})
		stream.end()
		const [proof, blobs] = [new Proof(), new Blobs()]
		let [leftBytes, storageVersion] = [0, '']
		for await (const piece of stream.pieces(patienceMs))
			for (const said of blobs.push(piece)) {
				if ('leftBytes' in said) leftBytes = said.leftBytes
				else if ('storageVersion' in said) storageVersion = said.storageVersion
				else {
					proof.add(said.bytes)
					yield { bytes: said.bytes, leftBytes, storageVersion }
				}
			}
		if (!blobs.isWhole) throw new EtcdError('other', 'the answer ends in the middle of a message')
		try {
			proved = proof.end()
		} catch (reason) {
			if (!(reason instanceof BrokenSnapshot)) throw reason
			throw new EtcdError('unreachable', `the snapshot did not come whole: ${reason.message}`, reason)
		}
	}

	return { pieces: read(), proved: () => proved }
}
