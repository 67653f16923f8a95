// What somebody may not see is missing, and says so; whatever else goes wrong does not stop the rest.
import { isForbidden, isNotFound, KubeError } from '../../kube/errors.ts'
import type { Seen } from './facts.ts'

export async function seen<T>(what: string, look: () => Promise<T>): Promise<Seen<T>> {
	try {
		return { value: await look() }
	} catch (reason) {
		if (!(reason instanceof KubeError)) throw reason
		if (isForbidden(reason))
			return { unseen: `you may not ${what}`, next: 'kubectl etcd rbac --for doctor -o yaml' }
		if (isNotFound(reason)) return { unseen: `the API server does not know how to ${what}` }
		return { unseen: `could not ${what}: ${reason.message}` }
	}
}
