// Roles from what commands say that they need.
import test from 'ava'
import { parseAllDocuments, type Document } from 'yaml'
import type { Command, Right } from '../../../plugin/command.ts'
import { commands } from '../../../plugin/commands.ts'
import { chosen } from '../../../plugin/rbac/chosen.ts'
import { placeOf } from '../../../plugin/rbac/resources.ts'
import { rolesFor, type Granted } from '../../../plugin/rbac/roles.ts'
import { rolesText } from '../../../plugin/rbac/text.ts'

const command = (name: string, ...rights: readonly Right[]): Command => ({
	name,
	group: 'look',
	describe: 'A',
	options: [],
	examples: [],
	rights,
	load: async () => await Promise.reject(new Error('not run')),
})

const granted = (more: Partial<Granted> & Pick<Granted, 'commands'>): Granted => ({
	namespace: 'team-a',
	home: 'kubectl-etcd',
	everywhere: false,
	minimal: false,
	secrets: [],
	...more,
})

const clusters: Right = { resource: 'etcdclusters', verbs: ['get', 'patch'] }
const lists: Right = { resource: 'etcdclusters', verbs: ['get', 'list'], optional: 'to find it' }
const nodes: Right = { resource: 'nodes', verbs: ['list'], optional: 'to see zones' }
const secret: Right = { resource: 'secrets', verbs: ['get'], named: 'client secret' }
const operator: Right = { resource: 'deployments', verbs: ['get'], at: 'operator' }
const forward: Right = { resource: 'pods/portforward', verbs: ['create', 'get'] }

const shape = (given: Parameters<typeof granted>[0]) =>
	rolesFor(granted(given)).map(({ kind, namespace, name, rules }) => ({
		kind,
		namespace,
		name,
		rules: rules.map(
			({ rule: { resources, verbs, resourceNames } }) =>
				`${resources.join()} ${verbs.join()}${resourceNames ? ` of ${resourceNames.join()}` : ''}`,
		),
	}))

const roleIn = (namespace: string, name: string, ...rules: readonly string[]) => ({
	kind: 'Role' as const,
	namespace,
	name,
	rules,
})

test('what is needed, and what is optional beside it', (t) => {
	t.deepEqual(shape({ commands: [command('scale', clusters, lists)] }), [
		roleIn('team-a', 'kubectl-etcd-scale', 'etcdclusters get,patch', 'etcdclusters list'),
	])
	t.deepEqual(shape({ commands: [command('scale', clusters, lists)], minimal: true }), [
		roleIn('team-a', 'kubectl-etcd-scale', 'etcdclusters get,patch'),
	])
})

test('several commands share their rules', (t) => {
	const several = [command('scale', clusters), command('members replace', clusters, forward)]
	t.deepEqual(shape({ commands: several }), [
		roleIn(
			'team-a',
			'kubectl-etcd-scale-members-replace',
			'etcdclusters get,patch',
			'pods/portforward create,get',
		),
	])
})

test('what is of no namespace is in a ClusterRole, what is of the operator where it is', (t) => {
	t.deepEqual(shape({ commands: [command('status', clusters, nodes, operator)] }), [
		roleIn('team-a', 'kubectl-etcd-status', 'etcdclusters get,patch'),
		roleIn('kubectl-etcd', 'kubectl-etcd-status-operator', 'deployments get'),
		{ kind: 'ClusterRole', namespace: undefined, name: 'kubectl-etcd-status', rules: ['nodes list'] },
	])
	t.deepEqual(shape({ commands: [command('status', clusters, nodes, operator)], everywhere: true }), [
		{
			kind: 'ClusterRole',
			namespace: undefined,
			name: 'kubectl-etcd-status',
			rules: ['etcdclusters get,patch', 'nodes list', 'deployments get'],
		},
	])
})

test('secrets are named or left out', (t) => {
	const asking = [command('status', clusters, secret)]
	t.deepEqual(shape({ commands: asking })[0]?.rules, ['etcdclusters get,patch'])
	t.deepEqual(shape({ commands: asking, secrets: ['orders-client-tls'] })[0]?.rules, [
		'etcdclusters get,patch',
		'secrets get of orders-client-tls',
	])
})

test('it is YAML with the line that binds it and what is optional', (t) => {
	const text = rolesText(rolesFor(granted({ commands: [command('scale', clusters, lists, nodes)] })))
	t.regex(
		text,
		/^# kubectl create rolebinding kubectl-etcd-scale --role=kubectl-etcd-scale --user=USER -n team-a$/m,
	)
	t.regex(text, /^ *# optional: to find it$/m)
	const documents = parseAllDocuments(text) as readonly Document[]
	t.deepEqual(
		documents.map((document) => document.get('kind')),
		['Role', 'ClusterRole'],
	)
})

test('commands are found by their words, with dashes or commas, and near ones are named', (t) => {
	t.deepEqual(
		chosen(['scale,members-replace', 'wait'], commands).map(({ name }) => name),
		['scale', 'members replace', 'wait'],
	)
	t.throws(() => chosen(['scael'], commands), { message: '--for: "scael" is no command' })
})

for (const { name, rights } of commands.filter((one) => one.rights.length > 0))
	test(`what ${name} needs is of a group that we know, and nothing dangerous`, (t) => {
		for (const { resource, verbs, named } of rights) {
			t.not(placeOf(resource), undefined, `${resource}: add it to plugin/rbac/resources.ts`)
			t.not(resource, 'pods/exec')
			t.false(verbs.some((verb) => verb === '*'))
			if (resource === 'secrets') t.deepEqual([verbs, named], [['get'], 'client secret'])
		}
	})
