// What one may ask a running playground: its state, new images, an end, and faults.
import { inflict, type Fault } from './faults/faults.ts'
import type { World } from './world.ts'
import { loadEverywhere } from './loaded.ts'

export type Ask =
	| { readonly do: 'status' }
	| { readonly do: 'down' }
	/** The playground ends when the one who asks does. */
	| { readonly do: 'tie' }
	| { readonly do: 'load'; readonly file: string }
	| ({ readonly do: 'fault' } & Fault)

export interface Answered {
	readonly ok: unknown
	/** Called when the one who asked is gone. */
	readonly undo?: () => Promise<void>
}

export interface Status {
	readonly nodes: readonly { readonly name: string; readonly on: boolean }[]
	readonly parts: readonly { readonly name: string; readonly pid: number | undefined }[]
}

export async function answer(world: World, ask: Ask): Promise<Answered> {
	switch (ask.do) {
		case 'status':
			return { ok: statusOf(world) }
		case 'down':
			setImmediate(() => process.exit(0))
			return { ok: 'going down' }
		case 'load':
			await loadEverywhere(world, ask.file)
			return { ok: ask.file }
		case 'tie':
			return { ok: 'tied', undo: async () => await Promise.resolve(process.exit(0)) }
		case 'fault':
			return { ok: ask.fault, undo: await inflict(world, ask) }
	}
}

function statusOf({ control, machines }: World): Status {
	const daemons = [...control.daemons, ...machines.flatMap((machine) => machine.daemons)]
	return {
		nodes: machines.map(({ node, on }) => ({ name: node.name, on })),
		parts: daemons.map(({ name, pid }) => ({ name, pid })),
	}
}
