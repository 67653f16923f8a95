// The first program inside a playground's namespaces: makes the world, then keeps it until told to end. It ends, and with it
// everything else by the kernel's hand, when the process that started it goes away before having let it go.
import { createServer, connect, type Server, type Socket } from 'node:net'
import { sentence, Complaint } from '../complaint.ts'
import { serveControl } from './control.ts'
import { makeWorld, type WorldPlan } from './world.ts'

export type ToWorld = { readonly plan: WorldPlan } | { readonly letGo: true }

export type FromWorld =
	| { readonly hello: true }
	| { readonly ready: true }
	| { readonly keptAlone: true }
	| { readonly failed: string; readonly mendable: boolean }

const say = (message: FromWorld): void => {
	process.send?.(message)
}

let keptAlone = false
process.on('disconnect', () => {
	if (!keptAlone) process.exit(0)
})

/** The listener was opened outside, so it takes connections there; what it accepts is served in here. */
function forward(listener: Server): void {
	listener.on('connection', (outside: Socket) => {
		const inside = connect(6443, '127.0.0.1')
		// Without it each small answer waits for the 40 ms after which the other side confirms the one before.
		for (const side of [outside, inside]) side.setNoDelay(true)
		outside.pipe(inside).pipe(outside)
		outside.on('error', () => inside.destroy())
		inside.on('error', () => outside.destroy())
	})
}

async function begin(plan: WorldPlan): Promise<void> {
	try {
		const world = await makeWorld(plan)
		await serveControl(world, createServer({ allowHalfOpen: true }))
		say({ ready: true })
	} catch (reason) {
		if (!(reason instanceof Complaint)) console.error(reason)
		say({ failed: sentence(reason), mendable: reason instanceof Complaint })
	}
}

process.on('message', (message: ToWorld, listener?: unknown) => {
	if ('letGo' in message) {
		keptAlone = true
		say({ keptAlone: true })
		return
	}
	forward(listener as Server)
	void begin(message.plan)
})
say({ hello: true })
