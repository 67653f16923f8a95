// How large a claim is, and how far its growing has come. Pure.
import { parseQuantity } from '../../api/quantity.ts'
import type { Claim } from '../../kube/pod.ts'
import type { ClaimSeen } from '../observed.ts'

type Growth = Pick<ClaimSeen, 'requested' | 'capacity' | 'resize'>

/** Told by whoever grows volumes, and by the kubelet; the two errors from Kubernetes 1.32 on. The most telling is the last. */
const telling = ['Resizing', 'FileSystemResizePending', 'ControllerResizeError', 'NodeResizeError']

function resizeOf({ status }: Claim): Growth['resize'] {
	const { conditions = [] } = status ?? {}
	const said = conditions
		.filter((one) => one.status === 'True' && telling.includes(one.type))
		.toSorted((one, other) => telling.indexOf(one.type) - telling.indexOf(other.type))
		.at(-1)
	if (said === undefined) return undefined
	const { type, message } = said
	return { failed: type.endsWith('Error'), message: message ? `${type}: ${message.slice(0, 300)}` : type }
}

export const growthOf = (claim: Claim): Growth => ({
	requested: parseQuantity(claim.spec?.resources?.requests?.storage),
	capacity: parseQuantity(claim.status?.capacity?.storage),
	resize: resizeOf(claim),
})

export const isShort = ({ requested, capacity }: Pick<Growth, 'requested' | 'capacity'>): boolean =>
	requested !== undefined && capacity !== undefined && capacity < requested
