// The members of a cluster that a snapshot can be taken from, best first, reached through the API server.
import { NoSource, sourcesAmong, unconfirmedAmong, type Source } from '../../backup/sources.ts'
import { clientOver } from '../../etcd/client.ts'
import { loggedIn, type Credentials } from '../../etcd/login.ts'
import { memberAmong, refOf } from '../cluster.ts'
import { forwardedMembers } from '../ctl/forwarded.ts'
import { troubleOf } from '../ctl/trouble.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import type { Reach } from '../reach.ts'
import type { Cluster } from '../target.ts'

export interface Wanted {
	/** This one alone. */
	readonly member: string | undefined
	readonly credentials: Credentials | undefined
	/** From whoever answers, though nobody confirms that it is up to date. */
	readonly allowStale: boolean
	readonly signal: AbortSignal
}

/** Those who answer; the connections are closed with what is done with them. */
export async function withSources<T>(
	reach: Reach,
	cluster: Cluster,
	{ member, credentials, allowStale, signal }: Wanted,
	work: (sources: readonly Source[]) => Promise<T>,
): Promise<T> {
	const doors = await forwardedMembers(reach, cluster, signal)
	const chosen = member === undefined ? doors : [memberAmong(cluster, doors, member)]
	const asked = await Promise.all(
		chosen.map(async ({ name, open }) => {
			const caller = await open()
			const close = (): void => caller.close()
			return { name, client: clientOver(credentials ? { ...loggedIn(caller, credentials), close } : caller) }
		}),
	)
	try {
		return await work(await (allowStale ? unconfirmedAmong : sourcesAmong)(asked))
	} catch (reason) {
		signal.throwIfAborted()
		throw reason instanceof NoSource ? noSource(reason, cluster) : reason
	} finally {
		for (const { client } of asked) client.close()
	}
}

function noSource({ why, message }: NoSource, cluster: Cluster): Failure {
	const { name } = cluster.metadata
	const ref = refOf(cluster)
	const said = why.map((one) => `${one.name}: ${one.reason.message}`).join('; ')
	const status = `kubectl etcd status ${ref}`
	if (why.length === 0) return new Failure({ what: message, next: status })
	const answered = why.filter((one) => one.answered)
	if (answered.length > 0)
		return new Failure({
			what: `not saving ${name}: no quorum confirms that what ${answered.map((one) => one.name).join(', ')} ${answered.length === 1 ? 'has' : 'have'} is up to date`,
			why: said,
			next: `wait for it:   kubectl etcd wait ${ref} --for=quorum\n        or save what is left, however old it is:   kubectl etcd snapshot save ${ref} --allow-stale`,
			exit: exits.noQuorum,
		})
	const [first] = why
	const told = first && troubleOf(first.reason, first.name)
	if (told instanceof Failure && why.length === 1) return told
	return new Failure({
		what: `no member of ${name} can be saved from`,
		why: said,
		next: (told instanceof Failure ? told.told.next : undefined) ?? status,
	})
}
