// Events on the cluster, in coreos' words where they mean the same.
import type { KubeObject } from '../kube/objects.ts'
import { kinds } from '../kube/objects.ts'
import type { Observed } from './observed.ts'
import { minorIn } from '../api/releases.ts'
import { isDeclared, podOf } from './rules/facts.ts'
import { isBetweenMinors, minorsOf } from './rules/outdated.ts'
import { notGrown } from './rules/volumes.ts'
import type { Plan } from './step.ts'
import { normal, warning, type Said, type Teller } from './tell.ts'
import type { Key } from './world.ts'

export interface Events {
	/** Nobody waits for it, and it never fails. */
	tell(key: Key, stored: KubeObject, seen: Observed, plan: Plan, failure?: string): Promise<void>
}

type Tell<D extends Plan['do']> = (plan: Extract<Plan, { do: D }>, seen: Observed) => readonly Said[]

/** What is told of a step; of the others the log tells. */
const tales: { readonly [D in Plan['do']]?: Tell<D> } = {
	recordBirth: ({ why }) => [normal('Birth Recorded', why)],
	rebirth: ({ why }) => [warning('Restore Begun', why)],
	abandonBirth: ({ why }) => [warning('Birth Abandoned', why)],
	declare: (_, { status }) => [
		normal('New Member Added', `New member ${status.birth?.seed} added to cluster`),
	],
	growClaim: ({ why }) => [normal('Volume Grows', why)],
	// The disruption budget follows every change of the size.
	applyObjects: ({ names, why }, seen) =>
		isDeclared(seen) && names.some((name) => name.startsWith('Service '))
			? [normal('Service Put Right', why)]
			: [],
	relabel: ({ why }) => [normal('Labels Put Right', why)],
	addMember: ({ name }) => [normal('New Member Added', `New member ${name} added to cluster`)],
	aim: ({ version }, seen) => [
		normal('Upgrading', `members go to ${version}`),
		...withoutBackup(seen, version),
	],
	withdraw: ({ last, why }, seen) =>
		last && seen.wanted && isBetweenMinors(seen) && minorsOf(seen).at(-1) === seen.wanted.targetMinor
			? [normal('Point Of No Return', `${why}: it is the last one, and afterwards nobody goes back by image`)]
			: [],
	changeImage: ({ name, version }, seen) => [
		normal('Member Upgraded', `Member ${name} upgraded from ${podOf(seen, name)?.version} to ${version}`),
	],
	goDown: ({ why }) => [normal('Downgrade Prepared', why)],
	cancelDown: ({ why }) => [normal('Downgrade Cancelled', why)],
	compact: ({ why }) => [warning('History Compacted', why)],
	defragment: ({ why }) => [normal('Member Defragmented', why)],
	disarm: ({ why }) => [normal('Alarm Disarmed', why)],
	promote: ({ why }) => [normal('Member Votes', why)],
	moveLeader: ({ why }) => [normal('Leader Moved', why)],
	removeMember: ({ name, rule, why }) => [
		...(rule === 'memberLost'
			? [warning('Replacing Dead Member', `The dead member ${name} is being replaced: ${why}`)]
			: []),
		...(rule === 'corrupt' || rule === 'saysCorrupt' ? [warning('Replacing Corrupt Member', why)] : []),
		normal('Member Removed', `Existing member ${name} removed from the cluster`),
	],
	refuseRecovery: ({ why }) => [warning('Recovery Refused', why)],
	recordRecovery: ({ why }) => [warning('Recovery Begun', why)],
	discardClaim: ({ why }) => [warning('Volume Given Up', why)],
	startAlone: ({ why }) => [warning('Member Starts Alone', why)],
	recordAlone: ({ why }) => [warning('Member Is Alone', why)],
	endRecovery: ({ why }) => [warning('Recovered', why)],
	startMember: ({ from, why }) => (from === 'itsVolume' ? [normal('Member Restarted', why)] : []),
	halt: ({ reason, why }) => [warning(reason, why)],
	wait: ({ rule, why }) => {
		if (rule === 'full') return [warning('NoSpace', why)]
		return rule === 'quorumLost' ? [warning('QuorumLost', why)] : []
	},
}

/** A later minor cannot be left again but by a snapshot, or by etcd's own way down. */
function withoutBackup({ status, pods }: Observed, version: string): readonly Said[] {
	const minor = minorIn(version)
	if (status.lastBackup?.time !== undefined || pods.every((pod) => minorIn(pod.version) === minor)) return []
	return [
		warning(
			'No Backup',
			`no verified backup of this cluster is known; take one before it goes to ${version}`,
		),
	]
}

function sayings<D extends Plan['do']>(seen: Observed, plan: Plan & { readonly do: D }): readonly Said[] {
	const tale: Tell<D> | undefined = tales[plan.do]
	return tale?.(plan as Extract<Plan, { do: D }>, seen) ?? []
}

export function createEvents(tell: Teller): Events {
	return {
		async tell(key, { metadata }, seen, plan, failure) {
			const findings = seen.findings.map(({ rule, field, message }) => warning(rule, `${field}: ${message}`))
			const volumes = notGrown(seen)
			const small = volumes === undefined ? [] : [warning('VolumeNotGrown', volumes)]
			const failed = failure === undefined ? [] : [warning('StepFailed', failure)]
			for (const said of [...sayings(seen, plan), ...findings, ...small, ...failed])
				await tell(kinds.cluster, key, metadata.uid, said)
		},
	}
}
