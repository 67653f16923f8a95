// What is asked of a cluster's object again and again. Pure.
import type { Condition } from '../api/conditions.ts'
import { memberHost } from '../api/names.ts'
import { Failure } from './failure.ts'
import { nearest } from './line/nearest.ts'
import type { Cluster } from './target.ts'

export const conditionOf = ({ status }: Cluster, type: string): Condition | undefined =>
	status?.conditions?.find((one) => one.type === type)

/** As a command takes it, whatever namespace the next one is written in. */
export const refOf = ({ metadata: { name, namespace = 'default' } }: Cluster): string =>
	`${name} -n ${namespace}`

/** The name that its certificate must have. */
export const hostOf = ({ metadata: { name, namespace = '' }, spec }: Cluster, member: string): string =>
	memberHost(member, { cluster: name, namespace, domain: spec?.pod?.ClusterDomain ?? '' })

/** The member that a word names, of those: its whole name, or what follows its cluster's. Who is not among them is somebody else's. */
export function memberAmong<T extends { readonly name?: string }>(
	{ metadata }: Cluster,
	members: readonly T[],
	word: string,
): T {
	const of = metadata.name
	const found = members.find(({ name }) => name === word || name === `${of}-${word}`)
	if (found !== undefined) return found
	const names = members.map(({ name = '' }) => name)
	const near = nearest(word, names)
	throw new Failure({
		what: `"${word}" is no member of ${of}: ${names.join(', ') || 'it has none yet'}`,
		next: near === undefined ? undefined : `did you mean ${near}?`,
	})
}
