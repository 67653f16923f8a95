// Which etcd a snapshot becomes a cluster of. Pure. Later minors understand what earlier ones wrote, and never the other way round.
import { isRefused, releases, type Releases } from '../../api/releases.ts'
import { noRestoreBecause } from '../../api/restore.ts'
import { compareMinors, minorOf, parseVersion, versionText } from '../../api/version.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import type { Chosen } from './chosen.ts'

/** The snapshot's own; where nothing is restored into that, the first that is. Nothing where nobody knows it. */
export function versionOf(
	{ etcdVersion }: Pick<Chosen, 'etcdVersion'>,
	known: Releases = releases,
): string | undefined {
	const version = parseVersion(etcdVersion)
	if (version === undefined) return undefined
	const minor = minorOf(version)
	const candidates = [versionText(version), known.recommended[minor], known.recommended['3.5']]
	return candidates.find((text) => {
		const one = parseVersion(text)
		return (
			text !== undefined &&
			one !== undefined &&
			noRestoreBecause(text) === undefined &&
			!isRefused(one, known)
		)
	})
}

/** Thrown is why what is in it would not be understood; `how` is what to write instead. */
export function refuseEarlier({ last, url }: Chosen, target: string, how: string): void {
	const [from, to] = [parseVersion(last?.etcdVersion), parseVersion(target)]
	if (from === undefined || to === undefined || compareMinors(minorOf(from), minorOf(to)) <= 0) return
	throw new Failure({
		what: `not restoring: ${url} was written by etcd ${last?.etcdVersion}, and ${minorOf(to)} may not understand it`,
		why: 'a later minor reads what an earlier one wrote, and not the other way round',
		next: how,
		exit: exits.refused,
	})
}
