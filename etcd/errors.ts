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
} as const

export type EtcdCode =
	| (typeof said)[keyof typeof said]
	/** Nobody listens: the process is not there, or does not serve clients yet. */
	| 'refused'
	| 'unreachable'
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
		return new EtcdError(code === 'ECONNREFUSED' ? 'refused' : 'unreachable', message, reason)
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

/** Repeating the observation is the remedy: etcd asks for patience, and nothing is wrong. */
export const isTransient = ({ code }: EtcdError): boolean =>
	[
		'unhealthy',
		'noLeader',
		'notLeader',
		'leaderChanged',
		'learnerBehind',
		'timedOut',
		'refused',
		'unreachable',
	].includes(code)
