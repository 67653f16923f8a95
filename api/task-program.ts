// How the program of a task is started, and what it may take: a snapshot passes through it in pieces, so that its size does not matter. Pure.

/** Little is young at a time, and it collects by itself what has passed (backup/tidying.ts): threads that help find nothing to do. */
export const taskFlags = [
	'--max-semi-space-size=2',
	'--expose-gc',
	'--single-threaded-gc',
	'--optimize-for-size',
] as const

/** With an arena for each of Node's threads much would be free in one and be missing in another. */
export const taskVariables = { MALLOC_ARENA_MAX: '2' } as const

/** It takes up to 120 MiB; files that it writes are counted beside until they are on the disk. */
export const taskResources = {
	requests: { cpu: '50m', memory: '128Mi' },
	limits: { memory: '256Mi' },
} as const

export const taskArguments = (name: string): readonly string[] => [...taskFlags, '/app/backup.cjs', name]

export const taskEnvironment: readonly { readonly name: string; readonly value: string }[] = Object.entries(
	taskVariables,
).map(([name, value]) => ({ name, value }))
