// Where members keep their data, and how much of it. Pure.
import { parseQuantity } from '../quantity.ts'
import { shrinkText } from '../schema/volume.ts'
import type { EtcdCluster } from '../types.ts'
import { news, nothing, quoted, refuse, same, warn, type Check } from './finding.ts'

type Spec = EtcdCluster['spec']

const claimField = 'spec.pod.persistentVolumeClaimSpec'
const storageField = `${claimField}.resources.requests.storage`
const quotaField = 'spec.quotaBackendBytes'

const claim = (spec: Spec) => spec?.pod?.persistentVolumeClaimSpec
const storage = (spec: Spec) => claim(spec)?.resources?.requests?.storage

type Amount = ReturnType<typeof storage>

const medium = (spec: Spec): string =>
	claim(spec) !== undefined ? 'volume' : spec?.pod?.tmpfs === true ? 'memory' : 'emptyDir'

const unreadable = (spec: NonNullable<Spec>) => {
	const wanted = storage(spec)
	if (claim(spec) === undefined) return nothing
	if (wanted === undefined)
		return refuse(storageField, 'is missing; write how large each volume shall be, such as 10Gi')
	const bytes = parseQuantity(wanted)
	if (bytes !== undefined && bytes > 0) return nothing
	return refuse(storageField, `${quoted(wanted)} is not a size; write one such as 10Gi`)
}

const storageUnreadable: Check<EtcdCluster> = ({ previous, next }) =>
	news(unreadable, previous?.spec, next.spec)

const isLess = (after: Amount, before: Amount): boolean => {
	const [was, is] = [parseQuantity(before), parseQuantity(after)]
	return was !== undefined && is !== undefined && is < was
}

/** By what volumes have, where that is known: a size that could not be had may be taken back. */
const storageShrinks: Check<EtcdCluster> = ({ previous, next }) => {
	const [before, after] = [previous?.status?.volumeSize ?? storage(previous?.spec), storage(next.spec)]
	if (!isLess(after, before)) return nothing
	return refuse(storageField, `${after} is less than ${before} and ${shrinkText}; write ${before} or more`)
}

const fixed =
	(name: 'storageClassName' | 'accessModes' | 'volumeMode'): Check<EtcdCluster> =>
	({ previous, next }) => {
		const [before, after] = [claim(previous?.spec), claim(next.spec)]
		if (before === undefined || after === undefined || same(before[name], after[name])) return nothing
		return refuse(
			claimField,
			`${name} cannot change in a cluster that has members; keep it, or restore a snapshot into a new cluster`,
		)
	}

const storageMediumChanges: Check<EtcdCluster> = ({ previous, next }) => {
	if (previous?.spec === undefined || next.spec === undefined || medium(previous.spec) === medium(next.spec))
		return nothing
	return refuse(
		'spec',
		'where members keep their data cannot change in a cluster that has members; keep it, or restore a snapshot into a new cluster',
	)
}

const twice = (spec: NonNullable<Spec>) =>
	claim(spec) !== undefined && spec.pod?.tmpfs === true
		? refuse('spec.pod.tmpfs', 'is true beside a volume; write persistentVolumeClaimSpec or tmpfs')
		: nothing

const storageTwice: Check<EtcdCluster> = ({ previous, next }) => news(twice, previous?.spec, next.spec)

const mostQuota = 8 * 2 ** 30
const leastQuota = 16 * 2 ** 20

/** etcd's own, which holds when nothing is written. */
const usualQuota = '2Gi'

const quotaUnfit: Check<EtcdCluster> = ({ previous, next }) => {
	const [before, after] = [previous?.spec?.quotaBackendBytes, next.spec?.quotaBackendBytes]
	const isAsItWas = same(before, after) && !isLess(storage(next.spec), storage(previous?.spec))
	if (next.spec === undefined || isAsItWas) return nothing
	const wanted = after ?? usualQuota
	const bytes = parseQuantity(wanted)
	if (bytes === undefined)
		return refuse(quotaField, `${quoted(wanted)} is not an amount; write one such as 8Gi`)
	if (bytes < leastQuota) return refuse(quotaField, `${wanted} is less than 16Mi; write 2Gi to 8Gi`)
	const { dbSize } = previous?.status ?? {}
	const used = parseQuantity(dbSize)
	if (used !== undefined && bytes <= used)
		return refuse(
			quotaField,
			`${wanted} is not more than the ${dbSize} in use: writes would stop; write more`,
		)
	const volume = parseQuantity(storage(next.spec))
	if (after !== undefined && volume !== undefined && bytes > volume)
		return refuse(
			quotaField,
			`${wanted} is more than the volume of ${storage(next.spec)}; write less, or a larger volume`,
		)
	return bytes > mostQuota ? warn(quotaField, `${wanted} is more than the 8Gi that etcd advises`) : nothing
}

const dataInPod: Check<EtcdCluster> = ({ previous, next }) =>
	previous === undefined && next.spec !== undefined && medium(next.spec) !== 'volume'
		? warn('spec.pod', 'has no persistentVolumeClaimSpec: the data of a pod is gone with it')
		: nothing

export const storageRules = {
	storageUnreadable,
	storageShrinks,
	storageClassChanges: fixed('storageClassName'),
	storageModesChange: (change) => [...fixed('accessModes')(change), ...fixed('volumeMode')(change)],
	storageMediumChanges,
	storageTwice,
	quotaUnfit,
	dataInPod,
} satisfies Record<string, Check<EtcdCluster>>
