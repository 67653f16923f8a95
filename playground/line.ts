// A connection to a running playground: one ask, one reply; a fault holds while the connection does.
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { Complaint, hasCode } from './complaint.ts'
import { filesOf } from './places.ts'
import type { Ask, Status } from './world/asks.ts'
import type { Reply } from './world/control.ts'

export const notUp = (name: string): Complaint =>
	new Complaint(
		`the playground "${name}" is not up: start it with \`npm run playground -- up --name ${name}\`.`,
	)

export const alreadyUp = (name: string): Complaint =>
	new Complaint(
		`the playground "${name}" is already up: use it, take it down with \`npm run playground -- down --name ${name}\`, or choose another --name.`,
	)

const notYours = (name: string): Complaint =>
	new Complaint(
		`the playground "${name}" is kept where you may not look: become the user that started it, which is root.`,
	)

async function reach(name: string): Promise<Socket> {
	const socket = connect(filesOf(name).control)
	return await new Promise((resolve, reject) => {
		socket.once('connect', () => resolve(socket))
		socket.once('error', (reason) =>
			reject(
				hasCode(reason, 'EACCES')
					? notYours(name)
					: hasCode(reason, 'ENOENT') || hasCode(reason, 'ECONNREFUSED')
						? notUp(name)
						: reason,
			),
		)
	})
}

const refusal = (line: string): string => {
	const reply = JSON.parse(line) as Reply
	return 'refused' in reply ? reply.refused : line
}

export interface Line<T> extends AsyncDisposable {
	readonly ok: T
	readonly closed: Promise<void>
}

/** Keeps the connection; closing it undoes what was asked for, and is done when the playground says so. */
export async function hold<T>(name: string, question: Ask): Promise<Line<T>> {
	const socket = await reach(name)
	socket.write(`${JSON.stringify(question)}\n`)
	const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
	const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
	const { value } = await lines.next()
	if (value === undefined) throw new Complaint(`the playground "${name}" went away before it answered.`)
	const reply = JSON.parse(value) as Reply
	if ('refused' in reply) {
		socket.destroy()
		throw new Complaint(reply.refused)
	}
	return {
		ok: reply.ok as T,
		closed,
		async [Symbol.asyncDispose]() {
			socket.end()
			const { value: last } = await lines.next()
			await closed
			if (last !== undefined) throw new Complaint(refusal(last))
		},
	}
}

export async function ask<T>(name: string, question: Ask): Promise<T> {
	await using line = await hold<T>(name, question)
	return line.ok
}

export const isUp = async (name: string): Promise<boolean> =>
	await ask<Status>(name, { do: 'status' }).then(
		() => true,
		(reason: unknown) => {
			if (reason instanceof Complaint) return false
			throw reason
		},
	)
