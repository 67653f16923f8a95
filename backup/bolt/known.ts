// What etcd knows of its own database: up to where history is forgotten, and the version of its form. Pure.
import type { Tree } from './tree.ts'

const bucket = 'meta'

export interface Known {
	/** The last revision may be one that was deleted and forgotten since. */
	readonly compacted: bigint
	/** It has begun to forget, and is not done. */
	readonly isForgetting: boolean
	/** From 3.6 on. */
	readonly storageVersion: string
}

/** With a tree of its own, since each page is looked at once. */
export function knownIn(tree: Tree): Known {
	let [scheduled, finished, storageVersion] = [0n, 0n, '']
	for (const { page } of tree.leaves(bucket))
		for (let index = 0; index < page.count; index++) {
			const [name, value] = [page.key(index).toString('latin1'), page.value(index)]
			if (name === 'storageVersion') storageVersion = value.toString()
			if (value.length < 8) continue
			if (name === 'scheduledCompactRev') scheduled = value.readBigInt64BE(0)
			if (name === 'finishedCompactRev') finished = value.readBigInt64BE(0)
		}
	return {
		compacted: scheduled > finished ? scheduled : finished,
		isForgetting: scheduled !== finished,
		storageVersion,
	}
}
