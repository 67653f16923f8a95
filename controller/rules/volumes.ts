// Volumes grow when the spec asks for more, and never shrink. Nobody is restarted for it, and nothing waits for it but a quota that
// they have no room for yet. Pure.
import { bytesText, parseQuantity } from '../../api/quantity.ts'
import type { ClusterSpec } from '../../api/schema/cluster.ts'
import { isShort } from '../observe/growth.ts'
import type { ClaimSeen, Observed, Wanted } from '../observed.ts'
import type { Answer } from '../step.ts'
import { templateOf } from '../template.ts'
import { claimOf, latchOf, namesOf, podOf } from './facts.ts'

const field = 'spec.pod.persistentVolumeClaimSpec.resources.requests.storage'

/** Who has not grown by then is worth a look. */
const longestMs = 5 * 60_000
/** Most have grown by then. */
const usualMs = 30_000

const storageIn = ({ pod }: ClusterSpec) => pod?.persistentVolumeClaimSpec?.resources?.requests?.storage

/** Of members; a claim that was kept stays as it is. */
const inUse = (seen: Observed): readonly ClaimSeen[] =>
	seen.claims.filter(
		({ name, bound, deleting, lost }) =>
			bound && !deleting && !lost && (podOf(seen, name) ?? latchOf(seen, name)) !== undefined,
	)

/** Claims that ask for less than the spec, on volumes that have less, too. */
function tooSmall(seen: Observed): readonly ClaimSeen[] {
	const bytes = seen.wanted && parseQuantity(storageIn(seen.wanted.spec))
	if (bytes === undefined) return []
	return inUse(seen).filter(({ requested = 0, capacity = 0 }) => requested < bytes && capacity < bytes)
}

const sizeIn = ({ wanted }: Observed): string => String(wanted ? (storageIn(wanted.spec) ?? '') : '')

const refusalOf = (seen: Observed): Observed['growthRefused'] =>
	seen.growthRefused?.size === sizeIn(seen) ? seen.growthRefused : undefined

/** Before anything is healed or rolled: a member that is silent may have no room left. */
export function volumesTooSmall(seen: Observed): Answer {
	const [first] = tooSmall(seen)
	if (first === undefined || refusalOf(seen)?.lately) return undefined
	const { name, uid, requested = 0 } = first
	const size = sizeIn(seen)
	return {
		do: 'growClaim',
		name,
		uid,
		size,
		why: `claim ${name} grows from ${bytesText(requested)} to ${size}`,
	}
}

/** The least that any of them has grown to: a spec that asks for no less takes nothing from it. */
export function leastSize(seen: Observed): string | undefined {
	const all = inUse(seen).flatMap(({ requested, capacity = requested }) =>
		requested === undefined || capacity === undefined ? [] : Math.min(requested, capacity),
	)
	return all.length === 0 ? undefined : bytesText(Math.min(...all))
}

/** Its own words for a class that does not let volumes grow, or did not make them. */
const unable = 'only dynamically provisioned pvc can be resized'

function refusedBecause(because: string, { storageClass }: ClaimSeen): readonly [string, string] {
	if (!because.includes(unable)) return [because, 'mend that']
	return storageClass
		? [
				`StorageClass "${storageClass}" does not let its volumes grow`,
				'set its allowVolumeExpansion to true if its driver can do that',
			]
		: ['they are of no StorageClass, and so cannot grow', 'restore a snapshot into a new cluster']
}

/** What keeps volumes from growing, and what a person can do about it. */
export function notGrown(seen: Observed): string | undefined {
	const refusal = refusalOf(seen)
	const small = tooSmall(seen)
	const [first] = small
	if (refusal && first) {
		const has = leastSize(seen)
		const [because, mend] = refusedBecause(refusal.because, first)
		return `${field}: ${sizeIn(seen)} is more than the ${has} of ${namesOf(small)}, and ${because}; ${mend}, or put the size back to ${has}`
	}
	const stuck = inUse(seen).find(
		(claim) => isShort(claim) && (claim.resize?.failed || claim.shortMs > longestMs),
	)
	return stuck && `${growing(stuck)}; kubectl describe pvc ${stuck.name} says more`
}

const growing = ({ name, requested = 0, capacity = 0, resize }: ClaimSeen): string =>
	`claim ${name} asks for ${bytesText(requested)} and has ${bytesText(capacity)}${resize ? ` (${resize.message})` : ''}`

/** Volumes that take longer than most, which is no fault. */
export const stillGrowing = (seen: Observed): string =>
	inUse(seen)
		.filter((claim) => isShort(claim) && claim.shortMs > usualMs)
		.map(growing)
		.join(', ')

/** A quota that its volume will have room for once it has grown. */
export function lacksRoom({ wanted }: Observed, claim: ClaimSeen | undefined): boolean {
	const quota = parseQuantity(wanted?.spec.quotaBackendBytes)
	const volume = wanted && parseQuantity(storageIn(wanted.spec))
	if (quota === undefined || volume === undefined || claim?.capacity === undefined) return false
	return claim.capacity < quota && quota <= volume
}

/** Who comes back before its volume has grown gets the quota that it has room for, and later another pod. */
export function fitting(
	seen: Observed,
	{ spec, template }: Wanted,
	name: string,
): Pick<Wanted, 'spec' | 'template'> {
	const claim = claimOf(seen, name)
	if (!lacksRoom(seen, claim)) return { spec, template }
	const fits = { ...spec, quotaBackendBytes: claim?.capacity ?? 0 }
	return { spec: fits, template: templateOf(fits) }
}

/** Of a pod of this name that would be made now. */
export const templateNow = (seen: Observed, name: string): string | undefined =>
	seen.wanted && fitting(seen, seen.wanted, name).template

/** All else is done: who has no room for the quota goes on with the one it has. */
export function roomLacking(seen: Observed): Answer {
	const { wanted, claims } = seen
	const short = claims.filter((claim) => podOf(seen, claim.name) && lacksRoom(seen, claim))
	if (short.length === 0) return undefined
	const why = `${namesOf(short)}: a quota of ${wanted?.spec.quotaBackendBytes} waits until there is room for it`
	return { do: 'rest', why: `${why}; ${notGrown(seen) ?? short.map(growing).join(', ')}` }
}
