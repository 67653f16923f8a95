// Broken in what is done about what etcd has raised. Pure.
import { alarmed, all, instead, leaderOf, mutant, removed, wellOf, type Mutant } from '../mutant.ts'
import type { MemberSeen } from '../../../../controller/observed.ts'
import type { Step } from '../../../../controller/step.ts'

const defragmented = (member: MemberSeen | undefined): Step | undefined =>
	member && { do: 'defragment', id: member.id, name: member.name }

export const raised: readonly Mutant[] = [
	mutant(
		'the alarm is taken back before there is room',
		['disarmedTooEarly'],
		0,
		{
			plan: instead((step, { members }) => {
				const alarm = members.fresh ? members.alarms[0] : undefined
				return step.rule === 'noSpace' && alarm ? { do: 'disarm', ...alarm } : undefined
			}),
		},
		false,
		['etcd is full'],
	),
	mutant(
		'the alarm is taken back before the corrupt one is gone',
		['disarmedTooEarly'],
		0,
		{
			plan: instead((step, { members }) => {
				const alarm = members.fresh ? members.alarms[0] : undefined
				return step.rule === 'corrupt' && alarm ? { do: 'disarm', ...alarm } : undefined
			}),
		},
		true,
		['etcd calls b corrupt'],
	),
	mutant(
		'another one than etcd names is replaced',
		['removedThoughNotNamed'],
		0,
		{
			plan: instead((step, seen) =>
				step.rule === 'corrupt' && step.do === 'removeMember'
					? removed(all(seen).find(({ id, isLeader }) => id !== step.id && !isLeader))
					: undefined,
			),
		},
		false,
		['etcd calls b corrupt'],
	),
	mutant(
		'who leads is defragmented like any other',
		['defragmentedTheLeader'],
		0,
		{
			plan: instead((step, seen) =>
				step.rule === 'noSpace' && step.do === 'moveLeader' ? defragmented(leaderOf(seen)) : undefined,
			),
		},
		false,
		['etcd is full'],
	),
	mutant(
		'one is defragmented while another is out',
		['defragmentedWhileOneIsOut'],
		0,
		{
			plan: instead((step, seen) => (step.rule === 'notSettled' ? defragmented(wellOf(seen)) : undefined)),
		},
		false,
		['etcd is full', 'c hangs'],
	),
].map(alarmed)
