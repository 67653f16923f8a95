// One look at one cluster, as deep as is permitted and answered: Kubernetes first, then all members at once, within one deadline.
import { hostOf, refOf } from '../cluster.ts'
import type { Membership } from '../../etcd/member.ts'
import type { Pod } from '../../kube/pod.ts'
import type { Reach } from '../reach.ts'
import type { Cluster } from '../target.ts'
import type { Asked } from './ask.ts'
import { credentialsOf, type Credentials } from './credentials.ts'
import { surroundingsOf, withNodes, type Nodes, type Surroundings } from './kubernetes.ts'
import { memberNames, notAskable } from './names.ts'
import { within } from './within.ts'
import type { Depth, MemberSight, Note, Sight } from './sight.ts'

interface How {
	readonly depth: Depth
	readonly timeoutMs: number
	readonly nodes?: Nodes
}

const nothing: Surroundings = {
	pods: undefined,
	claims: undefined,
	nodes: undefined,
	budget: undefined,
	notes: [],
}
const plain = { isPlain: true } as const

/** From the first who gives one. */
async function listedBy(asked: readonly Asked[], until: AbortSignal): Promise<Membership | undefined> {
	for (const { list } of asked) {
		const found = list && (await within(until, list))
		if (found && 'value' in found) return found.value
	}
	return undefined
}

export async function gather(
	reach: Reach,
	cluster: Cluster,
	{ depth, timeoutMs, nodes: wanted = 'several' }: How,
	signal: AbortSignal,
): Promise<Sight> {
	const began = performance.now()
	const [around, credentials] = await Promise.all([
		depth >= 1 ? surroundingsOf(reach, cluster, wanted) : nothing,
		depth >= 3 ? credentialsOf(reach, cluster) : plain,
		// What speaks to members is loaded while the API server answers.
		depth >= 2 ? import('./ask.ts') : undefined,
	])
	const until = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
	const names = memberNames(cluster, around.pods)
	const asked = await Promise.all(
		names.map(
			async (name) => await ask({ reach, cluster, around, credentials, depth, until, timeoutMs }, name),
		),
	)
	const silent = asked.flatMap(({ sight: { pod, silence } }) => (silence && pod?.spec.nodeName) ?? [])
	const [listed, { nodes, notes }] = await Promise.all([
		listedBy(asked, until),
		withNodes(reach, around, [...new Set(silent)]),
	])
	for (const one of asked) one.close()
	const heard = asked.filter(({ sight }) => sight.report !== undefined)
	const seen: Depth = listed !== undefined ? 3 : heard.length > 0 ? 2 : around.pods ? 1 : 0
	return {
		at: Date.now(),
		tookMs: Math.round(performance.now() - began),
		depth: depth < 2 ? depth : seen,
		cluster,
		members: asked.map(({ sight }) => sight),
		listed,
		pods: around.pods,
		claims: around.claims,
		nodes,
		budget: around.budget,
		notes: [...notes, ...notesOf(credentials, asked)],
	}
}

/** What several members have in common is said once. */
function notesOf(
	credentials: Credentials,
	asked: readonly { readonly notes: readonly Note[] }[],
): readonly Note[] {
	const all = [...('note' in credentials ? [credentials.note] : []), ...asked.flatMap(({ notes }) => notes)]
	return [...new Map(all.map((note) => [note.what, note])).values()]
}

interface Ground {
	readonly reach: Reach
	readonly cluster: Cluster
	readonly around: Surroundings
	readonly credentials: Credentials
	readonly depth: Depth
	readonly until: AbortSignal
	readonly timeoutMs: number
}

interface Told extends Asked {
	readonly sight: MemberSight
}

async function ask(ground: Ground, name: string): Promise<Told> {
	const { cluster, around, depth } = ground
	const pod = around.pods?.find((one) => one.metadata.name === name)
	const claim = around.claims?.find((one) => one.metadata.name === name)
	const state = cluster.status?.memberStates?.find((one) => one.name === name)
	const known = { name, pod, claim, state }
	const ref = refOf(cluster)
	const silence =
		depth < 2
			? { kind: 'unseen' as const, what: 'nobody asked it' }
			: notAskable(pod, around.pods !== undefined, ref)
	if (silence !== undefined)
		return {
			report: undefined,
			silence,
			notes: [],
			list: undefined,
			close: () => {},
			sight: { ...known, report: undefined, silence },
		}
	const { askMember } = await import('./ask.ts')
	const answer = await askMember(ground.reach, placeOf(ground, name, pod), ground.until)
	return { ...answer, sight: { ...known, report: answer.report, silence: answer.silence } }
}

function placeOf({ cluster, credentials, depth, timeoutMs }: Ground, name: string, pod: Pod | undefined) {
	const { namespace = '' } = cluster.metadata
	return {
		ref: refOf(cluster),
		namespace,
		pod: name,
		node: pod?.spec.nodeName ?? '',
		host: hostOf(cluster, name),
		credentials,
		asClient: depth >= 3,
		withinMs: timeoutMs,
	}
}
