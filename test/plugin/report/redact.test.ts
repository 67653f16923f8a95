// What is taken out of a report, and what must stay for it to be of use.
import test from 'ava'
import { Redactor } from '../../../plugin/report/redact.ts'
import { looksSecret } from '../../../plugin/report/secret-texts.ts'

const key = '-----BEGIN EC PRIVATE KEY-----\nMHcCAQ\n-----END EC PRIVATE KEY-----'
const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl'

const gone: Readonly<Record<string, readonly [string, string]>> = {
	'a private key': [`before ${key} after`, 'before <redacted> after'],
	'a variable that etcd does not know': [
		'"environment-variable":"ETCD_MY_TOKEN=hunter2"',
		'"environment-variable":"ETCD_MY_TOKEN=<redacted>"',
	],
	'half a private key': ['x -----BEGIN PRIVATE KEY-----\nMHc', 'x <redacted>'],
	'a password in an address': ['to https://me:hunter2@host:2379/x', 'to https://<redacted>@host:2379/x'],
	'a signed token': [`with ${jwt}.`, 'with <redacted>.'],
	'a bearer': ['authorization: Bearer abcdefgh1234', 'authorization: Bearer <redacted>'],
	'a flag': ['etcd --client-secret=hunter2 --name=a', 'etcd --client-secret=<redacted> --name=a'],
	'a flag with a blank': ['etcdctl --password hunter2 get', 'etcdctl --password <redacted> get'],
	'a password in a text': [
		'login failed: password=hunter2, user=a',
		'login failed: password=<redacted>, user=a',
	],
	'a password in JSON': ['{"db_password":"hunter2","a":1}', '{"db_password":<redacted>,"a":1}'],
	'the key of a slow request in JSON': [
		String.raw`{"msg":"apply request took too long","request":"header:<ID:75 > put:<key:\"hun\\\"ter2\" value_size:3 >","took":"1s"}`,
		String.raw`{"msg":"apply request took too long","request":"header:<ID:75 > put:<key:<redacted> value_size:3 >","took":"1s"}`,
	],
	'the range of a slow request in text': [
		String.raw`read-only range request "key:\"hunter\" range_end:\"hunted\" " took too long`,
		String.raw`read-only range request "key:<redacted> range_end:<redacted> " took too long`,
	],
	'a request up to 3.3': ['put:<key:"hunter" value:"2 \\"x\\"" >', 'put:<key:<redacted> value:<redacted> >'],
	'a trace': [
		'"detail":"{range_begin:hunter2; range_end:; response_count:0; response_revision:5; }"',
		'"detail":"{range_begin:<redacted>; range_end:; response_count:0; response_revision:5; }"',
	],
	'a cut line': ['put:<key:"hunt', 'put:<key:<redacted>'],
}

for (const [title, [text, wanted]] of Object.entries(gone))
	test(`taken out: ${title}`, (t) => {
		const redactor = new Redactor()
		t.is(redactor.text('a.log', text), wanted)
		t.is(redactor.lines().length, 1, JSON.stringify(redactor.lines()))
		t.is(redactor.text('a.log', wanted), wanted, 'it is left alone when it is gone')
	})

const kept = [
	'wrote annotation team.example/api-token by kubectl-edit',
	'ETCD_INITIAL_CLUSTER_TOKEN=team-a/orders/1',
	'environment-variable="ETCD_SNAPSHOT_COUNT="',
	'2026-11-19 08:53:32.659755 I | etcdserver: starting member a39d8e448fb2d76e in cluster c3671992f984a988',
	'--initial-cluster-token=team-a/orders/1',
	'--key-file=/etc/etcdtls/server.key',
	'secret "orders-server-tls" not found',
	'{"level":"info","msg":"m","remote-peer-id":"eedd716e067716b1","error":"unexpected EOF"}',
	'http://orders-a.orders.team-a.svc:2380,http://[::1]:2380',
	'simple token is not cryptographically signed',
	'response_revision:5; response_count:0;',
	'key not found; value: none',
]
for (const text of kept)
	test(`kept: ${text}`, (t) => {
		const redactor = new Redactor()
		t.is(redactor.text('a', text), text)
		t.deepEqual(redactor.lines(), [])
	})

test('names that say that something is secret', (t) => {
	const secret = [
		'DB_PASSWORD',
		'token',
		'api-key',
		'APIKEY',
		'AWS_ACCESS_KEY_ID',
		'x_auth',
		'CLIENT_SECRET',
		'passphrase',
		'credentials',
	]
	const open = [
		'ETCD_HEARTBEAT_INTERVAL',
		'ETCD_QUOTA_BACKEND_BYTES',
		'POD_NAME',
		'author',
		'keyspace',
		'monkey',
		'INITIAL_CLUSTER',
	]
	t.deepEqual(
		secret.filter((name) => !looksSecret(name)),
		[],
	)
	t.deepEqual(open.filter(looksSecret), [])
})

test('of an object only values go, and references stay', (t) => {
	const redactor = new Redactor()
	const object = {
		kind: 'Pod',
		metadata: {
			name: 'orders-a',
			annotations: {
				'kubectl.kubernetes.io/last-applied-configuration': '{"env":"hunter2"}',
				'team.example/api-token': 'hunter2',
				'etcd.database.coreos.com/token': 'team-a/orders/1',
				note: `see https://me:hunter2@wiki`,
			},
			ownerReferences: [{ kind: 'Secret', name: 'a' }],
		},
		spec: {
			containers: [
				{
					args: ['--token', 'hunter2', '--verbose', '--password', '--name', 'a', '--name=orders-a'],
					env: [
						{ name: 'DB_PASSWORD', value: 'hunter2' },
						{ name: 'API_TOKEN', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
						{ name: 'ETCD_NAME', value: 'orders-a' },
					],
				},
			],
			volumes: [{ name: 'v', secret: { secretName: 'orders-tls' } }],
		},
		count: 3,
		none: null,
	}
	const after = redactor.object('pods.yaml', object) as typeof object
	const text = JSON.stringify(after)
	t.false(text.includes('hunter2'))
	t.deepEqual(after.spec.containers[0]?.args, [
		'--token',
		'<redacted>',
		'--verbose',
		'--password',
		'--name',
		'a',
		'--name=orders-a',
	])
	t.deepEqual(after.spec.containers[0]?.env.slice(1), object.spec.containers[0]?.env.slice(1))
	t.deepEqual(after.spec.volumes, object.spec.volumes)
	t.deepEqual(after.metadata.ownerReferences, object.metadata.ownerReferences)
	t.is(after.metadata.annotations['etcd.database.coreos.com/token'], 'team-a/orders/1')
	t.deepEqual([after.count, after.none], [3, null])
	t.deepEqual(redactor.lines(), [
		'pods.yaml: a name and a password in an address',
		'pods.yaml: the annotation kubectl.kubernetes.io/last-applied-configuration',
		'pods.yaml: the annotation or label team.example/api-token',
		'pods.yaml: the value of a flag',
		'pods.yaml: the value of the variable DB_PASSWORD',
	])
})

test('an object of Secret or ConfigMap does not come through, wherever it stands', (t) => {
	const redactor = new Redactor()
	const inner = { kind: 'Secret', data: { a: 'aHVudGVyMg==' } }
	t.deepEqual(redactor.object('x', [{ inner }, { kind: 'ConfigMap', data: { a: 'hunter2' } }]), [
		{ inner: '<redacted>' },
		'<redacted>',
	])
	t.deepEqual(redactor.lines(), ['x: a whole object of Secret or ConfigMap (2 times)'])
})

test('a value that was taken out where it had a name is taken out where it has none', (t) => {
	const redactor = new Redactor()
	redactor.object('a', {
		env: [
			{ name: 'DB_PASSWORD', value: 'hunter2-and-more' },
			{ name: 'AUTH', value: 'simple' },
		],
	})
	t.is(redactor.again('b', 'it was hunter2-and-more, simple'), 'it was <redacted>, simple')
	t.true(redactor.lines().includes('b: a value that was taken out elsewhere'))
})
