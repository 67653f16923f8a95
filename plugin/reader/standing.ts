// How a reader's pod is: it runs, it is awaited, or nothing will come of it, and why. Pure.
import { saidIn } from '../../api/task.ts'
import { heldUp, type Pod } from '../../kube/pod.ts'
import type { Told } from '../failure.ts'

export type Standing =
	| { readonly is: 'running' }
	| { readonly is: 'awaited'; readonly because: string | undefined }
	| { readonly is: 'over'; readonly told: Told }

const ofImage = new Set(['ImagePullBackOff', 'ErrImageNeverPull', 'InvalidImageName'])
/** A kubelet tries these again, in vain until somebody has done something. */
const inVain = new Set(['CreateContainerConfigError', 'CreateContainerError', 'RunContainerError'])

const next = (pod: Pod): string =>
	`kubectl describe etcdbackup ${pod.metadata.ownerReferences?.[0]?.name ?? ''} -n ${pod.metadata.namespace ?? ''}`

export function standingOf(pod: Pod | undefined): Standing {
	if (pod === undefined || pod.metadata.deletionTimestamp !== undefined)
		return { is: 'over', told: { what: 'the pod that read the store was deleted', next: 'run it again' } }
	const { status = {} } = pod
	const { state = {} } = status.containerStatuses?.[0] ?? {}
	const { waiting, terminated, running } = state
	if (terminated !== undefined) {
		const said = saidIn(terminated.message)
		if (said?.ok === false)
			return { is: 'over', told: { what: `the store cannot be read: ${said.message}`, next: next(pod) } }
		const why =
			said === undefined
				? terminated.reason
				: 'nobody asked it for long, or it was there for as long as it may'
		return { is: 'over', told: { what: 'the pod that read the store has ended', why, next: 'run it again' } }
	}
	if (status.phase === 'Failed') {
		const why = [status.reason, status.message].filter(Boolean).join(': ')
		return { is: 'over', told: { what: 'the pod that reads the store failed', why, next: 'run it again' } }
	}
	if (running !== undefined) return { is: 'running' }
	const because = heldUp(pod)
	const reason = waiting?.reason ?? ''
	const image = pod.spec.containers[0]?.image ?? ''
	if (ofImage.has(reason))
		return {
			is: 'over',
			told: {
				what: `nodes cannot get the image ${image} of the pod that reads the store`,
				why: because,
				next: 'name one that they can get: --image IMAGE, the one that the operator runs',
			},
		}
	if (inVain.has(reason))
		return {
			is: 'over',
			told: { what: 'the pod that reads the store does not start', why: because, next: next(pod) },
		}
	return { is: 'awaited', because }
}
