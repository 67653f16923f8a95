// What a command is given when it runs. Pure.
import type { Flags } from './line/flags.ts'
import type { Reach } from './reach.ts'
import type { Terminal } from './terminal.ts'

export interface Call {
	/** The words after the command's own. */
	readonly args: readonly string[]
	/** What stood behind "--". */
	readonly rest: readonly string[]
	readonly flags: Flags
	readonly terminal: Terminal
	readonly env: NodeJS.ProcessEnv
	/** Ends when somebody presses Ctrl-C. */
	readonly signal: AbortSignal
	/** What time it is, in milliseconds. */
	readonly clock: () => number
	/** Kubernetes as the kubeconfig and the flags say; read when first asked for. */
	readonly reach: () => Promise<Reach>
}
