// What answers instead of a stream to a pod, and what becomes of it.
import test from 'ava'
import { forwardTo } from '../../kube/forward.ts'
import type { ForwardCode, ForwardError } from '../../kube/forward-error.ts'
import { json, rude, type Answer } from './rude.ts'

const target = { namespace: 'shop', pod: 'db-a', port: 2379 }
const never = new AbortController().signal

const refusedWith = test.macro(async (t, answer: Answer, code: ForwardCode, message: RegExp) => {
	const { api } = await rude(t, answer)
	const error = await t.throwsAsync<ForwardError>(forwardTo(api, target, never))
	t.is(error.code, code)
	t.regex(error.message, message)
	t.regex(error.message, /^port 2379 of pod shop\/db-a: /)
})

const status =
	(code: number, message: string): Answer =>
	(_, outgoing) =>
		json(outgoing, code, { kind: 'Status', code, message })

test(
	'no right',
	refusedWith,
	status(403, 'pods "db-a" is forbidden: User "u" cannot get resource "pods/portforward"'),
	'EACCES',
	/is forbidden.*grant get and create on pods\/portforward/,
)
test('no such pod', refusedWith, status(404, 'pods "db-a" not found'), 'ENOENT', /no such pod/)
test('no such node', refusedWith, status(404, 'pods "node-c" not found'), 'EHOSTUNREACH', /not know its node/)
test(
	'a pod that waits',
	refusedWith,
	status(400, 'pod db-a does not have a host assigned'),
	'ENOENT',
	/does not run/,
)
test(
	'a pod that ended',
	refusedWith,
	status(500, 'unable to forward port because pod is not running. Current status=Failed'),
	'ENOENT',
	/does not run.*Failed/,
)
test(
	'a pod that its kubelet has forgotten',
	refusedWith,
	(_, outgoing) => void outgoing.writeHead(500).end('pod not found ("db-a_shop")\n'),
	'ENOENT',
	/db-a: the pod does not run: pod not found \("db-a_shop"\)$/,
)
test(
	'no way',
	refusedWith,
	status(500, 'error dialing backend: dial tcp 10.0.0.7:10250: connect: no route to host'),
	'EHOSTUNREACH',
	/no way to the kubelet.*10\.0\.0\.7/,
)
test('a proxy', refusedWith, (_, outgoing) => void outgoing.writeHead(502).end('<html>'), 'EPROTO', /502/)
test('an answer instead', refusedWith, (_, outgoing) => json(outgoing, 200, {}), 'EPROTO', /200/)
test('silence', refusedWith, ({ socket }) => socket.destroy(), 'ENETUNREACH', /does not answer/)
