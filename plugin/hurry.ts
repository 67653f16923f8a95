// What an executable is told of its own interpreter: it begins with one (tools/release/in-bun.ts), and takes memory while there is some.

declare const Bun:
	| {
			readonly gc: (atOnce: boolean) => void
			readonly unsafe: { setJITPolicy(scale: number): void }
	  }
	| undefined

/** From here on what runs becomes machine code. */
export function hurry(): void {
	if (typeof Bun !== 'undefined') Bun.unsafe.setJITPolicy(1)
}

/** What nobody uses any more is given back; it costs some milliseconds. */
export function tidy(): void {
	if (typeof Bun !== 'undefined') Bun.gc(true)
}
