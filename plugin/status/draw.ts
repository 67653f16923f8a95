// The screen of one cluster, from top to bottom. Pure. Silence is the message: what is well takes one coloured mark.
import { conditionOf, refOf } from '../cluster.ts'
import { pausedText } from '../change/paused.ts'
import type { Look } from '../screen/look.ts'
import type { Glyphs } from '../screen/glyphs.ts'
import { table } from '../screen/table.ts'
import { cut, padded, widthOf } from '../screen/width.ts'
import type { Sight } from '../sight/sight.ts'
import { columnsOf } from './columns.ts'
import { factsOf, type Fact } from './facts.ts'
import { lostSteps } from './lost.ts'
import type { Problem } from './problems.ts'
import type { Health, Verdict } from './verdict.ts'

interface Drawn {
	readonly sight: Sight
	readonly verdict: Verdict
}

type Tone = 'good' | 'warn' | 'bad'

const marks: Readonly<Record<Health, readonly [glyph: keyof Glyphs, words: string, tone: Tone]>> = {
	Healthy: ['well', 'Healthy', 'good'],
	Paused: ['paused', 'Paused', 'warn'],
	Upgrading: ['moving', 'Upgrading', 'warn'],
	Changing: ['moving', 'Changing', 'warn'],
	Creating: ['moving', 'Creating', 'warn'],
	Degraded: ['partly', 'Degraded', 'warn'],
	QuorumLost: ['bad', 'QUORUM LOST', 'bad'],
	Unknown: ['unknown', 'Unknown', 'warn'],
}

function answered({ members, depth, tookMs }: Sight): string {
	const heard = members.filter(({ report }) => report !== undefined).length
	if (depth < 2) return `no member was asked, ${tookMs}ms`
	return `${heard}/${members.length} ${members.length === 1 ? 'member' : 'members'} answered, ${tookMs}ms`
}

const clock = (at: number): string => new Date(at).toTimeString().slice(0, 8)

/** What follows the mark where there is more to say than the word. */
function more({ sight, verdict: { health } }: Drawn): string {
	if (health === 'Upgrading') return `: ${conditionOf(sight.cluster, 'Upgrading')?.message ?? ''}`
	if (health === 'Changing' || health === 'Creating') {
		const message = conditionOf(sight.cluster, health === 'Changing' ? 'Scaling' : 'Available')?.message
		return message ? `: ${message}` : ''
	}
	if (health === 'Unknown' && sight.cluster.status?.health)
		return `; the operator said ${sight.cluster.status.health}`
	return ''
}

function header(drawn: Drawn, { paint, glyphs, letters, width }: Look): readonly string[] {
	const { sight, verdict } = drawn
	const { name, namespace = '' } = sight.cluster.metadata
	const [glyph, words, tone] = marks[verdict.health]
	const mark = paint[tone](`${glyphs[glyph]} ${words}`)
	const who = `${paint.strong(name)}  (${namespace})`
	const seen = `${answered(sight)}, ${clock(sight.at)}`
	const first = `${padded(who, 34)}   ${padded(mark, 18)}   `
	const note = letters(more(drawn))
	const fits = width === undefined || widthOf(first) + widthOf(seen) <= width
	if (note === '' && fits) return [`${first}${paint.dim(seen)}`]
	return [`${who}   ${mark}${note}`, `  ${paint.dim(seen)}`].map((line) =>
		width === undefined ? line : cut(line, width, glyphs.cut),
	)
}

/** Two beside each other where there is room. */
function factLines(facts: readonly Fact[], { paint, letters, width, glyphs }: Look): readonly string[] {
	const cells = facts.map(([title, text]) => `${paint.dim(padded(title, 13))}${letters(text)}`)
	const left = Math.max(...cells.filter((_, at) => at % 2 === 0).map(widthOf))
	const right = Math.max(...cells.filter((_, at) => at % 2 === 1).map(widthOf), 0)
	const isWide = width === undefined || 2 + left + 3 + right <= width
	const clip = (line: string): string => (width === undefined ? line : cut(line, width, glyphs.cut))
	if (!isWide) return cells.map((cell) => clip(`  ${cell}`))
	return cells.flatMap((cell, at) =>
		at % 2 === 0 ? [`  ${padded(cell, left)}   ${cells[at + 1] ?? ''}`.trimEnd()] : [],
	)
}

/** Breaks between words; the lines after the first stand under the first one's text. */
export function wrapped(
	text: string,
	first: string,
	rest: string,
	width: number | undefined,
): readonly string[] {
	if (width === undefined) return [`${first}${text}`]
	const lines: string[] = []
	let line = first
	let isEmpty = true
	for (const word of text.split(' ')) {
		if (!isEmpty && widthOf(line) + 1 + word.length > width) {
			lines.push(line)
			line = rest
			isEmpty = true
		}
		line += isEmpty ? word : ` ${word}`
		isEmpty = false
	}
	return [...lines, line]
}

export function problemLines(problem: Problem, { paint, glyphs, letters, width }: Look): readonly string[] {
	const isWarning = problem.severity === 'warning'
	const mark = isWarning ? paint.warn(glyphs.warn) : paint.bad(glyphs.bad)
	return [
		...wrapped(letters(problem.what), `${mark} `, '  ', width),
		...(problem.seen ?? []).flatMap((line) => wrapped(letters(line), '    seen   ', '           ', width)),
		...(problem.next === undefined
			? []
			: wrapped(letters(problem.next), '    next   ', '           ', width)),
	]
}

function pausedLines({ cluster, at }: Sight, look: Look): readonly string[] {
	if (!cluster.spec?.paused) return []
	const text = `${pausedText(cluster, at)}: the operator changes nothing, and a member that is lost is not replaced`
	return [
		...wrapped(look.letters(text), `${look.paint.warn(look.glyphs.warn)} `, '  ', look.width),
		...wrapped(`kubectl etcd resume ${refOf(cluster)}`, '    next   ', '           ', look.width),
	]
}

/** What nobody may do now. */
function edgeLines(
	{ quorum: { voters, well, canLose } }: Verdict,
	{ paint, glyphs, width }: Look,
): readonly string[] {
	if (canLose !== 0 || well.length === voters.length) return []
	const text = `One more loss stops writes: upgrade, defrag and restart are refused until ${voters.length}/${voters.length} answer.`
	return wrapped(text, `${paint.warn(glyphs.warn)} `, '  ', width)
}

export function draw(drawn: Drawn, look: Look, isWide: boolean): readonly string[] {
	const { sight, verdict } = drawn
	const { paint, letters, width, glyphs } = look
	const rows = table(sight.members, columnsOf(sight, look, isWide), {
		width: isWide ? undefined : width,
		headers: true,
	})
	const paused = pausedLines(sight, look)
	const edge = edgeLines(verdict, look)
	const notes = sight.notes.flatMap(({ what, next }) => [
		...wrapped(letters(what), '* ', '  ', width),
		...(next === undefined ? [] : wrapped(letters(next), '    next   ', '           ', width)),
	])
	const lost = verdict.health === 'QuorumLost' ? lostSteps(sight) : []
	return [
		...header(drawn, look),
		...factLines(factsOf(sight, verdict.quorum), look),
		...(sight.members.length > 0
			? ['', ...rows.map((row) => (width === undefined || isWide ? row : cut(row, width, glyphs.cut)))]
			: []),
		...(verdict.problems.length + paused.length > 0
			? [
					'',
					paint.strong('PROBLEMS'),
					...paused,
					...verdict.problems.flatMap((one) => problemLines(one, look)),
					...edge,
				]
			: []),
		...(lost.length > 0
			? [
					'',
					paint.strong('NEXT'),
					...lost.flatMap((step, at) => wrapped(letters(step), `  ${at + 1}  `, '     ', width)),
				]
			: []),
		...(notes.length > 0 ? ['', paint.strong('NOT SEEN'), ...notes] : []),
	]
}
