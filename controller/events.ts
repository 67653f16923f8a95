// Events on the cluster, in coreos' words where they mean the same. The same sentence is not said again for a while.
import type { KubeObject } from '../kube/objects.ts'
import { kinds } from '../kube/objects.ts'
import type { Observed } from './observed.ts'
import { isDeclared } from './rules/facts.ts'
import type { Plan } from './step.ts'
import type { Key, World } from './world.ts'

export interface Events {
	/** Nobody waits for it, and it never fails. */
	tell(key: Key, stored: KubeObject, seen: Observed, plan: Plan, failure?: string): Promise<void>
}

interface Said {
	readonly type: 'Normal' | 'Warning'
	readonly reason: string
	readonly message: string
}

type Tell<D extends Plan['do']> = (plan: Extract<Plan, { do: D }>, seen: Observed) => readonly Said[]

const normal = (reason: string, message: string): Said => ({ type: 'Normal', reason, message })
const warning = (reason: string, message: string): Said => ({ type: 'Warning', reason, message })

/** What is told of a step; of the others the log tells. */
const tales: { readonly [D in Plan['do']]?: Tell<D> } = {
	recordBirth: ({ why }) => [normal('Birth Recorded', why)],
	abandonBirth: ({ why }) => [warning('Birth Abandoned', why)],
	declare: (_, { status }) => [
		normal('New Member Added', `New member ${status.birth?.seed} added to cluster`),
	],
	// The disruption budget follows every change of the size.
	applyObjects: ({ names, why }, seen) =>
		isDeclared(seen) && names.some((name) => name.startsWith('Service '))
			? [normal('Service Put Right', why)]
			: [],
	relabel: ({ why }) => [normal('Labels Put Right', why)],
	addMember: ({ name }) => [normal('New Member Added', `New member ${name} added to cluster`)],
	promote: ({ why }) => [normal('Member Votes', why)],
	moveLeader: ({ why }) => [normal('Leader Moved', why)],
	removeMember: ({ name, rule, why }) => [
		...(rule === 'memberLost'
			? [warning('Replacing Dead Member', `The dead member ${name} is being replaced: ${why}`)]
			: []),
		normal('Member Removed', `Existing member ${name} removed from the cluster`),
	],
	startMember: ({ from, why }) => (from === 'itsVolume' ? [normal('Member Restarted', why)] : []),
	halt: ({ reason, why }) => [warning(reason, why)],
	wait: ({ rule, why }) => (rule === 'quorumLost' ? [warning('QuorumLost', why)] : []),
}

function sayings<D extends Plan['do']>(seen: Observed, plan: Plan & { readonly do: D }): readonly Said[] {
	const tale: Tell<D> | undefined = tales[plan.do]
	return tale?.(plan as Extract<Plan, { do: D }>, seen) ?? []
}

const againAfterMs = 10 * 60_000
/** What could not be told is tried again sooner. */
const untoldMs = 30_000

export function createEvents(world: Pick<World, 'kube' | 'log' | 'options'>, now: () => number): Events {
	const told = new Map<string, number>()
	let prunedAt = now()
	return {
		async tell({ namespace, name }, { metadata }, seen, plan, failure) {
			const findings = seen.findings.map(({ rule, field, message }): Said => ({
				type: 'Warning',
				reason: rule,
				message: `${field}: ${message}`,
			}))
			const failed: Said[] =
				failure === undefined ? [] : [{ type: 'Warning', reason: 'StepFailed', message: failure }]
			if (now() - prunedAt > 60_000) {
				for (const [key, at] of told) if (now() - at > againAfterMs) told.delete(key)
				prunedAt = now()
			}
			for (const { type, reason, message } of [...sayings(seen, plan), ...findings, ...failed]) {
				const key = JSON.stringify([metadata.uid, reason, message])
				if (now() - (told.get(key) ?? -Infinity) < againAfterMs) continue
				told.set(key, now())
				const time = new Date().toISOString().replace(/\.\d+Z$/, 'Z')
				const event = {
					metadata: { namespace, generateName: `${name}-` },
					involvedObject: {
						apiVersion: kinds.cluster.apiVersion,
						kind: kinds.cluster.kind,
						namespace,
						name,
						uid: metadata.uid,
					},
					type,
					reason,
					message: message.slice(0, 1000),
					source: { component: 'kubectl-etcd-controller' },
					reportingComponent: 'kubectl-etcd-controller',
					reportingInstance: world.options.identity,
					firstTimestamp: time,
					lastTimestamp: time,
					count: 1,
				}
				// An event that cannot be told is no reason to leave a cluster alone.
				await world.kube.create(kinds.event, event as unknown as KubeObject).catch((reason_: unknown) => {
					told.set(key, now() - againAfterMs + untoldMs)
					world.log.debug({ because: String(reason_) }, 'event not told')
				})
			}
		},
	}
}
