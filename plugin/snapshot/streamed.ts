// stdout as where a snapshot is kept. What has gone there cannot be taken back, so that nobody else is asked once something has.
import type { Store } from '../../store/store.ts'
import type { Sink } from '../ctl/sink.ts'
import { Failure } from '../failure.ts'
import { bytes as size } from '../screen/amount.ts'

export const streamed = (sink: Sink, object: string): Pick<Store, 'put' | 'get'> => ({
	async put(name, pieces) {
		let bytes = 0
		// Its manifest has nowhere to go.
		if (name === object)
			try {
				for await (const piece of pieces) {
					await sink.write(piece)
					bytes += piece.length
				}
			} catch (reason) {
				if (bytes === 0 || !(reason instanceof Error)) throw reason
				throw new Failure(
					{
						what: `the snapshot ended at ${size(bytes)}: throw away what was written`,
						why: reason.message,
						next: 'run it again, or name a file: with one, another member is asked',
					},
					reason,
				)
			}
		return { name, bytes, at: Date.now() }
	},
	get() {
		throw new Error('what went to stdout cannot be read again')
	},
})
