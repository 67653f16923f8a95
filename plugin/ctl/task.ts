// What each of ctl's commands is given. Pure.
import type { Answer, Format } from './print/answer.ts'
import type { Asked } from './asked.ts'
import type { Entrance } from './members.ts'
import type { Sink } from './sink.ts'
import type { VerbName } from './verbs.ts'

export interface Task {
	readonly verb: VerbName
	readonly args: readonly string[]
	readonly asked: Asked
	readonly entrance: Entrance
	readonly format: Format
	readonly out: Sink
	readonly show: (answer: Answer) => Promise<void>
	readonly err: (text: string) => void
	/** All of it, read when it is asked for. */
	readonly stdin: () => Promise<Uint8Array>
	readonly signal: AbortSignal
}
