// A database as its reader asks for it: bytes at a place, whatever they lie in. Pure.

export interface Pages {
	/** Of the database, without the sum that may follow it. */
	readonly bytes: number
	/** What is there, which is good until the next call; shorter only where it ends. */
	read(at: number, length: number): Buffer
}
