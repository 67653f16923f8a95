import test from 'ava'
import { EtcdError, isLost, isTransient, type EtcdCode } from '../../../etcd/errors.ts'

const says = test.macro({
	exec: (t, status: number, text: string, code: EtcdCode) => {
		const error = EtcdError.fromGrpc(status, text)
		t.is(error.code, code)
		t.is(error.message, text || `gRPC status ${status}`)
	},
	title: (_given: string | undefined, status: number, text: string, code: EtcdCode) =>
		`${status} "${text}" is ${code}`,
})

// Texts and numbers as real members of 3.2 to 3.7 said them.
test(says, 14, 'etcdserver: unhealthy cluster', 'unhealthy')
test(says, 14, 'etcdserver: no leader', 'noLeader')
test(says, 9, 'etcdserver: not leader', 'notLeader')
test(says, 9, 'etcdserver: can only promote a learner member which is in sync with leader', 'learnerBehind')
test(says, 9, 'etcdserver: can only promote a learner member', 'notLearner')
test(says, 9, 'etcdserver: too many learner members in cluster', 'tooManyLearners')
test(says, 2, 'etcdserver: re-configuration failed due to not enough started members', 'notEnoughStarted')
test(says, 5, 'etcdserver: member not found', 'memberNotFound')
test(says, 9, 'etcdserver: Peer URLs already exists', 'peerUrlExists')
test(says, 9, 'etcdserver: bad leader transferee', 'badTransferee')
test(says, 14, 'etcdserver: request timed out', 'timedOut')
test(says, 4, 'context deadline exceeded', 'timedOut')
test(says, 4, '', 'timedOut')
test(says, 3, 'etcdserver: user name is empty', 'denied')
test(says, 7, 'etcdserver: permission denied', 'denied')
test(says, 16, 'etcdserver: invalid auth token', 'denied')
test(says, 2, 'auth: user name is empty', 'denied')
test(says, 11, 'etcdserver: mvcc: required revision has been compacted', 'compacted')
test(says, 11, 'etcdserver: mvcc: required revision is a future revision', 'futureRevision')
test(says, 8, 'etcdserver: mvcc: database space exceeded', 'noSpace')
test(says, 15, 'etcdserver: corrupt cluster', 'corrupt')
test(says, 9, 'etcdserver: cluster has a downgrade job in progress', 'downgradeUnderWay')
test(says, 9, 'etcdserver: no inflight downgrade job', 'noDowngrade')
test(says, 3, 'etcdserver: invalid downgrade target version', 'badDowngrade')
test(says, 3, 'etcdserver: wrong downgrade target version format', 'badDowngrade')
test(says, 12, 'unknown method MemberPromote', 'other')
test(says, 14, 'etcdserver: rpc not supported for learner', 'other')
test(says, 12, '', 'other')
// Known gaps: real members say these, and a caller would rather wait or look again.
test(says, 2, 'context deadline exceeded', 'timedOut')
test(says, 14, 'etcdserver: request timed out, possibly due to previous leader failure', 'timedOut')
test(says, 14, 'etcdserver: request timed out, possibly due to connection lost', 'timedOut')
test(says, 9, 'etcdserver: member ID already exist', 'peerUrlExists')
// A table that is an object knows more words than were written.
test(says, 2, 'constructor', 'other')
test(says, 2, '__proto__', 'other')

test('what was thrown becomes one error, and its cause is kept', (t) => {
	const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
	t.is(EtcdError.from(refused).code, 'refused')
	t.is(EtcdError.from(refused).cause, refused)
	const both = Object.assign(new AggregateError([refused, refused]), { code: 'ECONNREFUSED' })
	t.is(EtcdError.from(both).code, 'refused')
	t.is(EtcdError.from(Object.assign(new Error('reset'), { code: 'ECONNRESET' })).code, 'unreachable')
	t.is(EtcdError.from(new Error('anything')).code, 'unreachable')
	t.is(EtcdError.from('a text').message, 'a text')
	for (const [cause, code] of [
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'untrusted'],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'wrongName'],
		['CERT_HAS_EXPIRED', 'expired'],
		['CERT_NOT_YET_VALID', 'notYetValid'],
		['ERR_SSL_WRONG_VERSION_NUMBER', 'noTls'],
		// As Node spells what a member says, and as Bun does.
		['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'certificateRefused'],
		['ERR_SSL_TLSV1_ALERT_CERTIFICATE_REQUIRED', 'certificateRefused'],
		['ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE', 'certificateRefused'],
		['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'certificateRefused'],
		['constructor', 'unreachable'],
	] as const) {
		const error = EtcdError.from(Object.assign(new Error('x'), { code: cause }))
		t.is(error.code, code)
		t.true(isLost(error))
	}
	const ours = new EtcdError('notLeader', 'not me')
	t.false(isLost(ours))
	t.is(EtcdError.from(ours), ours)
})

test('what passes by itself is told from what stays', (t) => {
	const of = (code: EtcdCode) => isTransient(new EtcdError(code, ''))
	const passing: EtcdCode[] = [
		'unhealthy',
		'noLeader',
		'notLeader',
		'learnerBehind',
		'timedOut',
		'refused',
		'unreachable',
	]
	const staying: EtcdCode[] = [
		'notLearner',
		'tooManyLearners',
		'notEnoughStarted',
		'memberNotFound',
		'peerUrlExists',
		'badTransferee',
		'denied',
		'compacted',
		'futureRevision',
		'noSpace',
		'corrupt',
		'downgradeUnderWay',
		'noDowngrade',
		'badDowngrade',
		'other',
	]
	t.deepEqual(passing.map(of), Array<boolean>(passing.length).fill(true))
	t.deepEqual(staying.map(of), Array<boolean>(staying.length).fill(false))
})
