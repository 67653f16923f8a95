// What members said of their data, side by side. Pure.
import { grouped } from '../screen/amount.ts'
import type { Look } from '../screen/look.ts'
import { table } from '../screen/table.ts'
import type { Cluster } from '../target.ts'
import type { Checked } from './ask.ts'

type Row = Checked['results'][number]

const hash = ({ said }: Row): string => ('hash' in said ? said.hash.toString(16).padStart(8, '0') : '-')
/** Below 0 while nothing was forgotten yet. */
const compacted = ({ said }: Row): string =>
	'hash' in said && said.compactRevision >= 0n ? grouped(said.compactRevision) : '-'
const why = ({ said }: Row): string => ('why' in said ? said.why : '')

const words = {
	same: 'same',
	different: 'DIFFERENT',
	lagging: 'lagging',
	compacted: 'compacted',
	silent: 'no answer',
	alone: 'not compared',
} as const

export function drawChecked(
	{ revision, results }: Checked,
	{ paint, width, letters }: Look,
): readonly string[] {
	const result = (row: Row): string => {
		const word =
			row.isLearner && row.result !== 'different' ? `${words[row.result]}, a learner` : words[row.result]
		if (row.result === 'different') return paint.bad(word)
		return row.result === 'same' ? paint.good(word) : paint.warn(word)
	}
	return [
		`at revision ${grouped(revision)}`,
		...table(
			results,
			[
				{ title: 'MEMBER', of: ({ name }) => name },
				{ title: 'HASH', of: hash },
				{ title: 'COMPACTED', of: compacted, right: true, dropped: 1 },
				{ title: 'RESULT', of: result },
				...(results.some((row) => why(row) !== '')
					? [{ title: 'WHY', of: (row: Row) => letters(why(row)), dropped: 2 }]
					: []),
			],
			{ width, headers: true },
		),
	]
}

/** What it means, and what to do. */
export function sayings(
	{ verdict, odd, again, results, revision }: Checked,
	{ metadata }: Cluster,
): readonly string[] {
	const ref = `${metadata.name} -n ${metadata.namespace ?? ''}`
	if (verdict === 'same') {
		const counted = results.filter(({ result }) => result === 'same' || result === 'alone').length
		return [
			counted === 1
				? 'one member holds the data: there is nobody to compare it with'
				: `${counted} members hold the same at revision ${grouped(revision)}`,
		]
	}
	if (verdict === 'unclear')
		return [
			again
				? 'history is being forgotten just now, so that sums cannot be compared: ask again'
				: 'not all voters could be compared: nothing is known of the others',
		]
	return [
		odd === undefined
			? 'members hold different data, and which of them is right cannot be said'
			: `${odd} holds other data than all others, which agree`,
		`  1  change nothing by hand, and pause the operator:   kubectl etcd pause ${ref}`,
		`  2  take a snapshot of every member:   kubectl etcd snapshot save ${ref} --from-member NAME`,
		odd === undefined
			? '  3  compare what the snapshots hold, and decide which one to go on from'
			: `  3  if the others are right:   kubectl etcd resume ${ref}, then   kubectl etcd members replace ${metadata.name} ${odd}`,
	]
}

export function checkDocument({ revision, verdict, odd, results }: Checked, { metadata }: Cluster) {
	return {
		apiVersion: 'cli.etcd.database.coreos.com/v1',
		kind: 'EtcdCheck',
		name: metadata.name,
		namespace: metadata.namespace,
		revision: revision.toString(),
		verdict,
		odd,
		members: results.map((row) => ({
			name: row.name,
			learner: row.isLearner,
			result: row.result,
			hash: 'hash' in row.said ? hash(row) : undefined,
			compactRevision: 'hash' in row.said ? row.said.compactRevision.toString() : undefined,
			why: why(row) || undefined,
		})),
	}
}
