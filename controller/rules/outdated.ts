// What about a member is not as the spec wants it, and how that is changed. Pure.
import { minorIn } from '../../api/releases.ts'
import { compareMinors } from '../../api/version.ts'
import { checksOf, hasShell } from '../../etcd/dialect.ts'
import type { MemberSeen, Observed, PodSeen, Wanted } from '../observed.ts'
import { claimOf, isDeclared, isDoomed, podOf, reportOf } from './facts.ts'
import { lacksRoom } from './volumes.ts'

/** Another operator's pods ask whether they are well by a shell, which later images lack. */
const runsInPlace = ({ template }: PodSeen, { target, targetMinor }: Wanted): boolean =>
	template !== '' || hasShell(targetMinor, target)

/** Whose image or version is not the one wanted. Another operator's pods are left alone until their version changes. */
export const imageDiffers = ({ wanted }: Observed, { version, repository }: PodSeen): boolean =>
	wanted !== undefined &&
	(version !== wanted.target || (repository !== undefined && repository !== wanted.image))

const templateDiffers = ({ wanted }: Observed, { template }: PodSeen): boolean =>
	wanted !== undefined && template !== '' && template !== wanted.template

/** Whom a process trusts it reads only as it starts. */
const trustDiffers = ({ tls }: Observed, { trust }: PodSeen): boolean =>
	tls?.trust !== undefined && trust !== undefined && trust !== tls.trust

/** `pod`: it must be another one; `image`: the pod stays. */
export function changeOf(seen: Observed, pod: PodSeen): 'pod' | 'image' | undefined {
	const goesWithIt = pod.claimName === undefined || isDoomed(seen, { name: pod.name, ours: true })
	// A successor would have to join between two minors, and a process must not be told to fill more than its volume.
	const isHeld = goesWithIt && isBetweenMinors(seen)
	const isFull = pod.claimName !== undefined && lacksRoom(seen, claimOf(seen, pod.claimName))
	if (!isHeld && ((templateDiffers(seen, pod) && !isFull) || trustDiffers(seen, pod))) return 'pod'
	if (!imageDiffers(seen, pod) || seen.wanted === undefined) return undefined
	return runsInPlace(pod, seen.wanted) ? 'image' : 'pod'
}

/** Its kubelet would ask the target what that does not answer. */
export const isUnaskable = ({ asksReadyz }: PodSeen, { target, targetMinor }: Wanted): boolean =>
	asksReadyz && checksOf(targetMinor, target).ready.path !== '/readyz'

/** Its data is in its pod, which must be another one: a successor comes before it leaves. */
export function isSucceeded(seen: Observed, { name, ours, started }: MemberSeen): boolean {
	const pod = podOf(seen, name)
	if (!ours || !started || pod === undefined || pod.claimName !== undefined || !isDeclared(seen)) return false
	return changeOf(seen, pod) === 'pod'
}

/**
 * Minors that members are of, by their pods and by what they say: whose pod has another image already goes on as it was for a while. As long
 * as they differ nobody joins or leaves at a wish: earlier ones may not understand later ones (R33).
 */
export function minorsOf({ members, pods }: Observed): readonly string[] {
	const all = members.fresh ? members.all : []
	const listed = new Set(all.map(({ name }) => name))
	const said = all.map((member) => reportOf(member)?.version)
	const made = pods.filter(({ name }) => listed.has(name)).map(({ version }) => version)
	const found = [...made, ...said].map((version) => minorIn(version))
	return [...new Set(found.filter((minor) => minor !== undefined))].toSorted(compareMinors)
}

/** What it is about to be given, its volume must hear of first: pods that are made for it later must not begin with less than it may have run. */
export function risesWith(seen: Observed, { name, version }: Pick<PodSeen, 'name' | 'version'>): boolean {
	const claim = claimOf(seen, name)
	const [before, after] = [minorIn(claim?.version), minorIn(version)]
	return before !== undefined && after !== undefined && compareMinors(before, after) < 0
}

export const isBetweenMinors = (seen: Observed): boolean => minorsOf(seen).length > 1
