// What people are told of each kind of trouble with a member.
import test from 'ava'
import { EtcdError, type EtcdCode } from '../../../etcd/errors.ts'
import { changeTrouble, troubleOf } from '../../../plugin/ctl/trouble.ts'
import { Failure } from '../../../plugin/failure.ts'
import { ForwardError } from '../../../kube/forward-error.ts'

const target = { namespace: 'team', pod: 'orders-0', port: 2379 }
const forward = (code: 'EACCES' | 'ECONNREFUSED'): EtcdError =>
	EtcdError.from(new ForwardError(code, target, 'it is so'))

const rows: readonly (readonly [EtcdError, RegExp, RegExp | undefined])[] = [
	[
		EtcdError.fromGrpc(3, 'etcdserver: user name is empty'),
		/^etcd authentication is enabled$/,
		/--credentials-secret=NAME/,
	],
	[EtcdError.fromGrpc(7, 'etcdserver: permission denied'), /permits this user no such thing/, undefined],
	[new EtcdError('untrusted', 'x'), /orders-0: the CA that we have did not sign its certificate/, undefined],
	[new EtcdError('wrongName', 'x'), /orders-0: its certificate is for other names/, undefined],
	[new EtcdError('expired', 'x'), /orders-0: its certificate has expired/, undefined],
	[new EtcdError('certificateRefused', 'x'), /orders-0: it does not take our certificate/, undefined],
	[new EtcdError('timedOut', 'late'), /^orders-0: late$/, /--consistency=s/],
	[forward('ECONNREFUSED'), /^orders-0 does not answer: port 2379 of pod team\/orders-0: it is so/, /status/],
	[forward('EACCES'), /^port 2379 of pod team\/orders-0: it is so/, /kubectl etcd rbac/],
	[
		EtcdError.fromGrpc(3, 'etcdserver: duplicate key given in txn request'),
		/^etcdserver: duplicate key/,
		undefined,
	],
]

for (const [error, what, next] of rows)
	test(`says of ${error.code} “${error.message}” what to do`, (t) => {
		const trouble = troubleOf(error, 'orders-0')
		t.true(trouble instanceof Failure)
		t.regex(trouble.message, what)
		if (next !== undefined) t.regex((trouble as Failure).told.next ?? '', next)
	})

test('of a change it says whether it may have been done', (t) => {
	const whyOf = (code: EtcdCode): string | undefined => {
		const trouble = changeTrouble(new EtcdError(code, 'x'), 'orders-0')
		return trouble instanceof Failure ? trouble.told.why : undefined
	}
	for (const code of ['timedOut', 'unreachable', 'leaderChanged'] as const)
		t.regex(whyOf(code) ?? '', /may have been done all the same/, code)
	for (const code of ['refused', 'untrusted', 'denied', 'noSpace'] as const)
		t.notRegex(whyOf(code) ?? '', /may have been done/, code)
	t.regex(changeTrouble(new EtcdError('tooLarge', 'x'), 'orders-0').message, /^it was done, /)
})

test('a mistake of ours stays one', (t) => {
	const mistake = new TypeError('undefined is not a function')
	t.is(troubleOf(mistake, 'orders-0'), mistake)
})
