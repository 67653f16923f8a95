// Lines as etcd 3.2 to 3.7, raft, gRPC and our own processes wrote them.
import test from 'ava'
import { isAtLeast, levelOf } from '../../../plugin/logs/level.ts'
import { understand, type Understood } from '../../../plugin/logs/understand.ts'

const rows: Readonly<Record<string, readonly [string, Partial<Understood>]>> = {
	'3.2, with a part': [
		'2026-11-19 08:53:40.996219 W | rafthttp: lost the TCP streaming connection with peer 42f6aaf2e07976d3 (stream MsgApp v2 reader)',
		{
			level: 'warn',
			part: 'rafthttp',
			message: 'lost the TCP streaming connection with peer 42f6aaf2e07976d3 (stream MsgApp v2 reader)',
			fields: [],
		},
	],
	'3.3, a notice of a nested part': [
		'2026-11-19 08:53:32.861488 N | etcdserver/membership: set the initial cluster version to 3.2',
		{ level: 'info', part: 'etcdserver/membership', message: 'set the initial cluster version to 3.2' },
	],
	'capnslog without a part': [
		'2026-11-19 08:53:32.861488 C | it is over',
		{ level: 'error', part: 'etcd', message: 'it is over' },
	],
	'raft in 3.4': [
		'raft2026/11/19 08:55:27 WARN: a39d8e448fb2d76e stepped down to follower since quorum is not active',
		{
			level: 'warn',
			part: 'raft',
			message: 'a39d8e448fb2d76e stepped down to follower since quorum is not active',
		},
	],
	'gRPC in 3.2': [
		'WARNING: 2026/11/19 08:53:45 grpc: addrConn.transportMonitor exits due to: grpc: the connection is closing',
		{ level: 'warn', part: 'grpc' },
	],
	'3.4 about its own flag': [
		"[WARNING] Deprecated '--logger=capnslog' flag is set; use '--logger=zap' flag instead",
		{ level: 'warn', part: 'etcd' },
	],
	'3.6, the error first and nothing that goes without saying': [
		'{"level":"warn","ts":"2026-11-19T08:54:42.838942Z","caller":"rafthttp/stream.go:420","msg":"lost TCP streaming connection with remote peer","stream-reader-type":"stream MsgApp v2","local-member-id":"a39d8e448fb2d76e","remote-peer-id":"eedd716e067716b1","error":"unexpected EOF"}',
		{
			level: 'warn',
			part: 'rafthttp',
			message: 'lost TCP streaming connection with remote peer',
			fields: [
				['error', 'unexpected EOF'],
				['stream-reader-type', 'stream MsgApp v2'],
				['remote-peer-id', 'eedd716e067716b1'],
			],
		},
	],
	'3.6, raft by its logger': [
		'{"level":"info","ts":"2026-11-19T08:54:33.098081Z","logger":"raft","caller":"v3@v3.6.0/node.go:370","msg":"raft.node: a39d8e448fb2d76e elected leader a39d8e448fb2d76e at term 2"}',
		{ level: 'info', part: 'raft', fields: [] },
	],
	'no stack': [
		'{"level":"error","ts":"2026-11-19T08:54:45.835128Z","caller":"embed/etcd.go:912","msg":"setting up serving from embedded etcd failed.","error":"mux: server closed","stacktrace":"a\\n\\tb"}',
		{ level: 'error', part: 'embed', fields: [['error', 'mux: server closed']] },
	],
	'ids as numbers, in hex and none of them rounded': [
		'{"level":"info","ts":1605775112.5,"caller":"a/b.go:1","msg":"m","to":17212038068248712881,"revision":17212038068248712881}',
		{
			fields: [
				['to', 'eedd716e067716b1'],
				['revision', '17212038068248712881'],
			],
		},
	],
	'digits in a text stay there': [
		'{"level":"info","caller":"a/b.go:1","msg":"m","request":"n:17212038068248712881,x"}',
		{ fields: [['request', 'n:17212038068248712881,x']] },
	],
	lists: [
		'{"level":"info","caller":"embed/etcd.go:138","msg":"configuring","listen-peer-urls":["http://a:1","http://b:2"],"listen-metrics-urls":[]}',
		{ fields: [['listen-peer-urls', 'http://a:1,http://b:2']] },
	],
	'our controller': [
		'{"level":"info","time":"2026-11-19T08:54:45.835Z","part":"controller","do":"addMember","namespace":"team-a","name":"orders","rule":"grow","why":"2 of 3","msg":"step"}',
		{
			level: 'info',
			part: 'controller',
			message: 'step',
			fields: [
				['why', '2 of 3'],
				['rule', 'grow'],
				['do', 'addMember'],
				['namespace', 'team-a'],
				['name', 'orders'],
			],
		},
	],
	'a panic': [
		'panic: runtime error',
		{ level: undefined, part: '', message: 'panic: runtime error', fields: [] },
	],
	'JSON of somebody else': ['{"a":1}', { level: undefined, message: '{"a":1}' }],
	'half a line': ['{"level":"info","msg":"x', { level: undefined, message: '{"level":"info","msg":"x' }],
	nothing: ['', { level: undefined, message: '' }],
}

for (const [title, [text, wanted]] of Object.entries(rows))
	test(title, (t) => {
		t.like(understand(text), wanted)
		if (wanted.fields) t.deepEqual(understand(text).fields, wanted.fields)
	})

test('levels have an order, and what nobody understands is always shown', (t) => {
	t.deepEqual(
		(['debug', 'info', 'warn', 'error', undefined] as const).map((level) => isAtLeast(level, 'warn')),
		[false, false, true, true, true],
	)
	t.is(levelOf('dpanic'), 'error')
	t.is(levelOf('INFO'), 'info')
	t.is(levelOf('x'), undefined)
})
