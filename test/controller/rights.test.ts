// What config/rbac/controller.yaml grants: all that the controller does, and nothing besides. test/kube/rights.test.ts tries it out.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { parseAllDocuments } from 'yaml'
import { kinds } from '../../kube/objects.ts'

interface Rule {
	readonly apiGroups: readonly string[]
	readonly resources: readonly string[]
	readonly resourceNames?: readonly string[]
	readonly verbs: readonly string[]
	readonly nonResourceURLs?: readonly string[]
}

interface Document {
	readonly kind: string
	readonly metadata: { readonly name: string; readonly namespace?: string }
	readonly rules?: readonly Rule[]
	readonly roleRef?: object
	readonly subjects?: readonly object[]
}

const file = join(import.meta.dirname, '../../config/rbac/controller.yaml')
const documents = parseAllDocuments(readFileSync(file, 'utf8')).map((one) => one.toJS() as Document)
const rules = documents.flatMap(({ rules: list = [] }) => list)

/** One line a right: "get pods", or "get leases.coordination.k8s.io/NAME" where it is of one object. */
const rightsIn = (kind: string): readonly string[] =>
	documents
		.filter((one) => one.kind === kind)
		.flatMap(({ rules: list = [] }) => list)
		.flatMap(({ apiGroups, resources, verbs, resourceNames = [''] }) =>
			apiGroups.flatMap((group) =>
				resources.flatMap((resource) =>
					resourceNames.flatMap((name) =>
						verbs.map((verb) => `${verb} ${resource}${group && `.${group}`}${name && `/${name}`}`),
					),
				),
			),
		)
		.toSorted()

const follow = ['get', 'list', 'watch'] as const
const own = [...follow, 'create', 'patch', 'delete'] as const

/** What the controller does with each kind; server-side apply is a patch that creates. */
const needs = {
	cluster: follow,
	backup: [...follow, 'patch'],
	job: [...follow, 'create', 'delete'],
	restore: follow,
	pod: own,
	claim: own,
	service: own,
	budget: own,
	networkPolicy: own,
	secret: ['get', 'create', 'patch'],
	certificate: ['get', 'create', 'patch'],
	issuer: ['get'],
	clusterIssuer: ['get'],
	event: ['create'],
	node: [],
	// Of one name each, and so written below.
	endpoints: [],
	lease: [],
} as const satisfies Record<keyof typeof kinds, readonly string[]>

const resource = (kind: keyof typeof kinds): string => {
	const { plural, apiVersion } = kinds[kind]
	const [group = '', version] = apiVersion.split('/')
	return version === undefined ? plural : `${plural}.${group}`
}

const everywhere = [
	...Object.entries(needs).flatMap(([kind, verbs]) =>
		verbs.map((verb) => `${verb} ${resource(kind as keyof typeof kinds)}`),
	),
	'patch etcdclusters/status.etcd.database.coreos.com',
	'patch etcdrestores/status.etcd.database.coreos.com',
	'patch etcdbackups/status.etcd.database.coreos.com',
	...['list', 'watch'].flatMap((verb) =>
		['etcd-operator', 'etcd-backup-operator'].map((lock) => `${verb} ${resource('endpoints')}/${lock}`),
	),
]

const lease = resource('lease')
const atHome = [
	`create ${lease}`,
	`get ${lease}/kubectl-etcd-controller`,
	`patch ${lease}/kubectl-etcd-controller`,
]

test('in all namespaces it may do what it does with each kind, and nothing else', (t) => {
	t.deepEqual(rightsIn('ClusterRole'), everywhere.toSorted())
})

test('in its own namespace it may besides make a Lease, and keep its own', (t) => {
	t.deepEqual(rightsIn('Role'), atHome.toSorted())
	const homes = documents
		.filter(({ kind }) => kind.startsWith('Role'))
		.map(({ metadata }) => metadata.namespace)
	t.deepEqual(homes, ['kubectl-etcd', 'kubectl-etcd'])
})

const never: Readonly<Record<string, (rule: Rule) => boolean>> = {
	'everything of something': ({ apiGroups, resources, verbs }) =>
		[...apiGroups, ...resources, ...verbs].some((word) => word.includes('*')),
	'what is no resource': ({ nonResourceURLs }) => nonResourceURLs !== undefined,
	// By name only: whoever may list or watch them may read all of them.
	'a list of Secrets, or the end of one': ({ resources, verbs }) =>
		resources.some((name) => name.startsWith('secrets')) &&
		verbs.some((verb) => ['list', 'watch', 'update', 'delete'].includes(verb)),
	'the inside of a pod': ({ resources }) =>
		resources.some((name) => /^pods\/(exec|attach|portforward|proxy|ephemeralcontainers|log)/.test(name)),
	'another’s identity': ({ resources, verbs }) =>
		verbs.includes('impersonate') || resources.some((name) => name.startsWith('serviceaccounts')),
	'more rights than its own': ({ apiGroups, verbs }) =>
		apiGroups.some((group) => /^(rbac|admissionregistration|certificates|apiextensions)/.test(group)) ||
		verbs.some((verb) => ['escalate', 'bind', 'approve', 'sign'].includes(verb)),
	'all of a kind at once': ({ verbs }) => verbs.includes('deletecollection'),
	'the spec of a cluster, or its finalizers': ({ resources, verbs }) =>
		resources.some((name) => /^etcdclusters($|\/finalizers)/.test(name)) &&
		verbs.some((verb) => !follow.some((one) => one === verb)),
}

for (const [what, grants] of Object.entries(never))
	test(`no rule grants ${what}`, (t) => {
		t.deepEqual(rules.filter(grants), [])
	})

test('each role is bound to the controller’s account and to nobody else', (t) => {
	const name = 'kubectl-etcd-controller'
	const subjects = [{ kind: 'ServiceAccount', name, namespace: 'kubectl-etcd' }]
	for (const kind of ['ClusterRole', 'Role']) {
		const binding = documents.find((one) => one.kind === `${kind}Binding`)
		t.deepEqual(binding?.subjects, subjects)
		t.deepEqual(binding?.roleRef, { apiGroup: 'rbac.authorization.k8s.io', kind, name })
	}
	t.is(documents.length, 4)
})
