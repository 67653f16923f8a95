// The live screen: what is above in one line, what moved since it was opened, how far each member is, and what happened. Pure.
import { bytes, grouped, lasting } from '../screen/amount.ts'
import { ladder } from '../screen/ladder.ts'
import type { Look } from '../screen/look.ts'
import { sparkline } from '../screen/sparkline.ts'
import { cut, padded } from '../screen/width.ts'
import { lagOf } from './columns.ts'
import { draw } from './draw.ts'
import { rates, type History } from './history.ts'

const clock = (at: number): string => new Date(at).toTimeString().slice(0, 8)

function sparks({ samples, ...history }: History, { glyphs, paint, width = 100 }: Look): string {
	const room = Math.max(8, Math.min(24, Math.floor((width - 60) / 3)))
	const perSecond = rates({ samples, ...history })
	const now = samples.at(-1)
	const part = (title: string, values: readonly number[], text: string): string =>
		`${paint.dim(title)} ${sparkline(values, glyphs, room)} ${text}`
	return [
		part('entries/s', perSecond, Math.round(perSecond.at(-1) ?? 0).toString()),
		part(
			'fsync p99',
			samples.map(({ fsync }) => fsync),
			lasting(now?.fsync ?? 0),
		),
		part(
			'db',
			samples.map(({ dbSize }) => dbSize),
			bytes(now?.dbSize ?? 0),
		),
	].join('   ')
}

function ladders({ last }: History, { glyphs, letters, width = 100 }: Look): readonly string[] {
	if (last === undefined) return []
	const { sight } = last
	const names = Math.max(0, ...sight.members.map(({ name }) => name.length))
	const room = Math.max(10, Math.min(40, width - names - 50))
	return sight.members.map((member) => {
		const { name, report } = member
		if (report === undefined)
			return `${padded(name, names)}   ${glyphs.bad} ${letters(member.silence?.what ?? '')}`
		const lag = lagOf(sight, member) ?? 0n
		const mark = report.leads ? glyphs.leads : ' '
		const text = `${grouped(report.applied)}${report.leads ? '' : `   lag ${grouped(lag)}`}   rtt ${lasting(report.roundTripMs / 1000)}`
		return `${padded(name, names)} ${mark} ${ladder(lag, report.isLearner, glyphs, room)} ${text}`
	})
}

/** What the keys do is told where there is room for little else, too. */
export function liveFrame(history: History, look: Look, everyMs: number, height: number): readonly string[] {
	const { last: seen, happenings } = history
	if (seen === undefined) return []
	const { paint, letters, width = 100, glyphs } = look
	const keys = `every ${lasting(everyMs / 1000)}   q quit`
	const lines = [
		...draw(seen, look, false),
		'',
		sparks(history, look),
		...ladders(history, look),
		...(happenings.length > 0 ? ['', paint.strong('SINCE')] : ['']),
		...happenings.slice(0, 8).map(({ at, what }) => `${clock(at)}  ${letters(what)}`),
	]
	const room = Math.max(1, height - 1)
	const below = lines.length - room
	const last = below > 0 ? `${keys}   ${below} more ${below === 1 ? 'line' : 'lines'} below` : keys
	return [...lines.slice(0, room), paint.dim(last)].map((line) => cut(line, width, glyphs.cut))
}
