// What there is to say about an object from outside: types that do not fit, fields that nobody knows, and the rules. Pure.
import { definitions, rootNode } from './crd.ts'
import { releases as builtIn, type Releases } from './releases.ts'
import { check } from './rules.ts'
import { quoted, same, type Finding } from './rules/finding.ts'
import type { Node } from './schema/field.ts'
import { kinds, type ByKind, type Kind } from './types.ts'
import { sift, type Sifted, type UnknownField } from './wellformed.ts'

/** Of what Kubernetes itself checks, the little that the rules read. */
const metadata: Node = {
	type: 'object',
	properties: {
		name: { type: 'string' },
		generateName: { type: 'string' },
		namespace: { type: 'string' },
		uid: { type: 'string' },
		generation: { type: 'integer' },
		annotations: { type: 'object', additionalProperties: { type: 'string' } },
	},
}

const roots = new Map<Kind, Node>(
	kinds.map((kind) => {
		const root = rootNode(definitions[kind])
		return [kind, { ...root, properties: { ...root.properties, metadata } }]
	}),
)

const decode = (kind: Kind, raw: unknown): Sifted => sift(roots.get(kind) ?? {}, raw)

/** The object, as far as it has the types that it should. */
export const read = <K extends Kind>(kind: K, raw: unknown): ByKind[K] => decode(kind, raw).value ?? {}

const isOurs = ({ field }: { readonly field: string }): boolean => !/^(metadata|status)\b/.test(field)

const wrongType = (next: Sifted, previous: Sifted | undefined): Finding[] =>
	next.misfits
		.filter(isOurs)
		.filter(
			({ field, value }) =>
				!previous?.misfits.some((before) => before.field === field && same(before.value, value)),
		)
		.map(({ field, value, wanted }) => ({
			rule: 'wrongType',
			field: field || 'object',
			message: `${quoted(value)} is of the wrong type; write ${wanted}`,
		}))

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

function meant({ field, siblings }: UnknownField): string | undefined {
	const given = lettersOf(field.split(/[.[]/).at(-1) ?? '')
	return siblings.find((name) => {
		const known = lettersOf(name)
		return known === given || `${known}s` === given || known === `${given}s`
	})
}

const unknownField = (next: Sifted, previous: Sifted | undefined): Finding[] =>
	next.unknown
		.filter(isOurs)
		.filter(({ field }) => !previous?.unknown.some((before) => before.field === field))
		.map((found) => {
			const instead = meant(found)
			const message = `is unknown: kept, and of no effect${instead === undefined ? '' : `; did you mean ${instead}?`}`
			return { rule: 'unknownField', field: found.field, message, warning: true }
		})

export function judge(kind: Kind, previous: unknown, next: unknown, releases: Releases = builtIn): Finding[] {
	const after = decode(kind, next)
	const before = previous === undefined || previous === null ? undefined : decode(kind, previous)
	const change = { next: after.value ?? {}, previous: before && (before.value ?? {}), releases }
	return [...wrongType(after, before), ...check(kind, change), ...unknownField(after, before)]
}
