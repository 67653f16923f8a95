// Where members keep their data, and how much of it. Pure.
import { parseQuantity } from '../quantity.ts'
import { shrinkText } from '../schema/volume.ts'
import type { EtcdCluster } from '../types.ts'
import { nothing, quoted, refuse, same, warn, type Check } from './finding.ts'

type Spec = EtcdCluster['spec']

const claimField = 'spec.pod.persistentVolumeClaimSpec'
const storageField = `${claimField}.resources.requests.storage`
const quotaField = 'spec.quotaBackendBytes'

const claim = (spec: Spec) => spec?.pod?.persistentVolumeClaimSpec
const storage = (spec: Spec) => claim(spec)?.resources?.requests?.storage

const medium = (spec: Spec): string =>
	claim(spec) !== undefined ? 'volume' : spec?.pod?.tmpfs === true ? 'memory' : 'emptyDir'

const storageUnreadable: Check<EtcdCluster> = ({ previous, next }) => {
	const wanted = storage(next.spec)
	if (claim(next.spec) === undefined || same(claim(previous?.spec), claim(next.spec))) return nothing
	if (wanted === undefined)
		return refuse(storageField, 'is missing; write how large each volume shall be, such as 10Gi')
	const bytes = parseQuantity(wanted)
	if (bytes !== undefined && bytes > 0) return nothing
	return refuse(storageField, `${quoted(wanted)} is not a size; write one such as 10Gi`)
}

const storageShrinks: Check<EtcdCluster> = ({ previous, next }) => {
	const [before, after] = [storage(previous?.spec), storage(next.spec)]
	const [was, is] = [parseQuantity(before), parseQuantity(after)]
	if (was === undefined || is === undefined || is >= was) return nothing
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

const storageTwice: Check<EtcdCluster> = ({ previous, next }) =>
	claim(next.spec) === undefined || next.spec?.pod?.tmpfs !== true || same(previous?.spec?.pod, next.spec.pod)
		? nothing
		: refuse('spec.pod.tmpfs', 'is true beside a volume; write persistentVolumeClaimSpec or tmpfs')

const mostQuota = 8 * 2 ** 30
const leastQuota = 16 * 2 ** 20

const quotaUnfit: Check<EtcdCluster> = ({ previous, next }) => {
	const wanted = next.spec?.quotaBackendBytes
	if (wanted === undefined || same(previous?.spec?.quotaBackendBytes, wanted)) return nothing
	const bytes = parseQuantity(wanted)
	if (bytes === undefined)
		return refuse(quotaField, `${quoted(wanted)} is not an amount; write one such as 8Gi`)
	if (bytes < leastQuota) return refuse(quotaField, `${wanted} is less than 16Mi; write 2Gi to 8Gi`)
	const used = parseQuantity(previous?.status?.dbSize)
	if (used !== undefined && bytes <= used)
		return refuse(
			quotaField,
			`${wanted} is not more than the ${previous?.status?.dbSize} in use: writes would stop; write more`,
		)
	const volume = parseQuantity(storage(next.spec))
	if (volume !== undefined && bytes > volume)
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
