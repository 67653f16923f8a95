// A bucket of Google Cloud Storage as a store.
import { createHash } from 'node:crypto'
import { encoded } from './encode.ts'
import { bucketAt, type GcsOptions } from './gcs/bucket.ts'
import { partsOf, type Described } from './gcs/upload.ts'
import { inParts } from './parts.ts'
import { reading } from './reading.ts'
import { StoreError, type Store, type Stored } from './store.ts'

const partBytes = 8 * 1024 * 1024

const storedBy = ({ name, size, timeCreated }: Described): Stored => ({
	name,
	bytes: Number(size),
	at: Date.parse(timeCreated) || 0,
})

const isMissing = (reason: unknown): boolean => reason instanceof StoreError && reason.code === 'missing'

export function gcsStore(options: GcsOptions): Store {
	const bucket = bucketAt(options)
	const all = `/storage/v1/b/${encoded(options.bucket)}/o`
	const one = (name: string): string => `${all}/${encoded(name)}`

	async function list(query: Readonly<Record<string, string>>): Promise<{
		readonly items?: readonly Described[]
		readonly nextPageToken?: string
	}> {
		return JSON.parse(await bucket.text({ method: 'GET', at: all, query })) as Awaited<
			ReturnType<typeof list>
		>
	}

	async function described(name: string): Promise<Described | undefined> {
		try {
			const said = await bucket.text({ method: 'GET', at: one(name), isOfObject: true })
			return JSON.parse(said) as Described
		} catch (reason) {
			if (!isMissing(reason)) throw reason
			// Which may be because there is no bucket, and that is another thing.
			await list({ prefix: name, maxResults: '1' })
			return undefined
		}
	}

	async function remove(name: string, query: Readonly<Record<string, string>> = {}): Promise<void> {
		await bucket.ask({ method: 'DELETE', at: one(name), query, isOfObject: true }).then(
			(answer) => answer.resume(),
			(reason: unknown) => {
				if (!isMissing(reason)) throw reason
			},
		)
	}

	return {
		place: bucket.place,
		async put(name, pieces, writing = {}) {
			const generation = (await described(name))?.generation ?? '0'
			const sum = createHash('md5')
			async function* summed(): AsyncGenerator<Uint8Array> {
				for await (const piece of pieces) {
					sum.update(piece)
					yield piece
				}
			}
			let object: Described | undefined
			const { signal } = writing
			const done = (written: Described): void => void (object = written)
			const parts = partsOf({ bucket, name, generation, signal, done }, options.partBytes ?? partBytes)
			const bytes = await inParts(summed(), parts, writing)
			if (object === undefined) throw new StoreError('other', `${bucket.place}/${name}: it gave no receipt`)
			const stored = storedBy({ ...object, name })
			if (stored.bytes === bytes && object.md5Hash === sum.digest('base64')) return stored
			await remove(name, { ifGenerationMatch: object.generation })
			throw new StoreError('other', `${bucket.place}/${name}: what is there is not what was written`)
		},
		get: (name, from = 0, signal) =>
			reading({
				host: bucket.host,
				from,
				signal,
				ask: async (at, generation) =>
					await bucket.ask({
						method: 'GET',
						at: one(name),
						query: { alt: 'media', ...(generation !== undefined && { generation }) },
						headers: { ...(at > 0 && { range: `bytes=${at}-` }) },
						signal,
						isOfObject: true,
					}),
				versionOf: ({ headers }) => {
					const said = headers['x-goog-generation']
					return typeof said === 'string' ? said : undefined
				},
			}),
		async head(name) {
			const object = await described(name)
			return object && storedBy(object)
		},
		async *list(beginning) {
			let pageToken: string | undefined
			do {
				const said = await list({ prefix: beginning, ...(pageToken !== undefined && { pageToken }) })
				yield* (said.items ?? []).map(storedBy)
				pageToken = said.nextPageToken
			} while (pageToken !== undefined)
		},
		remove: async (name) => await remove(name),
		close: () => bucket.close(),
	}
}
