// Where snapshots live: names, and bytes under them. What is under a name is all there, whatever broke on the way.

export interface Stored {
	readonly name: string
	readonly bytes: number
	/** When it was written, by the store's clock, in milliseconds since 1970. */
	readonly at: number
}

export interface Writing {
	/** What came so far is given up, and what was there before stays. */
	readonly signal?: AbortSignal
	/** How many bytes the store has taken so far. */
	readonly progress?: (bytes: number) => void
}

export interface Store {
	/** As a person knows it, without anything secret. */
	readonly place: string
	/** Nothing is under the name before the last piece has come; when the pieces throw, nothing ever is. */
	put(name: string, pieces: AsyncIterable<Uint8Array>, writing?: Writing): Promise<Stored>
	/** From the first byte, or from a later one. */
	get(name: string, from?: number, signal?: AbortSignal): AsyncIterable<Uint8Array>
	/** Nothing when nothing is there. */
	head(name: string): Promise<Stored | undefined>
	/** All whose names begin so, in the order of their names. */
	list(beginning: string): AsyncIterable<Stored>
	/** Well, too, when nothing is there. */
	remove(name: string): Promise<void>
	close(): void
}

export type StoreCode =
	/** Nothing is under that name. */
	| 'missing'
	/** The bucket, container or folder is not there. */
	| 'noPlace'
	/** The store knows us, and does not let us. */
	| 'denied'
	/** The store does not know the credentials. */
	| 'stranger'
	/** The bucket is in another region. */
	| 'elsewhere'
	/** Our clock and the store's are too far apart. */
	| 'clock'
	| 'full'
	| 'unreachable'
	| 'other'

export class StoreError extends Error {
	readonly code: StoreCode

	constructor(code: StoreCode, message: string, cause?: unknown) {
		super(message, { cause })
		this.code = code
	}
}

/** Asked again later, it may do what it did not. */
export const mayPass = (reason: unknown): boolean =>
	reason instanceof StoreError && reason.code === 'unreachable'
