// Members as a loss leaves them.
import type { Claim, Pod } from '../../../kube/pod.ts'
import { drawRecovery } from '../../../plugin/recover/draw.ts'
import type { Recovery } from '../../../plugin/recover/recovery.ts'
import { lookOf } from '../../../plugin/screen/look.ts'
import type { MemberReport, MemberSight, Node, Sight } from '../../../plugin/sight/sight.ts'
import { cluster, down, sight, well } from '../status/seen.ts'

const claim = (name: string, more: Partial<Claim> = {}): Claim => ({
	metadata: { name, uid: `uid-${name}` },
	status: { phase: 'Bound' },
	...more,
})

export const withVolume = (member: MemberSight, more: Partial<Claim> = {}): MemberSight => ({
	...member,
	claim: claim(member.name, more),
	state: { ...member.state, claimUID: `uid-${member.name}` },
})

const alone = { leads: false, hasLeader: false, confirmed: false } as const
export const left = (index: number, more: Partial<MemberReport> = {}): MemberSight =>
	withVolume(well(index, { ...alone, ...more }))
export const withoutAnything = (index: number): MemberSight => ({
	...down(index, 'it has no pod'),
	pod: undefined,
})
export const broken = (index: number): MemberSight => withVolume(down(index, 'its container does not run'))
const message =
	'"msg":"discovery failed","error":"couldn\'t find local name \\"orders-b\\" in the initial cluster configuration"'
/** Its process finds an empty directory, ends, and is started again and again. */
export const emptied = (member: MemberSight): MemberSight => ({
	...member,
	pod: {
		...(member.pod as Pod),
		status: {
			phase: 'Running',
			containerStatuses: [
				{
					name: 'etcd',
					restartCount: 4,
					state: { waiting: { reason: 'CrashLoopBackOff' } },
					lastState: { terminated: { exitCode: 1, message } },
				},
			],
		},
	},
})
export const learner = (member: MemberSight): MemberSight => ({
	...member,
	state: { ...member.state, role: 'Learner' },
})

const node = (name: string, status: string): Node => ({
	metadata: { name },
	status: { conditions: [{ type: 'Ready', status }] },
})
export const nodes = (...away: readonly string[]): ReadonlyMap<string, Node> =>
	new Map(
		['node-a', 'node-b', 'node-c'].map((name) => [
			name,
			node(name, away.includes(name) ? 'Unknown' : 'True'),
		]),
	)

export const onVolumes = cluster({}, { pod: { persistentVolumeClaimSpec: {} } })
export const inPods = cluster({}, {})
export const inMemory = cluster({}, { pod: { tmpfs: true } })
export const seen = (members: readonly MemberSight[], more: Partial<Sight> = {}): Sight =>
	sight(members, { cluster: onVolumes, nodes: nodes(), ...more })

export const corrupt = (memberId: string) => ({ alarms: [{ memberId, kind: 'CORRUPT' }] })
export const ended = (member: MemberSight): MemberSight => ({
	...member,
	pod: { ...(member.pod as Pod), status: { phase: 'Failed', reason: 'Evicted' } },
})

/** Empty where nothing is drawn. */
export const textOf = (shown: Sight, recovery: Recovery, width?: number): string => {
	if (recovery.is !== 'plan' && recovery.is !== 'wait' && recovery.is !== 'restore') return ''
	return drawRecovery(shown, recovery, lookOf({ colour: false, ascii: false, width })).join('\n')
}
