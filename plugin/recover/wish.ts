// A plan that somebody agreed to, as the change that asks the operator for it; or why it is not asked for. Pure.
import type { Asked } from '../change/alter.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { grouped } from '../screen/amount.ts'
import type { Cluster } from '../target.ts'
import type { Plan } from './recovery.ts'

export interface Agreed {
	readonly keep: string
	/** By name, though they might come back. */
	readonly discard: readonly string[]
	readonly confirm: string | undefined
	/** Another one for each time that somebody asks. */
	readonly occasion: string
}

/** What is left to write, when it is as the plan says. */
export function lineOf({ metadata: { name, namespace = '' } }: Cluster, { survivor, waitFor }: Plan): string {
	const given = waitFor.map(({ member }) => member.name).join(',')
	const discard = given === '' ? '' : ` --discard ${given}`
	return `kubectl etcd recover ${name} -n ${namespace} --from-member ${survivor.member.name}${discard} --confirm=${name}`
}

const refused = (what: string, why: string | undefined, next: string | undefined): Failure =>
	new Failure({ what, why, next, exit: exits.refused })

/** Refuses what the plan does not say. */
function check(cluster: Cluster, plan: Plan, { keep, discard, confirm }: Agreed): void {
	const { name } = cluster.metadata
	const line = lineOf(cluster, plan)
	const { member, because } = plan.survivor
	if (keep !== member.name)
		throw refused(
			`not going on from ${keep}: ${member.name} is the one to go on from`,
			because.join('; '),
			line,
		)
	if (cluster.spec?.paused === true)
		throw refused(
			`not recovering ${name}: it is paused, so that the operator changes nothing`,
			undefined,
			`kubectl etcd resume ${name}, and then again`,
		)
	if (member.claim === undefined)
		throw refused(
			`not recovering ${name}: the data of ${keep} goes with its pod, so that it cannot be started anew`,
			undefined,
			`etcdctl snapshot save against ${keep}, which needs no quorum; then restore that into a new cluster`,
		)
	const unnamed = plan.waitFor.filter((one) => !discard.includes(one.member.name))
	if (unnamed.length > 0)
		throw refused(
			`not recovering ${name}: ${unnamed.map((one) => one.member.name).join(', ')} may come back, and then nothing is lost`,
			unnamed.map((one) => `${one.member.name}: ${one.because}`).join('; '),
			`wait, or give them up: ${line}`,
		)
	if (confirm === undefined)
		throw refused(`not recovering ${name} without its name once more`, plan.risk, line)
	if (confirm !== name)
		throw refused(`--confirm: "${confirm}" is not "${name}", which is what this is about`, undefined, line)
}

/** Everybody else by name: the operator gives nobody up who was not. */
export function recoveringFrom(cluster: Cluster, plan: Plan, agreed: Agreed): Asked {
	check(cluster, plan, agreed)
	const { keep, occasion } = agreed
	const known = (cluster.status?.memberStates ?? []).map(({ name = '' }) => name)
	const { revision } = plan.survivor.member.report
	const discard = plan.discarded.map(({ member }) => member.name).filter((name) => known.includes(name))
	const recovery = {
		keep,
		confirm: cluster.metadata.name,
		discard,
		...(revision !== undefined && { revision: Number(revision) }),
		occasion,
	}
	const at = revision === undefined ? '' : ` at revision ${grouped(revision)}`
	return {
		verb: 'recovering',
		// What an earlier one said is no part of this.
		patch: { spec: { recovery: { revision: null, ...recovery } } },
		fields: [['spec', 'recovery']],
		lines: [
			`${cluster.metadata.name}: goes on from ${keep}${at}, without ${discard.join(', ') || 'anybody else'}`,
			`spec.recovery: ${JSON.stringify(recovery)}`,
		],
	}
}
