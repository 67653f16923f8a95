// What became of a backup, by what the controller says of it, and how that is told. Pure.
import { bytes as size, grouped, lasting } from '../screen/amount.ts'
import { speed } from '../snapshot/progress-line.ts'
import { placeIn, urlOf } from '../stores/url.ts'
import { unanswered } from '../wait/unanswered.ts'
import type { Backup } from './backup.ts'

type Last = NonNullable<NonNullable<Backup['status']>['last']>

export type Outcome =
	| { readonly is: 'waiting'; readonly because: string }
	| { readonly is: 'failed'; readonly because: string }
	| { readonly is: 'taken'; readonly last: Last }

export function outcomeOf({ metadata: { generation = 0 }, status }: Backup): Outcome {
	if ((status?.observedGeneration ?? 0) < generation) return { is: 'waiting', because: unanswered }
	const condition = status?.conditions?.find(({ type }) => type === 'Succeeded')
	const { reason = '', message = '' } = condition ?? {}
	if (condition?.status === 'True' && status?.last !== undefined) return { is: 'taken', last: status.last }
	if (condition?.status === 'False') return { is: 'failed', because: message || status?.Reason || reason }
	return { is: 'waiting', because: message || reason || unanswered }
}

/** Of what its spec names: a store's own word for a place may be a folder of the Job's. */
export function locationOf({ spec = {} }: Backup, { object, location = '' }: Last): string {
	const place = placeIn(spec)
	return place === undefined || object === undefined ? location : urlOf({ ...place, key: object })
}

export function takenLine(backup: Backup, last: Last): string {
	const { bytes = 0, revision = '0', etcdVersion, member, seconds = 0, sha256, note } = last
	const at = revision === '0' ? '' : `, revision ${grouped(BigInt(revision))}`
	const took = seconds > 0 ? ` in ${lasting(seconds)} (${speed(bytes, seconds)})` : ''
	const more = note === undefined ? '' : `; ${note}`
	return `${locationOf(backup, last)} saved: ${size(bytes)}${at}, etcd ${etcdVersion ?? 'unknown'}, from ${member ?? 'a member'}${took}, sha256 ${sha256 ?? ''} ok${more}`
}
