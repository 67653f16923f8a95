// kubectl etcd doctor.
import { version } from '../built-in/version.ts'
import type { Call } from '../call.ts'
import { doctor } from '../catalogue/doctor.ts'
import { checkAll } from '../check/ask.ts'
import type { Compared } from '../check/compare.ts'
import { checks } from '../doctor/checks.ts'
import { chosen, diagnose, type Diagnosis } from '../doctor/diagnosis.ts'
import { diagnosisDocument, drawDiagnosis, junit } from '../doctor/draw.ts'
import type { Install, Seen } from '../doctor/facts.ts'
import { factsOf, installOf } from '../doctor/gather.ts'
import { exits, type Exit } from '../exit.ts'
import { Failure } from '../failure.ts'
import { EtcdError } from '../../etcd/errors.ts'
import { kinds } from '../../kube/objects.ts'
import { documentText } from '../output.ts'
import type { Reach } from '../reach.ts'
import { lookOf } from '../screen/look.ts'
import { gather } from '../sight/gather.ts'
import { withMembers } from '../sight/members.ts'
import { targetOf, type Cluster } from '../target.ts'

/** From what ends worst to what ends best. */
const worst: readonly Exit[] = [exits.noQuorum, exits.degraded, exits.blind]

export async function run(call: Call): Promise<number> {
	const { flags, terminal } = call
	const wanted = chosen(checks, { only: flags.text('only'), skip: flags.text('skip') })
	const reach = await call.reach()
	const isAll = flags.truth('all-namespaces') === true
	const clusters = isAll ? await reach.kube.list<Cluster>(kinds.cluster, {}) : [await targetOf(call)]
	const install = await installOf(reach, version)
	const all: Diagnosis[] = []
	// One after the other: each asks all of its members at once.
	for (const cluster of clusters) all.push(await examined(call, reach, { cluster, install, wanted }))
	if (all.length === 0) terminal.err('No resources found\n')
	terminal.out(await shown(call, all, isAll))
	return worst.find((code) => all.some(({ exit }) => exit === code)) ?? exits.done
}

interface Case {
	readonly cluster: Cluster
	readonly install: Install
	readonly wanted: ReadonlySet<string>
}

async function examined(call: Call, reach: Reach, { cluster, install, wanted }: Case): Promise<Diagnosis> {
	const { flags, signal } = call
	const timeoutMs = flags.span('timeout')
	const sight = await gather(reach, cluster, { depth: 3, timeoutMs, nodes: 'all' }, signal)
	const facts = await factsOf(reach, sight, { install, command: doctor }, { timeoutMs, signal })
	const isDeep = flags.truth('deep') === true && wanted.has('D13')
	const compared = isDeep ? await comparedOf(reach, cluster, timeoutMs, signal) : undefined
	return diagnose({ ...facts, compared }, checks, wanted)
}

async function comparedOf(
	reach: Reach,
	cluster: Cluster,
	timeoutMs: number,
	signal: AbortSignal,
): Promise<Seen<Compared>> {
	try {
		const value = await withMembers(
			reach,
			cluster,
			{ timeoutMs },
			signal,
			async (members) => await checkAll(members, undefined, signal),
		)
		return { value }
	} catch (reason) {
		if (reason instanceof Failure || reason instanceof EtcdError) return { unseen: reason.message }
		throw reason
	}
}

async function shown({ flags, terminal }: Call, all: readonly Diagnosis[], isAll: boolean): Promise<string> {
	const format = flags.text('output')
	if (format === 'junit') return junit(all)
	if (format === 'json' || format === 'yaml') {
		const items = all.map(diagnosisDocument)
		return await documentText(format, isAll ? { apiVersion: 'v1', kind: 'List', items } : items[0])
	}
	const look = lookOf(terminal)
	const blocks = all.map((one) => drawDiagnosis(one, look).join('\n'))
	return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`
}
