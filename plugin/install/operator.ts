// Where the operator is. Pure. Its manifests name the namespace, and so does whoever looks for it.
import type { Kind } from '../../kube/objects.ts'

export const home = 'kubectl-etcd'
export const parts = ['kubectl-etcd-controller', 'kubectl-etcd-webhook'] as const

export const deployment: Kind = { apiVersion: 'apps/v1', kind: 'Deployment', plural: 'deployments' }

/** The tag of an image, without a digest; nothing where it has none. */
export function tagOf(image: string): string | undefined {
	const [name = ''] = image.split('@')
	return /:([^:/]+)$/.exec(name)?.[1]
}
