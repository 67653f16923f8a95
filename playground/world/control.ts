// A running playground is spoken to through a socket in its state directory: a line of JSON in, a line of JSON back.
// A fault holds as long as the connection that asked for it, so it ends when its test does, however that ends.
import { rm } from 'node:fs/promises'
import type { Server, Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { sentence } from '../complaint.ts'
import { answer, type Ask } from './asks.ts'
import type { World } from './world.ts'

export type Reply = { readonly ok: unknown } | { readonly refused: string }

export async function serveControl(world: World, server: Server): Promise<void> {
	await rm('/run/playground/control.sock', { force: true }) // of one that had no time to clean: the lock is ours
	server.on('connection', (socket) => {
		serveOne(world, socket).catch((reason: unknown) => console.error(reason))
	})
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject)
		server.listen('/run/playground/control.sock', resolve)
	})
}

/** The answering end stays open until everything is undone, so whoever waits for the close waits for that too. */
async function serveOne(world: World, socket: Socket): Promise<void> {
	socket.on('error', () => {})
	const reply = (message: Reply) => {
		if (socket.writable) socket.write(`${JSON.stringify(message)}\n`)
	}
	const undos: (() => Promise<void>)[] = []
	try {
		for await (const line of createInterface({ input: socket })) {
			const { ok, undo } = await answer(world, JSON.parse(line) as Ask)
			if (undo !== undefined) undos.push(undo)
			reply({ ok })
		}
	} catch (reason) {
		reply({ refused: sentence(reason) })
	} finally {
		for (const undo of undos.toReversed())
			await undo().catch((reason: unknown) => {
				console.error(reason)
				reply({ refused: `what was broken could not be mended: ${sentence(reason)}` })
			})
		socket.end()
	}
}
