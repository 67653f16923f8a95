// Problems that are planted together in a cluster of their own, and what follows from planting at all.
import type { ExecutionContext } from 'ava'

export interface Problems {
	readonly what: string
	/** Whether npm test plants them, too. */
	readonly often?: true
	readonly plant: (t: ExecutionContext, namespace: string) => Promise<void>
}

export const isPaused = /^it is paused: /
