// Going on from one member: what may be asked, and when.
import { change, create, plain, type Row } from './row.ts'

const has = (...names: readonly string[]) => ({ memberStates: names.map((name) => ({ name })) })
const three = { status: has('orders-a', 'orders-b', 'orders-c') }
const asked = (confirm: string) => ({ keep: 'orders-a', confirm })
const wanting = (recovery: object) => ({ ...plain, recovery })
const under = (name: string, state: string) => ({
	name,
	status: { ...three.status, recovery: { state, keep: 'orders-a' } },
})

export const recoveries: readonly Row[] = [
	change('a recovery', plain, wanting(asked('kept')), { name: 'kept', ...three }),
	change(
		'a recovery that gives others up',
		plain,
		wanting({ ...asked('given'), discard: ['orders-b'], revision: 7 }),
		{
			name: 'given',
			...three,
		},
	),
	change('a recovery of another cluster', plain, wanting({ ...asked('orders-live'), confirm: 'order' }), {
		name: 'orders-live',
		...three,
		refused: {
			recoveryUnconfirmed:
				'"order" is not this cluster; write orders-live if all shall be given up that orders-a does not hold',
		},
	}),
	change('a recovery without confirmation', plain, wanting({ keep: 'orders-a' }), {
		name: 'unsaid',
		...three,
		refused: { recoveryUnconfirmed: 'is missing; write unsaid if all shall be given up' },
	}),
	change('a recovery from nobody', plain, wanting({ confirm: 'nobody' }), {
		name: 'nobody',
		...three,
		refused: { recoveryOfNobody: 'is missing; write one of orders-a, orders-b, orders-c' },
	}),
	change('a recovery from a stranger', plain, wanting({ ...asked('strange'), keep: 'orders-z' }), {
		name: 'strange',
		...three,
		refused: { recoveryOfNobody: '"orders-z" is no member; write one of orders-a, orders-b, orders-c' },
	}),
	change('a recovery of which nobody knows the members', plain, wanting(asked('unknown')), {
		name: 'unknown',
		refused: { recoveryOfNobody: '"orders-a" is no member; kubectl etcd members lists them' },
	}),
	change(
		'a recovery that gives up whom it keeps',
		plain,
		wanting({ ...asked('itself'), discard: ['orders-a'] }),
		{
			name: 'itself',
			...three,
			refused: { recoveryContradicts: '"orders-a" is to be kept; leave it out' },
		},
	),
	change(
		'a recovery that gives up a stranger',
		plain,
		wanting({ ...asked('stranger'), discard: ['orders-z'] }),
		{
			name: 'stranger',
			...three,
			refused: { recoveryContradicts: '"orders-z" is no member; leave it out' },
		},
	),
	change(
		'a recovery that stays',
		wanting(asked('stays')),
		{ ...wanting(asked('stays')), size: 5 },
		{ name: 'stays', ...three },
	),
	change('a recovery that is taken out afterwards', wanting(asked('over')), plain, under('over', 'done')),
	change('a recovery that is taken out half way', wanting(asked('halted')), plain, {
		...under('halted', 'stopping'),
		refused: { recoveryUnderWay: 'cannot change while the cluster goes on from orders-a; put it back' },
	}),
	change(
		'a recovery that changes half way',
		wanting(asked('turned')),
		wanting({ ...asked('turned'), keep: 'orders-b' }),
		{
			...under('turned', 'alone'),
			refused: { recoveryUnderWay: 'cannot change while the cluster goes on from orders-a; put it back' },
		},
	),
	create('a recovery at creation', wanting(asked('early')), {
		name: 'early',
		warned: { recoveryAtCreation: 'has no effect on a new cluster; leave it out' },
	}),
]
