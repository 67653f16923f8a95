// A look in which etcd's own list was confirmed, too.
import type { Member } from '../../etcd/member.ts'
import type { MemberSight, Sight } from '../../plugin/sight/sight.ts'
import { sight } from './status/seen.ts'

export const listOf = (members: readonly MemberSight[], ...more: readonly Partial<Member>[]) => ({
	clusterId: '9a1f',
	askedOf: '1',
	members: [...members.map(({ state, name }) => ({ id: state?.id ?? '', name })), ...more].map((one) => ({
		id: '',
		name: '',
		peerUrl: '',
		started: true,
		isLearner: false,
		...one,
	})),
})

export const whole = (members: readonly MemberSight[], more: Partial<Sight> = {}): Sight =>
	sight(members, { listed: listOf(members), ...more })
