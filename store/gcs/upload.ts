// An object of Cloud Storage in a session, which knows what it has: after a break it is asked, and goes on from there. The object is
// there when the last byte is, and only if nobody else has written it meanwhile.
import type { IncomingMessage } from 'node:http'
import { again } from '../again.ts'
import { textIn } from '../http.ts'
import type { Begun, Parts } from '../parts.ts'
import { StoreError } from '../store.ts'
import type { Bucket } from './bucket.ts'

/** As Cloud Storage describes an object; numbers are texts. */
export interface Described {
	readonly name: string
	readonly size: string
	readonly generation: string
	readonly timeCreated: string
	readonly md5Hash?: string
}

export interface Upload {
	readonly bucket: Bucket
	readonly name: string
	/** What has the name now; zero for nothing. */
	readonly generation: string
	readonly signal: AbortSignal | undefined
	readonly done: (object: Described) => void
}

const nothing = Buffer.alloc(0)

/** How far it has come, or that it is done. */
async function stateIn(answer: IncomingMessage, host: string): Promise<number | Described> {
	const text = await textIn(answer, host)
	if (answer.statusCode !== 308) return JSON.parse(text) as Described
	const [, last] = /^bytes=0-(\d+)$/.exec(answer.headers.range ?? '') ?? []
	return last === undefined ? 0 : Number(last) + 1
}

async function begun({ bucket, name, generation, signal, done }: Upload, partBytes: number): Promise<Begun> {
	const answer = await bucket.ask({
		method: 'POST',
		at: `/upload/storage/v1/b/${bucket.place.slice('gs://'.length)}/o`,
		query: { uploadType: 'resumable', name, ifGenerationMatch: generation },
		body: nothing,
		signal,
	})
	answer.resume()
	const { location } = answer.headers
	if (location === undefined)
		throw new StoreError('other', `${bucket.place}: it began an upload and did not say where`)

	const put = async (range: string, body: Buffer): Promise<number | Described> =>
		await stateIn(
			await bucket.once({
				method: 'PUT',
				at: location,
				headers: { 'content-range': `bytes ${range}` },
				body,
				signal,
			}),
			bucket.host,
		)

	/** With the total when this is the end. */
	async function send(at: number, body: Buffer, total?: number): Promise<void> {
		const [end, all] = [at + body.length, String(total ?? '*')]
		let [from, isCertain] = [at, true]
		await again(async () => {
			for (;;) {
				const range = isCertain && from < end ? `${from}-${end - 1}/${all}` : `*/${all}`
				const state = await put(range, isCertain ? body.subarray(from - at) : nothing).catch(
					(reason: unknown) => {
						isCertain = false
						throw reason
					},
				)
				if (typeof state !== 'number') {
					done(state)
					return
				}
				if (total === undefined && state >= end) return
				if (state < at) throw new StoreError('other', `${bucket.place}: it has lost a part that it had`)
				if (isCertain && state <= from)
					throw new StoreError('unreachable', `${bucket.place}: it took nothing of a part`)
				from = state
				isCertain = true
			}
		}, signal)
	}

	let rest: { readonly at: number; readonly body: Buffer } | undefined
	return {
		async put({ at, body }) {
			// The last one says how much there is of all.
			if (body.length < partBytes) rest = { at, body }
			else await send(at, body)
		},
		complete: async (bytes) => await send(rest?.at ?? bytes, rest?.body ?? nothing, bytes),
		async abandon() {
			await bucket
				.once({ method: 'DELETE', at: location, signal: AbortSignal.timeout(10_000) })
				.then((gone) => gone.resume())
				.catch(() => {})
		},
	}
}

export const partsOf = (upload: Upload, partBytes: number): Parts => ({
	partBytes,
	atOnce: 1,
	async whole(body) {
		const session = await begun(upload, partBytes)
		await session.put({ number: 1, at: 0, body })
		await session.complete(body.length)
	},
	begin: async () => await begun(upload, partBytes),
})
