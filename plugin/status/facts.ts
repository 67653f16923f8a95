// The few lines between the verdict and the table: what holds for the whole cluster. Pure.
import { compareVersions, parseVersion, versionText } from '../../api/version.ts'
import { age } from '../screen/amount.ts'
import type { Sight } from '../sight/sight.ts'
import type { Quorum } from './quorum.ts'

export type Fact = readonly [title: string, text: string]

const none = '<unknown>'

function quorumFact({ voters, needed, well, canLose, unseen }: Quorum): string {
	if (voters.length === 0) return none
	const counted = `${voters.length} ${voters.length === 1 ? 'voter' : 'voters'}, need ${needed}`
	if (canLose < 0 && unseen.length > 0) return `${counted}, saw ${well.length}`
	if (canLose < 0)
		return `${counted}, have ${well.length}${well.length > 0 ? `: ${well.map(({ name }) => name).join(', ')}` : ''}`
	return `${counted}: can lose ${canLose}${well.length < voters.length ? ' more' : ''}`
}

function leaderFact({ members }: Sight): string {
	const leader = members.find(({ report }) => report?.leads)
	if (leader === undefined) return '<none>'
	const term = leader.report?.term
	return term === undefined ? leader.name : `${leader.name}, term ${term}`
}

function versionFact({ members, cluster }: Sight): string {
	const running = members
		.map(({ report }) => parseVersion(report?.version))
		.filter((version) => version !== undefined)
		.toSorted(compareVersions)
		.map(versionText)
	const distinct = [...new Set(running)]
	const said = cluster.status?.currentVersion
	const is = distinct.length > 0 ? distinct.join(' and ') : said ? `${said} (by the operator)` : none
	const stored = [...new Set(members.flatMap(({ report }) => report?.storageVersion || []))]
	const storage =
		stored.length > 0 ? ` (storage ${stored.map((one) => one.replace(/\.0$/, '')).join(' and ')})` : ''
	const target = cluster.status?.targetVersion
	return `${is}${storage}${target && target !== said ? ` → ${target}` : ''}`
}

function operatorFact({ cluster }: Sight): string {
	const { generation } = cluster.metadata
	const seen = cluster.status?.observedGeneration
	if (seen === undefined) return 'has said nothing yet'
	const applied = generation === undefined ? `${seen}` : `${seen}/${generation}`
	const paused = cluster.spec?.paused ? ', paused' : ''
	return `spec ${applied} seen${paused}`
}

function alarmFact({ members }: Sight): string {
	if (!members.some(({ report }) => report !== undefined)) return none
	const kinds = new Set(members.flatMap(({ report }) => (report?.alarms ?? []).map(({ kind }) => kind)))
	return [...kinds].join(', ') || 'none'
}

function certificateFact({ cluster, at }: Sight): string | undefined {
	const ends = (cluster.status?.certificates ?? []).flatMap(({ notAfter }) =>
		notAfter ? [Date.parse(notAfter)] : [],
	)
	if (ends.length === 0) return undefined
	const first = Math.min(...ends)
	return first <= at ? `one ended ${age(at - first)} ago` : `first ends in ${age(first - at)}`
}

function snapshotFact({ cluster, at }: Sight): string {
	const last = cluster.status?.lastBackup
	if (last?.time === undefined) return 'none known'
	const revision = last.revision === undefined ? '' : `, revision ${last.revision}`
	return `${age(at - Date.parse(last.time))} ago${revision}${last.location ? `, ${last.location}` : ''}`
}

export function factsOf(sight: Sight, quorum: Quorum): readonly Fact[] {
	const certificates = certificateFact(sight)
	const allowed = sight.budget?.status?.disruptionsAllowed
	const facts: readonly (Fact | undefined)[] = [
		['Quorum', quorumFact(quorum)],
		['Leader', leaderFact(sight)],
		['Version', versionFact(sight)],
		['Operator', operatorFact(sight)],
		['Alarms', alarmFact(sight)],
		['Snapshot', snapshotFact(sight)],
		certificates === undefined ? undefined : ['Certificates', certificates],
		allowed === undefined ? undefined : ['Disruptions', `${allowed} allowed`],
	]
	return facts.filter((fact) => fact !== undefined)
}
