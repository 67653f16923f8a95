// Whether members are on their way to another version, and how long the last of them has taken. Pure.
import type { Condition, News } from '../../api/conditions.ts'
import { mine, podOf } from '../rules/facts.ts'
import { changeOf } from '../rules/outdated.ts'
import type { MemberSeen, Observed } from '../observed.ts'
import type { Plan } from '../step.ts'

/** A member that takes longer than this is not only slow. */
const longestMs = 10 * 60_000

export const late = 'ProgressDeadlineExceeded'

const settled: News = { type: 'Upgrading', status: 'False', reason: 'Settled', message: '' }

/** Members whose pod is not as the spec wants it; another operator's are not among them until their version is. */
const toChange = (seen: Observed, all: readonly MemberSeen[]): readonly MemberSeen[] =>
	all.filter(({ name }) => {
		const pod = podOf(seen, name)
		return pod !== undefined && changeOf(seen, pod) !== undefined
	})

export const versionsDiffer = ({ pods, wanted }: Observed): boolean =>
	wanted !== undefined && pods.some(({ version, everRan }) => everRan && version !== wanted.target)

/** Of when it says the same since, by the condition itself: another sentence begins the time anew. */
function isLate({ reason, message, lastUpdateTime }: Condition, says: string, now: string): boolean {
	if (message !== says) return false
	return reason === late || Date.parse(now) - Date.parse(lastUpdateTime ?? now) > longestMs
}

export function upgrading(seen: Observed, plan: Plan, now: string): News {
	const { wanted, members, status } = seen
	if (wanted === undefined || !members.fresh) return keptAs(status.conditions) ?? settled
	const all = mine(members)
	const left = toChange(seen, all).length
	const isBack = plan.rule !== 'rolls' && !status.targetVersion
	if (left === 0 && isBack) return settled
	const what = status.targetVersion
		? `members go to ${status.targetVersion}`
		: 'members are made as the spec says'
	const message = `${what}: ${all.length - left} of ${all.length} are there`
	const before = (status.conditions ?? []).find(({ type }) => type === 'Upgrading')
	const reason = before?.status === 'True' && isLate(before, message, now) ? late : 'Cluster upgrading'
	return { type: 'Upgrading', status: 'True', reason, message }
}

/** While nobody can be asked what was said last still stands. */
function keptAs(conditions: readonly Condition[] = []): News | undefined {
	const before = conditions.find(({ type, status }) => type === 'Upgrading' && status === 'True')
	return (
		before && {
			type: 'Upgrading',
			status: 'True',
			reason: before.reason ?? '',
			message: before.message ?? '',
		}
	)
}
