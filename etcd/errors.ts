// What can go wrong when etcd is asked. Pure. One error with a code; the only place that reads what the wire said.

/** The ones that a caller acts on; everything else is 'other'. */
const said = {
	'etcdserver: unhealthy cluster': 'unhealthy',
	'etcdserver: no leader': 'noLeader',
	'etcdserver: not leader': 'notLeader',
	'etcdserver: leader changed': 'leaderChanged',
	'etcdserver: can only promote a learner member which is in sync with leader': 'learnerBehind',
	'etcdserver: can only promote a learner member': 'notLearner',
	'etcdserver: too many learner members in cluster': 'tooManyLearners',
	'etcdserver: re-configuration failed due to not enough started members': 'notEnoughStarted',
	'etcdserver: member not found': 'memberNotFound',
	'etcdserver: Peer URLs already exists': 'peerUrlExists',
	// An id is made of the URLs and the second, so that adding the same twice at once says this.
	'etcdserver: member ID already exist': 'peerUrlExists',
	'etcdserver: bad leader transferee': 'badTransferee',
	'etcdserver: request timed out': 'timedOut',
	'etcdserver: request timed out, possibly due to previous leader failure': 'timedOut',
	'etcdserver: request timed out, possibly due to connection lost': 'timedOut',
	'etcdserver: request timed out, leader transfer took too long': 'timedOut',
	// 3.4 says it without its code.
	'context deadline exceeded': 'timedOut',
	'etcdserver: user name is empty': 'denied',
	'etcdserver: permission denied': 'denied',
	'etcdserver: invalid auth token': 'denied',
	// So it is said of hashes and defragmentation before 3.6.
	'auth: user name is empty': 'denied',
	'auth: permission denied': 'denied',
	'auth: invalid auth token': 'denied',
	'etcdserver: mvcc: required revision has been compacted': 'compacted',
	'etcdserver: mvcc: required revision is a future revision': 'futureRevision',
	'etcdserver: mvcc: database space exceeded': 'noSpace',
	'etcdserver: corrupt cluster': 'corrupt',
	'etcdserver: cluster has a downgrade job in progress': 'downgradeUnderWay',
	'etcdserver: authentication is not enabled': 'authOff',
	'etcdserver: authentication failed, invalid user ID or password': 'wrongPassword',
	'etcdserver: requested lease not found': 'leaseNotFound',
	'etcdserver: no inflight downgrade job': 'noDowngrade',
	'etcdserver: invalid downgrade target version': 'badDowngrade',
	'etcdserver: wrong downgrade target version format': 'badDowngrade',
} as const

/** What comes of a connection by the codes of sockets and of TLS, which Node and Bun spell alike but for the alerts. */
const broken = {
	ECONNREFUSED: 'refused',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted',
	UNABLE_TO_GET_ISSUER_CERT: 'untrusted',
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted',
	SELF_SIGNED_CERT_IN_CHAIN: 'untrusted',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted',
	CERT_SIGNATURE_FAILURE: 'untrusted',
	ERR_TLS_CERT_ALTNAME_INVALID: 'wrongName',
	CERT_HAS_EXPIRED: 'expired',
	CERT_NOT_YET_VALID: 'notYetValid',
	ERR_SSL_WRONG_VERSION_NUMBER: 'noTls',
} as const

/** The member did not like the certificate that we showed, or that we showed none. */
const alerts =
	/^ERR_SSL_.*ALERT_(BAD_CERTIFICATE|CERTIFICATE_\w+|UNKNOWN_CA|HANDSHAKE_FAILURE|ACCESS_DENIED)$/

type BrokenCode = (typeof broken)[keyof typeof broken] | 'certificateRefused' | 'unreachable'

const brokenBy = (code: string): BrokenCode => {
	if (Object.hasOwn(broken, code)) return broken[code as keyof typeof broken]
	return alerts.test(code) ? 'certificateRefused' : 'unreachable'
}

const lost: ReadonlySet<string> = new Set([...Object.values(broken), 'certificateRefused', 'unreachable'])

export type EtcdCode =
	| (typeof said)[keyof typeof said]
	/** No authority that we were given has signed what the member shows, or it is for other names, or its time is not now. */
	| 'untrusted'
	| 'wrongName'
	| 'expired'
	| 'notYetValid'
	/** The member speaks plainly. */
	| 'noTls'
	/** The member wants to see another certificate than ours, or one at all. */
	| 'certificateRefused'
	/** Nobody listens: the process is not there, or does not serve clients yet. */
	| 'refused'
	| 'unreachable'
	/** More came than is held in memory at once. */
	| 'tooLarge'
	| 'other'

export class EtcdError extends Error {
	readonly code: EtcdCode

	constructor(code: EtcdCode, message: string, cause?: unknown) {
		super(message, { cause })
		this.code = code
	}

	/** Whatever was thrown becomes an EtcdError here and nowhere else. */
	static from(reason: unknown): EtcdError {
		if (reason instanceof EtcdError) return reason
		const { code } = reason as NodeJS.ErrnoException
		const message = reason instanceof Error ? reason.message : String(reason)
		return new EtcdError(typeof code === 'string' ? brokenBy(code) : 'unreachable', message, reason)
	}

	/** gRPC says the status as a number and a text; etcd's errors are told apart by the text, as its own clients do. */
	static fromGrpc(status: number, text: string): EtcdError {
		const code = Object.hasOwn(said, text) ? said[text as keyof typeof said] : 'other'
		const deadlineExceeded = 4
		return new EtcdError(
			code === 'other' && status === deadlineExceeded ? 'timedOut' : code,
			text || `gRPC status ${status}`,
		)
	}
}

/** There is no connection, whatever became of the call. */
export const isLost = (error: unknown): boolean => error instanceof EtcdError && lost.has(error.code)

/** Repeating the observation is the remedy: etcd asks for patience, and nothing is wrong. */
export const isTransient = (error: EtcdError): boolean =>
	isLost(error) ||
	['unhealthy', 'noLeader', 'notLeader', 'leaderChanged', 'learnerBehind', 'timedOut'].includes(error.code)

/** Nobody said who they are, and auth is on. */
export const isStranger = ({ code, message }: EtcdError): boolean =>
	code === 'denied' && message.endsWith('user name is empty')

/** Tokens are forgotten after some minutes, and by a member that starts again. */
export const isStaleToken = ({ code, message }: EtcdError): boolean =>
	code === 'denied' && message.endsWith('invalid auth token')
