// Who is a member: etcd's own list beside what Kubernetes and the operator know. Pure.
import { memberOfUrl } from '../../api/names.ts'
import type { Member } from '../../etcd/member.ts'
import type { MemberSight, Sight } from '../sight/sight.ts'
import { roleOf } from '../status/columns.ts'

/** Ghosts are listed and have no pod here; missing ones have a pod, or should, and are not listed. */
export type Mark = 'ghost' | 'missing' | 'joining'

export interface Row {
	readonly name: string
	readonly id: string | undefined
	readonly role: string
	readonly peerUrl: string | undefined
	/** Undefined where etcd's list was not seen. */
	readonly started: boolean | undefined
	/** Undefined where there is none, or where nobody may look; `seen` says which. */
	readonly pod: string | undefined
	readonly claim: string | undefined
	readonly seen: { readonly pods: boolean; readonly claims: boolean }
	readonly version: string | undefined
	readonly node: string | undefined
	readonly mark: Mark | undefined
}

const place = ({ cluster: { metadata, spec } }: Sight) => ({
	cluster: metadata.name,
	namespace: metadata.namespace ?? '',
	domain: spec?.pod?.ClusterDomain ?? '',
})

/** Before a member first starts it has no name, and its peer URL says whose it is. */
const nameOf = (sight: Sight, { name, peerUrl }: Member): string =>
	name || memberOfUrl(peerUrl, place(sight)) || ''

/** The entry of etcd's list that is this member. */
const entryOf = (sight: Sight, { name, report }: MemberSight): Member | undefined =>
	sight.listed?.members.find(({ id }) => id === report?.id) ??
	sight.listed?.members.find((entry) => nameOf(sight, entry) === name)

function markOf(sight: Sight, { state, pod }: MemberSight, listed: Member | undefined): Mark | undefined {
	if (sight.listed === undefined) return undefined
	if (listed !== undefined) return pod === undefined && sight.pods !== undefined ? 'ghost' : undefined
	return state?.role === 'Joining' ? 'joining' : 'missing'
}

const whatWasSeen = ({ pods, claims }: Sight) => ({ pods: pods !== undefined, claims: claims !== undefined })

function rowOf(sight: Sight, member: MemberSight): Row {
	const { name, pod, claim, report, state } = member
	const listed = entryOf(sight, member)
	const known = roleOf(member)
	// The operator’s word, where etcd’s list was not seen.
	const said = sight.listed === undefined ? state?.role?.toLowerCase() : undefined
	const told = listed === undefined ? (said ?? 'unknown') : listed.isLearner ? 'learner' : 'voter'
	return {
		name,
		id: listed?.id ?? report?.id ?? state?.id,
		role: known === 'unknown' ? told : known,
		peerUrl: listed?.peerUrl ?? state?.peerURL,
		started: listed?.started,
		pod: pod?.status?.phase ?? (pod && 'Pending'),
		claim: claim?.metadata.name,
		version: report?.version ?? state?.version,
		node: pod?.spec.nodeName,
		seen: whatWasSeen(sight),
		mark: markOf(sight, member, listed),
	}
}

const strangerOf = (sight: Sight, entry: Member): Row => ({
	name: nameOf(sight, entry),
	id: entry.id,
	role: entry.isLearner ? 'learner' : 'voter',
	peerUrl: entry.peerUrl,
	started: entry.started,
	pod: undefined,
	claim: undefined,
	version: undefined,
	node: undefined,
	seen: whatWasSeen(sight),
	mark: sight.pods === undefined ? undefined : 'ghost',
})

export function rowsOf(sight: Sight): readonly Row[] {
	const known = new Set(sight.members.map((member) => entryOf(sight, member)?.id))
	const others = (sight.listed?.members ?? []).filter(({ id }) => !known.has(id))
	return [
		...sight.members.map((member) => rowOf(sight, member)),
		...others.map((one) => strangerOf(sight, one)),
	]
}

/** What a mark means, and what follows from it. */
export function sayings(rows: readonly Row[], ref: string): readonly string[] {
	return rows.flatMap(({ name, id, mark }) => {
		const who = name || id || 'one without a name'
		if (mark === 'ghost')
			return [`${who} is a ghost: etcd counts it as a member, and it has no pod; kubectl etcd doctor ${ref}`]
		if (mark === 'missing')
			return [`${who} is missing: it has a pod, and etcd does not list it; kubectl etcd doctor ${ref}`]
		return []
	})
}
