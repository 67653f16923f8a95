// What lines of etcd mean that are of little use one by one. Pure. The words are those of 3.2 to 3.7.

export interface Pattern {
	readonly what: string
	readonly words: RegExp
	/** What it means, and what may be done. */
	readonly meaning: string
	/** Fewer are nothing: every cluster elects a leader once. */
	readonly least: number
}

const pattern = (what: string, words: RegExp, meaning: string, least = 1): Pattern => ({
	what,
	words,
	meaning,
	least,
})

/** The first that fits counts. */
export const patterns: readonly Pattern[] = [
	pattern(
		'data differs between members',
		/found (hash|data) (mismatch|inconsistency)|hash mismatch/i,
		'a member’s data is not that of the others',
	),
	pattern(
		'database full',
		/database space exceeded|NOSPACE|raising alarm|alarm raised/i,
		'an alarm is raised, and writes may be refused; kubectl etcd alarm ls',
	),
	pattern(
		'slow fdatasync',
		/slow fdatasync|sync duration of \S+, expected less than/,
		'the disk is slow to make writes last',
	),
	pattern(
		'heartbeat not sent on time',
		/failed to send out heartbeat on time|server is likely overloaded/,
		'the leader’s disk or processor is too busy',
	),
	pattern(
		'apply request took too long',
		/apply (request|entries) took too long|took too long \(.*\) to execute/,
		'disk or processor are slow, or requests are large',
	),
	pattern(
		'reads waited for the leader',
		/waiting for ReadIndex response took too long|timed out waiting for read index response|ignored out-of-date read index/,
		'the leader was slow to answer, or there was none',
	),
	pattern(
		'elections',
		/is starting a new election/,
		'members did not hear from a leader in time: disk, processor or network',
		3,
	),
	pattern(
		'clocks differ',
		/high clock drift|the clock difference against peer/,
		'the clocks of two nodes are apart; mend time synchronisation',
	),
	pattern(
		'peer connection lost',
		/sending buffer is full|prober detected unhealthy status|lost (the )?TCP streaming connection/,
		'a member stopped, or the network between members is bad',
		5,
	),
	pattern(
		'connections rejected',
		/rejected connection/,
		'somebody shows no certificate that is trusted, or speaks no TLS',
	),
	pattern(
		'another cluster’s member',
		/cluster ID mismatch/,
		'a process of another cluster asks for this one’s address',
	),
	pattern(
		'removed member',
		/permanently removed from the cluster/,
		'the process belongs to a member that is none any more',
	),
	pattern('requests too large', /request is too large/, 'a request is larger than etcd takes'),
	pattern('history is gone', /required revision has been compacted/, 'a reader asked for what was compacted'),
	pattern('panic', /^(panic|fatal error): /, 'the process ended itself; the lines around it say why'),
]
