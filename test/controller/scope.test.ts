import test from 'ava'
import { isInScope } from '../../controller/scope.ts'

const key = 'etcd.database.coreos.com/scope'

const rows = [
	{ scope: 'all', namespace: undefined, marks: undefined, ours: true },
	{ scope: 'all', namespace: undefined, marks: { [key]: 'clusterwide' }, ours: true },
	{ scope: 'all', namespace: 'shop', marks: undefined, ours: true },
	{ scope: 'all', namespace: 'shop', marks: { [key]: 'clusterwide' }, ours: true },
	{ scope: 'coreos', namespace: undefined, marks: undefined, ours: false },
	{ scope: 'coreos', namespace: undefined, marks: {}, ours: false },
	{ scope: 'coreos', namespace: undefined, marks: { [key]: 'clusterwide' }, ours: true },
	{ scope: 'coreos', namespace: undefined, marks: { [key]: 'Clusterwide' }, ours: false },
	{ scope: 'coreos', namespace: undefined, marks: { scope: 'clusterwide' }, ours: false },
	{ scope: 'coreos', namespace: 'shop', marks: undefined, ours: true },
	{ scope: 'coreos', namespace: 'shop', marks: { [key]: 'namespace' }, ours: true },
	{ scope: 'coreos', namespace: 'shop', marks: { [key]: 'clusterwide' }, ours: false },
] as const

for (const { scope, namespace, marks, ours } of rows)
	test(`--scope=${scope}, ${namespace ?? 'all namespaces'}, ${JSON.stringify(marks)}: ${ours ? 'ours' : "another's"}`, (t) => {
		t.is(isInScope(marks, { scope, namespace }), ours)
	})

test('of an operator for all namespaces and one for its own, exactly one takes each cluster', (t) => {
	for (const marks of [undefined, {}, { [key]: 'clusterwide' }, { [key]: '' }, { [key]: 'x' }]) {
		const takers = [undefined, 'shop'].filter((namespace) => isInScope(marks, { scope: 'coreos', namespace }))
		t.is(takers.length, 1, JSON.stringify(marks))
	}
})
