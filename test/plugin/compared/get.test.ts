// What kubectl prints of clusters the plugin prints, too, byte by byte; and what it says where kubectl has nothing to say.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { lines } from './lines.ts'
import { ageless, world, type Ended, type World } from './support.ts'

let there: World
/** Before anybody has installed anything. */
const early = [
	'get',
	'get orders',
	'status',
	'status orders',
	'scale orders --replicas=5 -y',
	'create orders',
	'wait orders',
	'events orders',
] as const
let withoutKind: ReadonlyMap<string, Ended>
test.before(async () => {
	there = await world('get')
	const ran: [string, Ended][] = []
	for (const line of early) ran.push([line, await there.plugin(there.kubeconfig, ...line.split(' ')).ended])
	withoutKind = new Map(ran)
	await there.fill()
})
test.after.always(async () => await there[Symbol.asyncDispose]())

const isTable = (line: readonly string[]): boolean =>
	!line.some((word) => word === '-o' || word.startsWith('-o='))

let withOutput = 0
for (const line of lines)
	test.serial(`kubectl etcd get ${line.join(' ')}`, async (t) => {
		const words = line.map((word) => word.replace('FOLDER', there.folder))
		const args = words.some((word) => /^(-n|--namespace)/.test(word)) ? words : [...words, '-n', 'team-a']
		const hasType = words.some((word) => /^etcd[a-z]*(\.\S+)?\//.test(word))
		const [theirs, ours] = await Promise.all([
			there.kubectl(there.kubeconfig, 'get', ...(hasType ? [] : ['etcdclusters']), ...args).ended,
			there.plugin(there.kubeconfig, 'get', ...args).ended,
		])
		const seen = isTable(line) || line.includes('wide') ? ageless : (text: string): string => text
		t.is(seen(ours.out), seen(theirs.out))
		t.is(ours.code, theirs.code, `${theirs.err}${ours.err}`)
		if (theirs.out !== '') withOutput++
		t.notRegex(`${theirs.err}${ours.err}`, /refused|should not have happened/)
		// Where kubectl says no, so do we, in one sentence; where it says that there is nothing, in the same words.
		if (theirs.code !== 0) t.regex(ours.err, /^error: |^\{"code":1,"message":/)
		else if (theirs.err.startsWith('No resources')) t.is(ours.err, theirs.err)
	})

test.serial('most of these lines print something', (t) => {
	t.true(lines.length >= 140)
	t.true(withOutput >= 110, String(withOutput))
})

for (const line of early)
	test.serial(`without the kind no operator is there: ${line}`, (t) => {
		const { code, out, err } = withoutKind.get(line) ?? { code: 0, out: '', err: '' }
		t.is(code, 1)
		t.is(out, '')
		t.regex(
			err,
			/^error: the API server of context "\S+" knows no EtcdCluster: no etcd operator is installed there\n {2}next {2}kubectl etcd install -o yaml \| kubectl apply -f -$/m,
		)
	})

test.serial('clusters of several namespaces by name: the namespace is a column', async (t) => {
	const { out, code } = await there.plugin(
		there.kubeconfig,
		'get',
		'team-b/flags',
		'team-a/orders',
		'--no-headers',
	).ended
	t.is(code, 0)
	t.deepEqual(
		out.split('\n').map((line) => line.split(/ +/).slice(0, 2)),
		[['team-b', 'flags'], ['team-a', 'orders'], ['']],
	)
})

test.serial('what -o name prints can be typed again', async (t) => {
	const { out } = await there.plugin(there.kubeconfig, 'list', '-n', 'team-b', '-o', 'name').ended
	const again = await there.plugin(
		there.kubeconfig,
		'get',
		'-n',
		'team-b',
		'-o',
		'name',
		...out.trim().split('\n'),
	).ended
	t.is(again.out, out)
	t.is(again.code, 0)
})

const sentences: readonly (readonly [line: string, said: RegExp])[] = [
	['orderz -n team-a', /etcdcluster "orderz" not found in namespace "team-a"\n.*did you mean "orders"/],
	['flags -n team-a', /etcdcluster "flags" not found in namespace "team-a"\n.*it exists in team-b/],
	['gone lost -n team-a', /"gone" not found in namespace "team-a"; etcdcluster "lost" not found/],
	['orders -A', /orders cannot be looked for in all namespaces\n.*NAMESPACE\/NAME/],
	['a b -w', /--watch follows one cluster or all of them, and 2 are named/],
	['-o go-template={{.kind}}', /-o go-template is a Go template.*JSONPath/],
	['--template={{.kind}}', /--template alone is a Go template/],
	['-A --sort-by=.spec.none', /couldn't find any field with path "\{\.spec\.none\}"/],
	['-A --sort-by=.metadata.labels', /cannot be put in order: it is map/],
	['-A --chunk-size=many', /--chunk-size: "many" is not a whole number/],
	['-o yaml --show-labels', /--show-labels adds a column, and -o yaml has none/],
]
for (const [line, said] of sentences)
	test.serial(`what is wrong is said: ${line}`, async (t) => {
		const { code, out, err } = await there.plugin(there.kubeconfig, 'get', ...line.split(' ')).ended
		t.regex(err, said)
		t.is(code, 1)
		t.is(out, '')
	})

test.serial('somebody who may see one namespace is told so', async (t) => {
	const { must, folder } = there
	await must(['create', 'serviceaccount', 'reader', '-n', 'team-a'])
	await must(['create', 'role', 'reader', '-n', 'team-a', '--verb=get,list', '--resource=etcdclusters'])
	await must([
		'create',
		'rolebinding',
		'reader',
		'-n',
		'team-a',
		'--role=reader',
		'--serviceaccount=team-a:reader',
	])
	const token = (await must(['create', 'token', 'reader', '-n', 'team-a'])).trim()
	const whole = JSON.parse(await must(['config', 'view', '--raw', '-o', 'json'])) as {
		users: { user: unknown }[]
	}
	whole.users = whole.users.map((user) => ({ ...user, user: { token } }))
	const theirs = join(folder, 'reader')
	await writeFile(theirs, JSON.stringify(whole))
	const get = async (...args: readonly string[]) => await there.plugin(theirs, 'get', ...args).ended

	const everywhere = await get('-A', '-n', 'team-a')
	t.is(everywhere.code, 1)
	t.regex(everywhere.err, /cannot list resource "etcdclusters"[^\n]* at the cluster scope/)
	t.regex(everywhere.err, /kubectl etcd get --namespace team-a {4}which you may see/)
	t.regex((await get('-A', '-n', 'team-b')).err, /name a namespace that you may see/)
	t.is((await get('-n', 'team-a', '-o', 'name')).code, 0)
	t.regex((await get('-n', 'team-a', 'orderz')).err, /"orderz" not found .*\n.*did you mean "orders"/)
})
