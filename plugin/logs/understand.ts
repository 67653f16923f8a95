// What a line of a log says: etcd's JSON since 3.5, its text up to 3.4, what raft and gRPC write in between, and our own JSON. Pure.
import { fieldsOf, type Field } from './fields.ts'
import { levelOf, type Level } from './level.ts'

export interface Understood {
	readonly level: Level | undefined
	/** The part of the program that says it. */
	readonly part: string
	readonly message: string
	readonly fields: readonly Field[]
}

/** Up to 3.4: 2026-11-19 08:53:32.663 I | etcdserver: text. */
const capnslog = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ ([TDINWEC]) \| (?:([a-z0-9/_-]+): )?(.*)$/s
/** raft2026/11/19 08:55:12 INFO: text, and WARNING: 2026/11/19 08:53:45 text. */
const raft = /^raft\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d ([A-Z]+): (.*)$/s
const grpc = /^([A-Z]+): \d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d (.*)$/s
const bare = /^\[([A-Z]+)\] (.*)$/s

export function understand(text: string): Understood {
	if (text.startsWith('{')) {
		const found = fromJson(text)
		if (found) return found
	}
	for (const [form, part] of [
		[capnslog, undefined],
		[raft, 'raft'],
		[grpc, 'grpc'],
		[bare, 'etcd'],
	] as const) {
		const match = form.exec(text)
		const level = levelOf(match?.[1] ?? '')
		if (match === null || level === undefined) continue
		if (part !== undefined) return { level, part, message: match[2] ?? '', fields: [] }
		return { level, part: match[2] ?? 'etcd', message: match[3] ?? '', fields: [] }
	}
	return { level: undefined, part: '', message: text, fields: [] }
}

/** Ids are whole numbers that JavaScript would round, wherever they are no texts already. */
const exact = (text: string): string => text.replace(/([:[,] ?)(\d{16,20})(?=[,\]}])/g, '$1"$2"')

function parsed(text: string): unknown {
	for (const one of [exact(text), text])
		try {
			return JSON.parse(one)
		} catch {
			// The digits may have stood inside a text.
		}
	return undefined
}

function fromJson(text: string): Understood | undefined {
	const object = parsed(text)
	if (typeof object !== 'object' || object === null) return undefined
	const said = object as Readonly<Record<string, unknown>>
	const { level, msg, logger, caller, part } = said
	if (typeof level !== 'string' || typeof msg !== 'string') return undefined
	const [folder = ''] = typeof caller === 'string' ? caller.split('/') : []
	const where = [part, logger, folder].find((one) => typeof one === 'string' && one !== '')
	return {
		level: levelOf(level),
		part: typeof where === 'string' ? where : '',
		message: msg.trim(),
		fields: fieldsOf(said),
	}
}
