// What one may ask a running playground: its state, new images, an end, and faults.
import { inflict, type Fault } from './faults/faults.ts'
import type { World } from './world.ts'
import { containerdSocket } from './layout.ts'

export type Ask =
	| { readonly do: 'status' }
	| { readonly do: 'down' }
	| { readonly do: 'load'; readonly archive: string }
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
		case 'load': {
			const load = ['ctr', '-a', containerdSocket, '-n', 'k8s.io', 'images', 'import', ask.archive]
			await Promise.all(world.machines.map(async (machine) => await machine.run(load)))
			return { ok: world.machines.length }
		}
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
