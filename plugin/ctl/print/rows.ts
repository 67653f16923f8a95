// Members, their health, state and hashes as rows: etcdctl writes them with commas between, or in a box. Pure.
import type { Answer } from './answer.ts'
import { size, unused } from './words.ts'
import { widthOf } from '../../screen/width.ts'

interface Rows {
	readonly titles: readonly string[]
	readonly rows: readonly (readonly string[])[]
}

const tableKinds = ['members', 'health', 'status', 'hashes'] as const

type InRows = Extract<Answer, { kind: (typeof tableKinds)[number] }>

export const isInRows = (told: Answer): told is InRows => tableKinds.some((kind) => kind === told.kind)

const statusTitles =
	'endpoint, ID, version, storage version, db size, in use, percentage not in use, quota, is leader, is learner, ' +
	'raft term, raft index, raft applied index, errors, downgrade target version, downgrade enabled'

export function rowsOf(told: InRows): Rows {
	switch (told.kind) {
		case 'members':
			return {
				titles: ['ID', 'Status', 'Name', 'Peer Addrs', 'Client Addrs', 'Is Learner'],
				rows: told.answer.members.map(({ id, name, peerUrls, clientUrls, isLearner }) => [
					id.toString(16),
					name === '' ? 'unstarted' : 'started',
					name,
					peerUrls.join(),
					clientUrls.join(),
					isLearner.toString(),
				]),
			}
		case 'health':
			return {
				titles: ['endpoint', 'health', 'took', 'error'],
				rows: told.answers.map(({ endpoint, health, took, error }) => [
					endpoint,
					health.toString(),
					took,
					error,
				]),
			}
		case 'status':
			return {
				titles: statusTitles.split(', '),
				rows: told.answers.map(({ endpoint, answer }) => {
					const memberId = answer.header?.memberId ?? 0n
					return [
						endpoint,
						memberId.toString(16),
						answer.version,
						answer.storageVersion,
						size(answer.dbSize),
						size(answer.dbSizeInUse),
						unused(answer.dbSizeInUse, answer.dbSize),
						size(answer.dbSizeQuota),
						(answer.leader === memberId).toString(),
						answer.isLearner.toString(),
						answer.raftTerm.toString(),
						answer.raftIndex.toString(),
						answer.raftAppliedIndex.toString(),
						answer.errors.join(', '),
						answer.downgradeInfo?.targetVersion ?? '',
						(answer.downgradeInfo?.enabled ?? false).toString(),
					]
				}),
			}
		case 'hashes':
			return {
				titles: ['endpoint', 'hash', 'hash revision'],
				rows: told.answers.map(({ endpoint, answer }) => [
					endpoint,
					answer.hash.toString(),
					answer.hashRevision.toString(),
				]),
			}
	}
}

const centred = (text: string, width: number): string => {
	const gap = width - widthOf(text)
	const left = Math.floor(gap / 2)
	return ' '.repeat(left) + text + ' '.repeat(gap - left)
}

const right = (text: string, width: number): string => ' '.repeat(width - widthOf(text)) + text

/** Titles in the middle, everything else on the right. */
export function box({ titles, rows }: Rows): string {
	const widths = titles.map((title, at) =>
		Math.max(widthOf(title), ...rows.map((row) => widthOf(row[at] ?? ''))),
	)
	const rule = `+${widths.map((width) => '-'.repeat(width + 2)).join('+')}+`
	const line = (cells: readonly string[], place: (text: string, width: number) => string): string =>
		`|${widths.map((width, at) => ` ${place(cells[at] ?? '', width)} `).join('|')}|`
	return [
		rule,
		line(
			titles.map((title) => title.toUpperCase()),
			centred,
		),
		rule,
		...rows.map((row) => line(row, right)),
		...(rows.length > 0 ? [rule] : []),
		'',
	].join('\n')
}
