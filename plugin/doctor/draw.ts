// What checks found, on the screen, for programs and for CI. Pure.
import type { Glyphs } from '../screen/glyphs.ts'
import type { Look } from '../screen/look.ts'
import { padded } from '../screen/width.ts'
import { wrapped } from '../status/draw.ts'
import type { Finding, Severity } from './check.ts'
import { counted, type Diagnosis, type Result } from './diagnosis.ts'

const marks: Readonly<Record<Severity, readonly [glyph: keyof Glyphs, tone: 'bad' | 'warn' | 'dim']>> = {
	problem: ['bad', 'bad'],
	warning: ['warn', 'warn'],
	unknown: ['unknown', 'warn'],
	note: ['waiting', 'dim'],
}
const order: readonly Severity[] = ['problem', 'warning', 'unknown', 'note']

/** Of the longest title. */
const titleWidth = 12
const indent = ' '.repeat(6 + titleWidth + 2)

function findingLines({ check }: Result, { is, what, why, next }: Finding, look: Look): readonly string[] {
	const { paint, glyphs, letters, width } = look
	const [glyph, tone] = marks[is]
	const head = `${paint[tone](glyphs[glyph])} ${check.id} ${padded(check.title, titleWidth)}  `
	return [
		...wrapped(letters(what), head, indent, width),
		...(why ? wrapped(letters(why), `${indent}why   `, `${indent}      `, width) : []),
		...(next ? wrapped(letters(next), `${indent}next  `, `${indent}      `, width) : []),
	]
}

export function drawDiagnosis({ facts, results }: Diagnosis, look: Look): readonly string[] {
	const { name, namespace = '' } = facts.sight.cluster.metadata
	const all = results.flatMap((result) => result.findings.map((finding) => ({ result, finding })))
	const skipped = results.filter(({ state }) => state === 'skipped').map(({ check }) => check.id)
	return [
		...wrapped(counted(results), `${look.paint.strong(name)}  (${namespace})   `, '  ', look.width),
		...order.flatMap((severity) =>
			all
				.filter(({ finding }) => finding.is === severity)
				.flatMap(({ result, finding }) => findingLines(result, finding, look)),
		),
		...(skipped.length > 0 ? wrapped(`skipped: ${skipped.join(', ')}`, '', '', look.width) : []),
	]
}

export function diagnosisDocument({ facts, results, exit }: Diagnosis) {
	const { cluster, at } = facts.sight
	return {
		apiVersion: 'cli.etcd.database.coreos.com/v1',
		kind: 'EtcdDiagnosis',
		name: cluster.metadata.name,
		namespace: cluster.metadata.namespace,
		observedAt: new Date(at).toISOString(),
		exitCode: exit,
		checks: results.map(({ check: { id, title, about }, state, findings }) => ({
			id,
			title,
			about,
			state,
			findings: findings.map(({ is, what, why, next }) => ({ severity: is, message: what, why, next })),
		})),
	}
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// Other control characters are not allowed in XML at all.
const xml = (text: string): string =>
	text.replace(/[&<>"]/g, (letter) => escapes[letter] ?? letter).replace(/[^\P{Cc}\t\n]/gu, ' ')

function testCase(suite: string, { check, state, findings }: Result): string {
	const open = `    <testcase classname="${xml(suite)}" name="${xml(`${check.id} ${check.title}: ${check.about}`)}"`
	const told = findings.filter(({ is }) => is !== 'note').map(({ what }) => what)
	if (state === 'ok') return `${open}/>`
	const message = xml(told.join('; '))
	if (state === 'skipped' || state === 'unknown')
		return `${open}><skipped message="${message || 'skipped'}"/></testcase>`
	const text = findings.flatMap(({ what, why, next }) => [
		what,
		why && `why: ${why}`,
		next && `next: ${next}`,
	])
	// What warns does not fail a pipeline, and is there to read.
	if (state === 'warning')
		return `${open}><system-out>${xml(text.filter(Boolean).join('\n'))}</system-out></testcase>`
	return `${open}><failure message="${message}">${xml(text.filter(Boolean).join('\n'))}</failure></testcase>`
}

export function junit(all: readonly Diagnosis[]): string {
	const suites = all.map(({ facts, results }) => {
		const { name, namespace = '' } = facts.sight.cluster.metadata
		const count = (...states: readonly string[]): number =>
			results.filter(({ state }) => states.includes(state)).length
		const numbers = `tests="${results.length}" failures="${count('problem')}" skipped="${count('skipped', 'unknown')}"`
		const suite = `${namespace}/${name}`
		return [
			`  <testsuite name="${xml(suite)}" ${numbers}>`,
			...results.map((result) => testCase(suite, result)),
			'  </testsuite>',
		].join('\n')
	})
	return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suites, '</testsuites>', ''].join('\n')
}
