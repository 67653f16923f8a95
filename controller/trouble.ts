// What a step that failed means. Pure.
import { EtcdError, isTransient } from '../etcd/errors.ts'
import { isConflict, isNamespaceEnding, isNotFound, KubeError } from '../kube/errors.ts'
import { NotNow } from './not-now.ts'

/** Nothing is wrong: somebody was quicker, or etcd asks to wait. */
export const isPatience = (reason: unknown): boolean =>
	reason instanceof NotNow ||
	isConflict(reason) ||
	isNotFound(reason) ||
	isNamespaceEnding(reason) ||
	(reason instanceof EtcdError &&
		(isTransient(reason) || ['peerUrlExists', 'memberNotFound', 'notLearner'].includes(reason.code)))

export function explain(reason: unknown): string {
	if (reason instanceof EtcdError) return `etcd says: ${reason.message}`
	if (reason instanceof KubeError) return `Kubernetes says: ${reason.message}`
	return reason instanceof Error ? reason.message : String(reason)
}

/** For metrics: few and fixed. */
export function kindOf(reason: unknown): string {
	if (reason instanceof EtcdError) return `etcd:${reason.code}`
	if (reason instanceof KubeError) return `kubernetes:${reason.status}`
	return 'other'
}
