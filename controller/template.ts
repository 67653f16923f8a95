// A short name for what a pod is made from, so that a pod made from something else is known. Pure. Made from the spec and not from
// the pod, so that a later version of ours that renders the same spec otherwise does not restart anybody.
import type { ClusterSpec } from '../api/schema/cluster.ts'

/** The same text for the same value, whatever the order of its keys. */
export function canonical(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
	if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
	const fields = Object.entries(value)
		.filter(([, field]) => field !== undefined)
		.toSorted(([one], [other]) => (one < other ? -1 : 1))
	return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(',')}}`
}

/** FNV-1a over two halves: no secret hangs on it, only a restart. */
function shortHash(text: string): string {
	let [low, high] = [0x811c9dc5, 0xcbf29ce4]
	for (let index = 0; index < text.length; index++) {
		const code = text.charCodeAt(index)
		low = Math.imul(low ^ code, 0x01000193)
		high = Math.imul(high ^ (code + index), 0x01000193)
	}
	return [low, high].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
}

export const hashOf = (value: unknown): string => shortHash(canonical(value))

/** All that shapes a pod but its image, which can change while the pod stays. */
export function templateOf(spec: ClusterSpec): string {
	// The claim is its member's for good, and two fields of old are read and not used.
	const apart = ['persistentVolumeClaimSpec', 'busyboxImage', 'DNSTimeoutInSecond']
	const pod = Object.fromEntries(Object.entries(spec.pod ?? {}).filter(([name]) => !apart.includes(name)))
	// What members show and trust is given to them apart, and changes while they run.
	const { quotaBackendBytes, autoCompaction, topologySpread } = spec
	return hashOf({ pod, quotaBackendBytes, autoCompaction, topologySpread })
}
