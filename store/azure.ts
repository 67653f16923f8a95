// A container of Azure Blob as a store.
import type { IncomingMessage } from 'node:http'
import { containerAt, type AzureOptions } from './azure/container.ts'
import { partsOf } from './azure/upload.ts'
import { inParts } from './parts.ts'
import { reading } from './reading.ts'
import { StoreError, type Store, type Stored } from './store.ts'
import { elements, textIn } from './xml.ts'

const partBytes = 8 * 1024 * 1024

const isMissing = (reason: unknown): boolean => reason instanceof StoreError && reason.code === 'missing'

function storedBy(name: string, { headers }: IncomingMessage): Stored {
	const [bytes, at] = [Number(headers['content-length'] ?? NaN), Date.parse(headers['last-modified'] ?? '')]
	if (Number.isNaN(bytes)) throw new StoreError('other', `the store does not say how large ${name} is`)
	return { name, bytes, at: Number.isNaN(at) ? 0 : at }
}

export function azureStore(options: AzureOptions): Store {
	const container = containerAt(options)

	async function head(name: string): Promise<Stored | undefined> {
		try {
			const answer = await container.ask({ method: 'HEAD', name })
			answer.resume()
			return storedBy(name, answer)
		} catch (reason) {
			if (isMissing(reason)) return undefined
			throw reason
		}
	}

	return {
		place: container.place,
		async put(name, pieces, writing = {}) {
			const parts = partsOf(container, name, options.partBytes ?? partBytes, writing.signal)
			const bytes = await inParts(pieces, parts, writing)
			const stored = await head(name)
			if (stored?.bytes === bytes) return stored
			throw new StoreError(
				'other',
				`${container.place}/${name}: ${bytes} bytes were written, and ${stored?.bytes ?? 'none'} are there`,
			)
		},
		get: (name, from = 0, signal) =>
			reading({
				host: container.host,
				from,
				signal,
				ask: async (at, etag) =>
					await container.ask({
						method: 'GET',
						name,
						headers: { ...(at > 0 && { 'x-ms-range': `bytes=${at}-` }), ...(etag && { 'if-match': etag }) },
						signal,
					}),
				versionOf: ({ headers }) => headers.etag,
			}),
		head,
		async *list(beginning) {
			let marker = ''
			do {
				const said = await container.text({
					method: 'GET',
					query: {
						restype: 'container',
						comp: 'list',
						prefix: beginning,
						...(marker !== '' && { marker }),
					},
				})
				for (const blob of elements(said, 'Blob'))
					yield {
						name: textIn(blob, 'Name') ?? '',
						bytes: Number(textIn(blob, 'Content-Length') ?? 0),
						at: Date.parse(textIn(blob, 'Last-Modified') ?? '') || 0,
					}
				marker = textIn(said, 'NextMarker') ?? ''
			} while (marker !== '')
		},
		async remove(name) {
			await container.ask({ method: 'DELETE', name }).then(
				(answer) => answer.resume(),
				(reason: unknown) => {
					if (!isMissing(reason)) throw reason
				},
			)
		},
		close: () => container.close(),
	}
}
