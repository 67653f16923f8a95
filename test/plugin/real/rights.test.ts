// A role that `rbac --for X` prints lets somebody run X, and one verb less does not.
import test from 'ava'
import { parseAllDocuments, stringify, type Document } from 'yaml'
import { storeBackup, taken } from './stored.ts'
import { ground, storeCluster, type Ground } from './support.ts'

let on: Ground
test.before(async (t) => {
	t.timeout(300_000)
	on = await ground('rights')
})
test.after.always(async () => await on?.[Symbol.asyncDispose]())

interface Role {
	readonly kind: string
	readonly rules: readonly { readonly resources: readonly string[]; readonly verbs: readonly string[] }[]
}

/** With the comments by which it is bound. */
function textOf(role: Role, text: string): string {
	const [line = ''] = /^# kubectl create .*$/m.exec(text) ?? []
	return `${line}\n${stringify(role)}`
}

/** Each role with one verb less. */
function lessened(text: string): readonly { readonly without: string; readonly text: string }[] {
	const [document] = parseAllDocuments(text) as readonly Document[]
	const role = document?.toJS() as Role
	return role.rules.flatMap((rule) =>
		rule.verbs.map((verb) => {
			const left = rule.verbs.filter((one) => one !== verb)
			const rules = role.rules.flatMap((one) =>
				one === rule ? (left.length > 0 ? [{ ...one, verbs: left }] : []) : [one],
			)
			return { without: `${verb} ${rule.resources.join()}`, text: textOf({ ...role, rules }, text) }
		}),
	)
}

const claim = (namespace: string, uid: string) => ({
	path: `/api/v1/namespaces/${namespace}/persistentvolumeclaims`,
	object: {
		metadata: {
			name: 'orders-b',
			ownerReferences: [
				{
					apiVersion: 'etcd.database.coreos.com/v1beta2',
					kind: 'EtcdCluster',
					name: 'orders',
					uid,
					controller: true,
				},
			],
		},
		spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
	},
})

/** What is not met needs a watch, and ends with 124. */
const rows: readonly (readonly [command: string, line: readonly string[], code?: number])[] = [
	['scale', ['scale', 'orders', '--replicas', '5', '-y']],
	['upgrade', ['upgrade', 'orders', '--to', '3.6.16', '-y']],
	['pause', ['pause', 'orders']],
	['resume', ['resume', 'orders']],
	['restart', ['restart', 'orders', '-y']],
	['create', ['create', 'flags', '--storage', 'none']],
	['wait', ['wait', 'orders', '--for=condition=Never', '--timeout=5s'], 124],
	['members-replace', ['members', 'replace', 'orders', 'orders-b', '--confirm=orders-b']],
	['snapshot-schedule', ['snapshot', 'schedule', 'orders', '--cron', '@daily', '--to', 's3://b/k']],
	['restore', ['restore', 'flags', '--from', 'nightly']],
]

for (const [command, line, code = 0] of rows)
	test(`${command} with exactly its role, and not with one verb less`, async (t) => {
		const namespace = await on.namespace()
		const path = await storeCluster(on, namespace)
		const { metadata } = (await on.api.must('GET', path)) as { metadata: { uid: string } }
		const pvc = claim(namespace, metadata.uid)
		await on.api.must('POST', pvc.path, pvc.object)
		if (command === 'restore') {
			const spec = { etcdCluster: { name: 'orders' }, storageType: 'S3', s3: { path: 'b/k' } }
			await storeBackup(on, namespace, 'nightly', spec, {
				last: taken({ object: 'k', location: 's3://b/k' }),
			})
		}
		// Paused, so that resume has something to do; nobody else minds.
		if (command === 'resume')
			await on.api.must(
				'PATCH',
				`${path}?fieldManager=kubectl-edit`,
				{ spec: { paused: true } },
				'application/merge-patch+json',
			)
		const printed = await on.run(['rbac', '--for', command, '--minimal', '-n', namespace])
		t.is(printed.code, 0, printed.err)
		for (const { without, text } of lessened(printed.out)) {
			const ran = await on.run([...line, '-n', namespace], { as: await on.account(namespace, text) })
			t.is(ran.code, 1, `without ${without}: ${ran.out}${ran.err}`)
			t.regex(ran.err, /forbidden/, `without ${without}`)
			t.regex(ran.err, /next {2}kubectl etcd rbac/, `without ${without}`)
		}
		const able = await on.account(namespace, printed.out)
		const ran = await on.run([...line, '-n', namespace], { as: able })
		t.is(ran.code, code, ran.err)
		const checked = await on.run(['rbac', '--check', '--for', command, '-n', namespace], { as: able })
		t.is(checked.code, 0, checked.err)
		t.regex(checked.out, new RegExp(`^${command.replace('-', ' ')} +(yes|partly)`, 'm'))
	})

test('rbac --check says what is lacking, command by command', async (t) => {
	const namespace = await on.namespace()
	const nobody = await on.account(namespace, '')
	const all = await on.run(['rbac', '--check', '-n', namespace], { as: nobody })
	t.is(all.code, 0, all.err)
	t.regex(all.out, /^scale +no +get etcdclusters, patch etcdclusters$/m)
	const one = await on.run(['rbac', '--check', '--for', 'scale', '-n', namespace], { as: nobody })
	t.is(one.code, 1)
	t.regex(one.err, /you may not run scale in own-\d+\n {2}next {2}kubectl etcd rbac --for scale -o yaml/)
})

test('what is optional is among what is printed, and all of it is accepted', async (t) => {
	const namespace = await on.namespace()
	const printed = await on.run(['rbac', '-n', namespace])
	t.is(printed.code, 0)
	await on.on.playground.kubectl(['create', 'namespace', 'kubectl-etcd'])
	const said = await on.on.playground.kubectl(['apply', '--dry-run=server', '-f', '-'], {
		input: printed.out,
	})
	t.is(said.trim().split('\n').length, 3, said)
})

test('the secret of a named cluster, and no other', async (t) => {
	const namespace = await on.namespace()
	await storeCluster(on, namespace, {
		name: 'secure',
		spec: { TLS: { certManager: { issuerRef: { name: 'ca' } } } },
	})
	await storeCluster(on, namespace, { name: 'plain' })
	const named = await on.run(['rbac', 'secure', '--for', 'status', '-n', namespace, '-o', 'json'])
	t.true(named.out.includes('"secure-client-tls"') && named.out.includes('"secure-clients-tls"'), named.out)
	for (const line of [['rbac'], ['rbac', 'plain']]) {
		const { out } = await on.run([...line, '--for', 'status', '-n', namespace])
		t.false(out.includes('secrets'), out)
		t.true(out.includes('pods/portforward'))
	}
})
