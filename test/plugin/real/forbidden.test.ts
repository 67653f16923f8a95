// What somebody is told who lacks one verb of what a reading command uses, for each command and each verb. The pods are said to run on a
// node that is not there, so that whether they may be reached is asked, and nobody answers.
import test from 'ava'
import { Authority } from '../../../runtime/pki/certificate.ts'
import { ground, storeCluster, wellStatus, type Ground } from './support.ts'

let on: Ground
let at: string

interface Rule {
	readonly apiGroups: readonly string[]
	readonly resources: readonly string[]
	readonly verbs: readonly string[]
}
interface Role {
	readonly kind: 'Role' | 'ClusterRole'
	readonly metadata: { readonly name: string; readonly namespace?: string }
	readonly rules: readonly Rule[]
}

const rbac = 'rbac.authorization.k8s.io'
const nothing = 'nothing'

async function storePods(namespace: string): Promise<void> {
	// Nobody makes them here.
	await on.api.must('POST', `/api/v1/namespaces/${namespace}/serviceaccounts`, {
		metadata: { name: 'default' },
	})
	for (const { name } of wellStatus().memberStates) {
		const path = `/api/v1/namespaces/${namespace}/pods`
		await on.api.must('POST', path, {
			metadata: { name, labels: { etcd_cluster: 'orders' } },
			spec: { nodeName: 'node-c', containers: [{ name: 'etcd', image: 'etcd' }] },
		})
		const state = { running: { startedAt: new Date().toISOString() } }
		const container = { name: 'etcd', image: 'etcd', imageID: '', ready: true, restartCount: 0, state }
		const status = { phase: 'Running', containerStatuses: [container] }
		await on.api.must('PATCH', `${path}/${name}/status`, { status }, 'application/merge-patch+json')
	}
}

async function storeSecret(namespace: string): Promise<void> {
	const authority = new Authority('authority of a test')
	const { certificate, key } = authority.issue({ name: 'client' })
	await on.api.must('POST', `/api/v1/namespaces/${namespace}/secrets`, {
		metadata: { name: 'orders-client-tls' },
		stringData: { 'tls.crt': certificate, 'tls.key': key, 'ca.crt': authority.certificate },
	})
}

test.before(async (t) => {
	t.timeout(300_000)
	on = await ground('forbidden')
	at = await on.namespace()
	await storeCluster(on, at, { spec: { TLS: { certManager: { issuerRef: { name: 'ca' } } } } })
	await on.on.playground.kubectl(['create', 'namespace', 'kubectl-etcd'])
	await storePods(at)
	await storeSecret(at)
})
test.after.always(async () => await on?.[Symbol.asyncDispose]())

/** "get pods" for each verb of each rule. */
const verbsOf = (roles: readonly Role[]): readonly string[] => [
	...new Set(
		roles.flatMap(({ rules }) =>
			rules.flatMap(({ verbs, resources }) => verbs.map((verb) => `${verb} ${resources.join()}`)),
		),
	),
]

/** Binds all of a command's roles but one verb of them to a user of that name. */
async function give(user: string, roles: readonly Role[], without: string): Promise<void> {
	for (const [index, { kind, metadata, rules }] of roles.entries()) {
		const name = `${user}-${index}`
		const left = rules.flatMap((rule) => {
			const verbs = rule.verbs.filter((verb) => `${verb} ${rule.resources.join()}` !== without)
			return verbs.length > 0 ? [{ ...rule, verbs }] : []
		})
		const root = `/apis/${rbac}/v1/${metadata.namespace ? `namespaces/${metadata.namespace}/` : ''}`
		await on.api.must('POST', `${root}${kind.toLowerCase()}s`, { metadata: { name }, rules: left })
		await on.api.must('POST', `${root}${kind.toLowerCase()}bindings`, {
			metadata: { name },
			roleRef: { apiGroup: rbac, kind, name },
			subjects: [{ apiGroup: rbac, kind: 'User', name: user }],
		})
	}
}

/** Asked for once somebody lacks it; whatever is not here is not needed for the line. */
const told: Readonly<Record<string, RegExp>> = {
	'list pods': /you may not list pods|cannot list resource "pods"/,
	'list persistentvolumeclaims': /you may not list persistentvolumeclaims/,
	'list nodes': /you may not list nodes/,
	'get nodes': /you may not get nodes/,
	'list poddisruptionbudgets': /you may not list poddisruptionbudgets/,
	'list events': /you may not list events/,
	'get pods/portforward': /you may not create pods\/portforward|grant get and create on pods\/portforward/,
	'get pods/log': /you may not read logs in \S+ \(get pods\/log\)/,
	'get secrets': /you may not read secret orders-client-tls/,
}

type Row = readonly [command: string, line: readonly string[], code: number, unneeded?: readonly string[]]

/** What each ends with when nothing is lacking, in a cluster of which no member can be asked, and what it does without in this line. */
const rows: readonly Row[] = [
	['status', ['status', 'orders'], 6],
	['get', ['get', 'orders'], 0],
	['members', ['members', 'orders'], 6],
	['events', ['events', 'orders'], 0],
	['logs', ['logs', 'orders'], 1],
	['check', ['check', 'orders'], 6],
	['alarm-ls', ['alarm', 'ls', 'orders'], 6],
	['defrag', ['defrag', 'orders', '--plan'], 7],
	['move-leader', ['move-leader', 'orders'], 7, ['list nodes']],
	['ctl', ['ctl', 'orders', 'get', 'a'], 1, ['list pods']],
	['recover', ['recover', 'orders', '--plan'], 5],
]

for (const [command, line, code, unneeded = []] of rows)
	test(`${command}, with one verb less each`, async (t) => {
		const printed = await on.run(['rbac', 'orders', '--for', command, '-n', at, '-o', 'json'])
		t.is(printed.code, 0, printed.err)
		const document = JSON.parse(printed.out) as Role | { readonly items: readonly Role[] }
		const roles = 'items' in document ? document.items : [document]
		const run = async (without: string) => {
			const user = `${command}-without-${without.replaceAll(/[^a-z]/g, '-')}`
			await give(user, roles, without)
			return await on.run([...line, '-n', at, '--as', user])
		}
		const able = await run(nothing)
		t.is(able.code, code, able.err)
		t.notRegex(`${able.out}${able.err}`, /forbidden/)
		for (const without of verbsOf(roles)) {
			const { code: ended, out, err } = await run(without)
			const all = `${out}${err}`
			if (without === 'get etcdclusters') {
				t.is(ended, 1, without)
				t.regex(err, /^error: .*cannot get resource "etcdclusters"/)
				t.regex(err, new RegExp(`^ {2}next {2}kubectl etcd rbac --for ${command} -o yaml$`, 'm'))
			} else if (told[without] !== undefined && !unneeded.includes(without)) {
				t.regex(all, told[without], `${command} without ${without}`)
				t.not(ended === 0, code !== 0, `${command} without ${without}: ${ended}`)
			} else t.is(ended, code, `${command} without ${without}: ${all}`)
		}
	})
