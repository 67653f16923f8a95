// What is asked of a cluster that lost its quorum for good: whether it was meant, and can be meant. Pure. Whether the quorum is lost
// at all, and for good, only the controller can say, as it is about to act.
import type { EtcdCluster } from '../types.ts'
import { nothing, quoted, refuse, same, warn, type Check, type Found } from './finding.ts'

const field = 'spec.recovery'

type Change = Parameters<Check<EtcdCluster>>[0]

/** What is newly asked for. */
const asked = ({ previous, next }: Change) => {
	const wish = next.spec?.recovery
	return wish === undefined || same(previous?.spec?.recovery, wish) ? undefined : wish
}

const knownNames = ({ previous, next }: Change): readonly string[] =>
	((previous?.status ?? next.status)?.memberStates ?? []).map(({ name = '' }) => name)

const recoveryUnconfirmed: Check<EtcdCluster> = (change) => {
	const wish = asked(change)
	const { name = '' } = change.next.metadata ?? {}
	if (wish === undefined || wish.confirm === name) return nothing
	const said = wish.confirm === undefined ? 'is missing' : `${quoted(wish.confirm)} is not this cluster`
	return refuse(
		`${field}.confirm`,
		`${said}; write ${name} if all shall be given up that ${wish.keep ?? 'the member to keep'} does not hold`,
	)
}

const recoveryOfNobody: Check<EtcdCluster> = (change) => {
	const wish = asked(change)
	if (wish === undefined || change.previous === undefined) return nothing
	const known = knownNames(change)
	const list = known.length === 0 ? 'kubectl etcd members lists them' : `write one of ${known.join(', ')}`
	if (!wish.keep) return refuse(`${field}.keep`, `is missing; ${list}`)
	if (known.includes(wish.keep)) return nothing
	return refuse(`${field}.keep`, `${quoted(wish.keep)} is no member; ${list}`)
}

const recoveryContradicts: Check<EtcdCluster> = (change) => {
	const wish = asked(change)
	if (wish?.keep === undefined || wish.discard === undefined) return nothing
	const known = knownNames(change)
	const strangers = change.previous === undefined ? [] : wish.discard.filter((name) => !known.includes(name))
	return [
		...(wish.discard.includes(wish.keep)
			? refuse(`${field}.discard`, `${quoted(wish.keep)} is to be kept; leave it out`)
			: nothing),
		...strangers.map((name): Found => ({
			field: `${field}.discard`,
			message: `${quoted(name)} is no member; leave it out`,
		})),
	]
}

/** Another value is another recovery, and one must be over before the next. */
const recoveryUnderWay: Check<EtcdCluster> = ({ previous, next }) => {
	const { state = '', keep } = previous?.status?.recovery ?? {}
	if (!['stopping', 'alone'].includes(state)) return nothing
	if (same(previous?.spec?.recovery, next.spec?.recovery)) return nothing
	return refuse(
		field,
		`cannot change while the cluster goes on from ${keep}; put it back, and wait until status.recovery.state is done`,
	)
}

const recoveryAtCreation: Check<EtcdCluster> = ({ previous, next }) =>
	previous === undefined && next.spec?.recovery !== undefined
		? warn(field, 'has no effect on a new cluster; leave it out')
		: nothing

export const recoveryRules = {
	recoveryUnconfirmed,
	recoveryOfNobody,
	recoveryContradicts,
	recoveryUnderWay,
	recoveryAtCreation,
} satisfies Record<string, Check<EtcdCluster>>
