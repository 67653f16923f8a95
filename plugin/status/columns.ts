// The table of members: what each column says, and which go first where there is little room. Pure.
import { readinessOf } from '../../kube/pod.ts'
import { age, bytes, grouped, lasting } from '../screen/amount.ts'
import { gauge, percent } from '../screen/gauge.ts'
import type { Look } from '../screen/look.ts'
import type { Column } from '../screen/table.ts'
import type { MemberSight, Sight } from '../sight/sight.ts'

const unknown = '-'

const readiness = ({ pod }: MemberSight): string => (pod && readinessOf(pod)?.status) ?? unknown

export function roleOf({ report, state }: MemberSight): string {
	if (report === undefined) return state?.role === 'Joining' ? 'joining' : 'unknown'
	if (report.leads) return 'leader'
	return report.isLearner ? 'learner' : 'follower'
}

/** What the leader has committed, or the furthest that anybody has come. */
export function headOf({ members }: Sight): bigint {
	const known = members.map(({ report }) =>
		report?.leads ? (report.committed ?? report.applied) : (report?.applied ?? 0n),
	)
	return known.reduce((most, one) => (one > most ? one : most), 0n)
}

/** How far it is behind; never below nothing, since members are asked at different moments. */
export function lagOf(sight: Sight, { report }: MemberSight): bigint | undefined {
	if (report === undefined || report.leads) return undefined
	const behind = headOf(sight) - report.applied
	return behind > 0n ? behind : 0n
}

const restarts = ({ pod }: MemberSight): string =>
	pod === undefined
		? unknown
		: (pod.status?.containerStatuses ?? [])
				.reduce((sum, { restartCount = 0 }) => sum + restartCount, 0)
				.toString()

const sinceText = (time: string | undefined, at: number): string =>
	time === undefined ? unknown : age(at - Date.parse(time))

function quotaText({ report }: MemberSight, { glyphs, paint }: Look): string {
	if (report === undefined || report.quota === 0) return unknown
	const { dbInUse, dbSize, quota } = report
	const text = `${gauge({ used: dbInUse, allocated: dbSize, of: quota }, glyphs)} ${percent(dbSize, quota)}`
	if (dbSize >= quota * 0.9) return paint.bad(text)
	return dbSize >= quota * 0.75 ? paint.warn(text) : text
}

export function columnsOf(sight: Sight, look: Look, isWide: boolean): readonly Column<MemberSight>[] {
	const { paint } = look
	type Of = (member: MemberSight) => string
	const text = (title: string, of: Of, dropped?: number): Column<MemberSight> => ({
		title,
		of,
		...(dropped !== undefined && { dropped }),
	})
	const number = (title: string, of: Of, dropped?: number): Column<MemberSight> => ({
		...text(title, of, dropped),
		right: true,
	})
	const role = (member: MemberSight): string => {
		const word = roleOf(member)
		if (word === 'unknown') return paint.bad(word)
		return word === 'leader' ? paint.strong(word) : word
	}
	const ready = (member: MemberSight): string =>
		readiness(member) === 'True' ? 'True' : paint.bad(readiness(member))
	return [
		text('NAME', ({ name }) => name),
		text('ROLE', role),
		text('READY', ready),
		number('DB', ({ report }) => (report ? bytes(report.dbSize) : unknown), 3),
		number('IN-USE', ({ report }) => (report ? bytes(report.dbInUse) : unknown), 8),
		text('QUOTA', (member) => quotaText(member, look), 6),
		number('LAG', (member) => lagText(sight, member), 1),
		number(
			'FSYNC-P99',
			({ report }) => (report?.fsyncP99 === undefined ? unknown : lasting(report.fsyncP99)),
			7,
		),
		number('RESTARTS', restarts, 5),
		text('NODE', ({ pod }) => pod?.spec.nodeName ?? unknown, 2),
		text('AGE', ({ pod }) => sinceText(pod?.metadata.creationTimestamp, sight.at), 4),
		...(isWide
			? [
					text('MEMBER-ID', ({ report, state }) => report?.id ?? state?.id ?? unknown),
					text('VERSION', ({ report, state }) => report?.version ?? state?.version ?? unknown),
					number('TERM', ({ report }) => report?.term?.toString() ?? unknown),
					number('APPLIED', ({ report }) => (report ? grouped(report.applied) : unknown)),
					number('REVISION', ({ report }) =>
						report?.revision === undefined ? unknown : grouped(report.revision),
					),
					number('RTT', ({ report }) => (report ? lasting(report.roundTripMs / 1000) : unknown)),
					text('POD-IP', ({ pod }) => pod?.status?.podIP ?? unknown),
					text('PVC', ({ claim }) => claim?.metadata.name ?? '<none>'),
				]
			: []),
	]
}

function lagText(sight: Sight, member: MemberSight): string {
	const lag = lagOf(sight, member)
	return lag === undefined ? unknown : grouped(lag)
}
