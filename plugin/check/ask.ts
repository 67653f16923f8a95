// Asks all members at once for their sums at one revision, and again when history was forgotten in between.
import { refOf } from '../cluster.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { dialects } from '../../etcd/dialect.ts'
import { EtcdError } from '../../etcd/errors.ts'
import { minorIn } from '../../api/releases.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { hiddenBy } from '../sight/hidden.ts'
import type { Members, OpenMember } from '../sight/members.ts'
import type { MemberSight, Sight } from '../sight/sight.ts'
import { compare, type Answer, type Compared } from './compare.ts'

export interface Checked extends Compared {
	readonly revision: bigint
}

const mostTries = 4
const betweenMs = 500

const reasonOf = (reason: unknown): Answer['said'] => {
	if (!(reason instanceof EtcdError)) throw reason
	if (reason.code === 'futureRevision') return { none: 'lagging', why: 'it has not come so far' }
	if (reason.code === 'compacted') return { none: 'compacted', why: 'it has forgotten that revision' }
	return { none: 'silent', why: reason.message }
}

async function ask(member: MemberSight, open: OpenMember | undefined, revision: bigint): Promise<Answer> {
	const { name, report, silence } = member
	const isLearner = report?.isLearner ?? member.state?.role === 'Learner'
	if (open === undefined || report === undefined)
		return { name, isLearner, said: { none: 'silent', why: silence?.what ?? 'it does not answer' } }
	const said = await open.client.hashKv(revision).catch(reasonOf)
	return { name, isLearner, said }
}

function refuseEarly({ members }: Sight): void {
	const early = members.find(({ report }) => {
		const minor = minorIn(report?.version)
		return minor !== undefined && !dialects[minor].hashesKv
	})
	if (early === undefined) return
	throw new Failure({
		what: `${early.name} runs ${early.report?.version ?? ''}, which tells no sum of what it holds`,
		exit: exits.blind,
	})
}

/** The last one that all voters have. */
function lowest(sight: Sight): bigint {
	const { members, cluster } = sight
	const told = members.filter(({ report }) => report !== undefined && !report.isLearner)
	const revisions = told.flatMap(({ report }) => report?.revision ?? [])
	const [first, ...more] = revisions
	if (first === undefined)
		throw new Failure({
			what: `no member of ${cluster.metadata.name} says how far it is`,
			next: `kubectl etcd status ${refOf(cluster)}`,
			...hiddenBy(sight),
			exit: exits.blind,
		})
	return more.reduce((one, other) => (one < other ? one : other), first)
}

export async function checkAll(
	members: Pick<Members, 'sight' | 'look' | 'open'>,
	wanted: bigint | undefined,
	signal: AbortSignal,
): Promise<Checked> {
	let sight = members.sight
	for (let tries = 1; ; tries++) {
		refuseEarly(sight)
		const revision = wanted ?? lowest(sight)
		const answers = await Promise.all(
			sight.members.map(async (member) => await ask(member, members.open(member.name), revision)),
		)
		const compared = compare(answers)
		const isPassing =
			compared.again ||
			compared.results.some(({ result, isLearner }) => result === 'lagging' && !isLearner) ||
			(wanted === undefined && compared.results.some(({ result }) => result === 'compacted'))
		if (!isPassing || tries === mostTries) return { ...compared, revision }
		await sleep(betweenMs, undefined, { signal })
		sight = await members.look()
	}
}
