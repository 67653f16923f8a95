// A line of a log as a person reads it: time, member, level, part, message, fields. Pure.
import type { Paint } from '../screen/paint.ts'
import { harmless } from '../screen/harmless.ts'
import { padded } from '../screen/width.ts'
import { hexIds, type Field } from './fields.ts'
import type { Level } from './level.ts'
import { timeOfDay, type Stamped } from './stamped.ts'
import type { Understood } from './understand.ts'

export interface Shape {
	readonly paint: Paint
	/** Who has which id, so that ids are followed by names. */
	readonly ids: ReadonlyMap<string, string>
	/** The node's own time, in full. */
	readonly stamps: boolean
	/** The names before the lines, each with the number of its colour. */
	readonly hues: ReadonlyMap<string, number>
	/** Fields that are the same in all lines. */
	readonly without: ReadonlySet<string>
}

const mostFields = 8
const letters: Readonly<Record<Level, string>> = { debug: 'D', info: 'I', warn: 'W', error: 'E' }

const named = (text: string, ids: Shape['ids']): string =>
	text.replace(/\b[0-9a-f]{8,16}\b/g, (id) => {
		const name = ids.get(id)
		return name === undefined ? id : `${id}(${name})`
	})

const quoted = (text: string): string => (/[\s"=]/.test(text) ? JSON.stringify(text) : text)

function fieldsText(fields: readonly Field[], { ids, without }: Shape): string {
	const telling = fields.filter(([name]) => !without.has(name))
	const shown = telling.slice(0, mostFields)
	const more = telling.length - shown.length
	return [
		...shown.map(([name, value]) => `${name}=${named(quoted(value), ids)}`),
		...(more > 0 ? [`and ${more} more`] : []),
	].join(' ')
}

function painted(level: Level | undefined, text: string, { bad, warn, dim }: Paint): string {
	if (level === 'error') return bad(text)
	if (level === 'warn') return warn(text)
	return level === 'debug' ? dim(text) : text
}

function prefixOf(who: string, { paint, hues }: Shape): string {
	const width = Math.max(...[...hues.keys()].map((name) => name.length), who.length)
	return padded(paint.hue(hues.get(who) ?? 0)(who), width)
}

export function lineText(line: Stamped, who: string, said: Understood, shape: Shape): string {
	const { paint, ids } = shape
	const { level, part, message, fields } = said
	const time = paint.dim(shape.stamps ? line.stamp : timeOfDay(line.at))
	const mark = painted(level, level === undefined ? ' ' : letters[level], paint)
	const text = painted(level, harmless(named(hexIds(message), ids)), paint)
	const rest = harmless(fieldsText(fields, shape))
	return [
		time,
		prefixOf(who, shape),
		mark,
		...(part === '' ? [] : [paint.dim(`${part}:`)]),
		text,
		...(rest === '' ? [] : [paint.dim(rest)]),
	].join(' ')
}
