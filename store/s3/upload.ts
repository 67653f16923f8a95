// An object of S3 in parts, each of which may be asked for again.
import { createHash } from 'node:crypto'
import type { Begun, Part, Parts } from '../parts.ts'
import { StoreError } from '../store.ts'
import { elements, escaped, textIn } from '../xml.ts'
import type { Bucket } from './bucket.ts'

interface Receipt {
	readonly number: number
	readonly etag: string
}

/** The tag of an object in parts, as S3 makes it of those of the parts. */
function tagOf(receipts: readonly Receipt[]): string {
	const sums = receipts.map(({ etag }) => Buffer.from(etag.replaceAll('"', ''), 'hex'))
	return `${createHash('md5').update(Buffer.concat(sums)).digest('hex')}-${receipts.length}`
}

interface Ending {
	readonly key: string
	readonly uploadId: string
	readonly receipts: readonly Receipt[]
	readonly signal: AbortSignal | undefined
}

/** When the answer is lost and it is asked again, the upload is no more; whether it was completed is seen by what is there. */
async function isThere(bucket: Bucket, { key, receipts, signal }: Ending): Promise<boolean> {
	const answer = await bucket.ask({ method: 'HEAD', key, signal })
	answer.resume()
	return answer.headers.etag?.replaceAll('"', '') === tagOf(receipts)
}

async function completed(bucket: Bucket, ending: Ending): Promise<void> {
	const { key, uploadId, receipts, signal } = ending
	const list = receipts.map(
		({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`,
	)
	const body = Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`)
	let said: string
	try {
		said = await bucket.text({ method: 'POST', key, query: { uploadId }, body, signal })
	} catch (reason) {
		const isGone = reason instanceof StoreError && reason.code === 'missing'
		if (isGone && (await isThere(bucket, ending).catch(() => false))) return
		throw reason
	}
	// It says 200 at once, and an error perhaps a minute later.
	if (elements(said, 'Error').length > 0 || textIn(said, 'ETag') === undefined)
		throw new StoreError(
			'unreachable',
			`${bucket.place}: ${textIn(said, 'Message') ?? 'it did not say that it has all parts'}`,
		)
}

async function beginning(bucket: Bucket, key: string, signal: AbortSignal | undefined): Promise<string> {
	const said = await bucket.text({ method: 'POST', key, query: { uploads: '' }, signal })
	const uploadId = textIn(said, 'UploadId')
	if (uploadId !== undefined) return uploadId
	throw new StoreError('other', `${bucket.place}: it began an upload and did not say which`)
}

/** What is not abandoned is paid for; whoever cannot be told so now is told by the bucket's own rules. */
async function abandon(bucket: Bucket, key: string, uploadId: string): Promise<void> {
	await bucket
		.ask({ method: 'DELETE', key, query: { uploadId }, signal: AbortSignal.timeout(10_000) })
		.then((answer) => answer.resume())
		.catch(() => {})
}

/** By its sum or by TLS the store takes nothing that was changed on its way. */
async function given(
	bucket: Bucket,
	key: string,
	uploadId: string,
	{ number, body }: Pick<Part, 'number' | 'body'>,
	signal: AbortSignal | undefined,
): Promise<string | undefined> {
	const query = { partNumber: String(number), uploadId }
	const answer = await bucket.ask({ method: 'PUT', key, query, body, signal })
	answer.resume()
	return answer.headers.etag
}

/** A store may forget an upload when its disk is full, and says why to who begins another one and gives it as much. */
async function forgotten(
	bucket: Bucket,
	key: string,
	{ reason, body }: { readonly reason: StoreError; readonly body: Buffer },
	signal: AbortSignal | undefined,
): Promise<StoreError> {
	let uploadId: string | undefined
	try {
		uploadId = await beginning(bucket, key, signal)
		await given(bucket, key, uploadId, { number: 1, body }, signal)
	} catch (why) {
		if (!(why instanceof StoreError)) throw why
		if (why.code !== 'missing') return why
	} finally {
		if (uploadId !== undefined) await abandon(bucket, key, uploadId)
	}
	return new StoreError('unreachable', `it forgot an upload that was under way: ${reason.message}`, reason)
}

async function begun(bucket: Bucket, key: string, signal: AbortSignal | undefined): Promise<Begun> {
	const uploadId = await beginning(bucket, key, signal)
	const receipts: Receipt[] = []
	return {
		async put({ number, body }) {
			const etag = await given(bucket, key, uploadId, { number, body }, signal).catch(
				async (reason: unknown) => {
					const isForgotten = reason instanceof StoreError && reason.code === 'missing'
					throw isForgotten ? await forgotten(bucket, key, { reason, body }, signal) : reason
				},
			)
			if (etag === undefined)
				throw new StoreError('other', `${bucket.place}: it took a part and gave no receipt`)
			receipts.push({ number, etag })
		},
		async complete() {
			const inOrder = receipts.toSorted((one, other) => one.number - other.number)
			await completed(bucket, { key, uploadId, receipts: inOrder, signal })
		},
		abandon: async () => await abandon(bucket, key, uploadId),
	}
}

export const partsOf = (
	bucket: Bucket,
	key: string,
	partBytes: number,
	signal: AbortSignal | undefined,
): Parts => ({
	partBytes,
	// Each is so much memory.
	atOnce: 2,
	async whole(body) {
		const answer = await bucket.ask({ method: 'PUT', key, body, signal })
		answer.resume()
	},
	begin: async () => await begun(bucket, key, signal),
})
