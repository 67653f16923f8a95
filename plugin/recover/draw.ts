// A plan of recovery on the screen, and the same for programs. Pure.
import { refOf } from '../cluster.ts'
import { grouped } from '../screen/amount.ts'
import type { Look } from '../screen/look.ts'
import type { Sight } from '../sight/sight.ts'
import { wrapped } from '../status/draw.ts'
import { sectionLines, type Section } from '../status/sections.ts'
import { indexOf } from './survivor.ts'
import type { Plan, Recovery } from './recovery.ts'
import type { Whereabouts } from './whereabouts.ts'

export type Shown = Extract<Recovery, { readonly is: 'plan' | 'wait' | 'restore' }>

const told = ({ member, because }: Whereabouts): string => `${member.name}: ${because}`

function backup({ cluster: { status } }: Sight): string {
	const last = status?.lastBackup
	if (last?.time === undefined) return 'no verified backup is known'
	const revision = last.revision === undefined ? '' : `, revision ${last.revision}`
	return `the newest verified backup is ${last.name ?? 'one'} of ${last.time}${revision}${last.location ? `, ${last.location}` : ''}`
}

const waiting = (sight: Sight, all: readonly Whereabouts[]): Section => [
	'WAIT',
	[
		'Waiting is right while these may come back, since then nothing is lost:',
		...all.map(told),
		`kubectl etcd wait ${refOf(sight.cluster)} --for=quorum --timeout=15m`,
	],
]

function planned(sight: Sight, { survivor, discarded, waitFor, risk, steps }: Plan): readonly Section[] {
	const { member, because } = survivor
	const revision = member.report.revision
	const position =
		revision === undefined ? `index ${grouped(indexOf(member.report))}` : `revision ${grouped(revision)}`
	const id = sight.cluster.status?.clusterID
	return [
		...(waitFor.length > 0 ? [waiting(sight, waitFor)] : []),
		['KEEP', [`${member.name}   ${position}${id ? `   cluster ${id}` : ''}`, ...because]],
		['DISCARD', [...discarded.map(told), 'their membership only: volumes that are there are kept']],
		['STEPS', steps.map((step, at) => `${at + 1}  ${step}`)],
		['RISK', [risk]],
		['BACKUP', [backup(sight)]],
	]
}

function sectionsOf(sight: Sight, recovery: Shown): readonly Section[] {
	if (recovery.is === 'plan') return planned(sight, recovery)
	if (recovery.is === 'wait') return [waiting(sight, recovery.waitFor), ['BACKUP', [backup(sight)]]]
	return [
		['LOST', [recovery.because, ...recovery.lost.map(told)]],
		['BACKUP', [backup(sight)]],
		['NEXT', [`restore a snapshot into a new cluster: kubectl etcd restore --help`]],
	]
}

const heads: Readonly<Record<Shown['is'], string>> = {
	plan: 'has no quorum. It can go on from one member',
	wait: 'has no quorum, and its data is on members that do not run now',
	restore: 'has no quorum, and nobody from whom it could go on',
}

export function drawRecovery(sight: Sight, recovery: Shown, look: Look): readonly string[] {
	const { paint, letters, width } = look
	const { name, namespace = '' } = sight.cluster.metadata
	const whose = `${name}  (${namespace})  `
	return [
		...wrapped(heads[recovery.is], whose, '  ', width).map((line, at) =>
			at === 0
				? `${paint.strong(name)}${whose.slice(name.length)}${paint.bad(line.slice(whose.length))}`
				: paint.bad(line),
		),
		...sectionLines(sectionsOf(sight, recovery), look),
		...sight.notes.flatMap(({ what }) => wrapped(letters(what), '* ', '  ', width)),
	]
}

const entry = ({ member, is, because }: Whereabouts) => ({
	name: member.name,
	is,
	because,
	claimName: member.claim?.metadata.name,
})

export function recoveryDocument({ cluster, at, notes }: Sight, recovery: Shown) {
	const { name, namespace } = cluster.metadata
	const plan = recovery.is === 'plan' ? recovery : undefined
	const survivor = plan?.survivor.member
	return {
		apiVersion: 'cli.etcd.database.coreos.com/v1',
		kind: 'EtcdRecoveryPlan',
		name,
		namespace,
		observedAt: new Date(at).toISOString(),
		clusterId: cluster.status?.clusterID,
		verdict: recovery.is,
		keep: survivor && {
			name: survivor.name,
			memberId: survivor.report.id,
			revision: survivor.report.revision?.toString(),
			index: indexOf(survivor.report).toString(),
			term: survivor.report.term?.toString(),
			because: plan.survivor.because,
		},
		discard: plan?.discarded.map(entry),
		waitFor: recovery.is === 'restore' ? [] : recovery.waitFor.map(entry),
		lost: recovery.is === 'restore' ? recovery.lost.map(entry) : undefined,
		because: recovery.is === 'restore' ? recovery.because : undefined,
		steps: plan?.steps,
		risk: plan?.risk,
		backup: cluster.status?.lastBackup,
		notSeen: notes,
	}
}
