// A bucket of S3, or of what speaks like it, as a store.
import type { IncomingMessage } from 'node:http'
import { inParts } from './parts.ts'
import { reading } from './reading.ts'
import { bucketAt, type S3Options } from './s3/bucket.ts'
import { partsOf } from './s3/upload.ts'
import { elements, textIn } from './xml.ts'
import { StoreError, type Store, type Stored } from './store.ts'

/** Ten thousand of them, which S3 takes, are eighty gigabytes, and three are in memory at a time. Each costs a store some milliseconds. */
const partBytes = 8 * 1024 * 1024

function storedBy(name: string, { headers }: IncomingMessage): Stored {
	const [bytes, at] = [Number(headers['content-length'] ?? NaN), Date.parse(headers['last-modified'] ?? '')]
	if (Number.isNaN(bytes)) throw new StoreError('other', `the store does not say how large ${name} is`)
	return { name, bytes, at: Number.isNaN(at) ? 0 : at }
}

export function s3Store(options: S3Options): Store {
	const bucket = bucketAt(options)

	async function head(name: string): Promise<Stored | undefined> {
		try {
			const answer = await bucket.ask({ method: 'HEAD', key: name })
			answer.resume()
			return storedBy(name, answer)
		} catch (reason) {
			if (reason instanceof StoreError && reason.code === 'missing') return undefined
			throw reason
		}
	}

	return {
		place: bucket.place,
		async put(name, pieces, writing = {}) {
			const parts = partsOf(bucket, name, options.partBytes ?? partBytes, writing.signal)
			const bytes = await inParts(pieces, parts, writing)
			const stored = await head(name)
			if (stored?.bytes === bytes) return stored
			throw new StoreError(
				'other',
				`${bucket.place}/${name}: ${bytes} bytes were written, and ${stored?.bytes ?? 'none'} are there`,
			)
		},
		get: (name, from = 0, signal) =>
			reading({
				host: bucket.host,
				from,
				signal,
				ask: async (at, etag) =>
					await bucket.ask({
						method: 'GET',
						key: name,
						headers: { ...(at > 0 && { range: `bytes=${at}-` }), ...(etag && { 'if-match': etag }) },
						signal,
					}),
				versionOf: ({ headers }) => headers.etag,
			}),
		head,
		async *list(beginning) {
			let token: string | undefined
			do {
				const said = await bucket.text({
					method: 'GET',
					query: {
						'list-type': '2',
						prefix: beginning,
						...(token !== undefined && { 'continuation-token': token }),
					},
				})
				for (const one of elements(said, 'Contents'))
					yield {
						name: textIn(one, 'Key') ?? '',
						bytes: Number(textIn(one, 'Size') ?? 0),
						at: Date.parse(textIn(one, 'LastModified') ?? '') || 0,
					}
				token = textIn(said, 'IsTruncated') === 'true' ? textIn(said, 'NextContinuationToken') : undefined
			} while (token !== undefined)
		},
		async remove(name) {
			await bucket.ask({ method: 'DELETE', key: name }).then(
				(answer) => answer.resume(),
				(reason: unknown) => {
					if (!(reason instanceof StoreError) || reason.code !== 'missing') throw reason
				},
			)
		},
		close: () => bucket.close(),
	}
}
