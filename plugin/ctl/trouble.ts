// What a member refuses, or why it does not answer, as what a person is told. Pure.
import { EtcdError, isStranger, type EtcdCode } from '../../etcd/errors.ts'
import { Failure, type Told } from '../failure.ts'

const secretHint = 'keep the keys username and password in a Secret, and add --credentials-secret=NAME'

function told(error: EtcdError, member: string): Told {
	const { code, message } = error
	if (isStranger(error)) return { what: 'etcd authentication is enabled', why: message, next: secretHint }
	if (isForbidden(error)) return { what: message, next: 'kubectl etcd rbac --for ctl' }
	return byCode(member, message)[code] ?? { what: message }
}

/** Kubernetes lets nobody through to any of the members. */
export function isForbidden({ cause }: Error): boolean {
	if (!(cause instanceof Error)) return false
	return ('code' in cause && cause.code === 'EACCES') || isForbidden(cause)
}

function byCode(member: string, message: string): Partial<Record<EtcdCode, Told>> {
	const noQuorum = {
		what: `${member}: ${message}`,
		why: 'without a quorum nothing is written, and nothing is read that must be up to date',
		next: 'kubectl etcd status; to read what this member has: --consistency=s',
	}
	const certificate = (what: string): Told => ({ what: `${member}: ${what}`, why: message })
	const silent = { what: `${member} does not answer: ${message}`, next: 'kubectl etcd status' }
	return {
		denied: {
			what: `etcd permits this user no such thing: ${message}`,
			next: 'kubectl etcd ctl CLUSTER user list',
		},
		wrongPassword: {
			what: 'etcd knows no such user, or the password is another',
			why: message,
			next: secretHint,
		},
		tooLarge: {
			what: `the answer is too large: ${message}`,
			next: 'ask for less, by --limit or --keys-only',
		},
		compacted: {
			what: message,
			why: 'history so old is no longer kept',
			next: 'leave --rev out, or name a later one',
		},
		timedOut: noQuorum,
		noLeader: noQuorum,
		untrusted: certificate('the CA that we have did not sign its certificate'),
		wrongName: certificate('its certificate is for other names'),
		expired: certificate('its certificate has expired'),
		notYetValid: certificate('its certificate is not valid yet'),
		certificateRefused: certificate('it does not take our certificate'),
		noTls: certificate('it speaks no TLS, and the cluster says that it does'),
		refused: silent,
		// It was there, and says nothing: so does a member that waits for the others.
		unreachable: message.startsWith('no answer within') ? noQuorum : silent,
	}
}

/** What is none of etcd's stays as it is. */
export function troubleOf(reason: unknown, member: string): Error {
	if (reason instanceof EtcdError) return new Failure(told(reason, member), reason)
	return reason instanceof Error ? reason : new Error(String(reason))
}

/** Of a change that was sent: nobody knows what became of it, but for what was done and only tells too much. */
export function changeTrouble(reason: unknown, member: string): Error {
	const trouble = troubleOf(reason, member)
	if (reason instanceof EtcdError && reason.code === 'tooLarge')
		return new Failure(
			`it was done, and what was there before is too large to be shown: ${reason.message}`,
			reason,
		)
	const isUnknown =
		reason instanceof EtcdError && ['timedOut', 'unreachable', 'leaderChanged'].includes(reason.code)
	if (!isUnknown || !(trouble instanceof Failure)) return trouble
	return new Failure(
		{ ...trouble.told, why: 'it may have been done all the same: look before you repeat it' },
		reason,
	)
}
