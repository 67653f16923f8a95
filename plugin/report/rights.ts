// What whoever runs the plugin may do, as the API server says.
import type { KubeApi } from '../../kube/api.ts'

interface Right {
	readonly verb: string
	readonly resource: string
	readonly group?: string
	readonly subresource?: string
	readonly clusterWide?: true
}

const etcd = 'etcd.database.coreos.com'
const several = (verbs: string, resource: string, more: Partial<Right> = {}): readonly Right[] =>
	verbs.split(' ').map((verb) => ({ verb, resource, ...more }))

const rights: readonly Right[] = [
	...several('get list watch create patch delete', 'etcdclusters', { group: etcd }),
	...several('list create', 'etcdbackups', { group: etcd }),
	...several('list create', 'etcdrestores', { group: etcd }),
	...several('get list watch delete', 'pods'),
	...several('get', 'pods', { subresource: 'log' }),
	...several('create get', 'pods', { subresource: 'portforward' }),
	...several('list', 'persistentvolumeclaims'),
	...several('list', 'services'),
	...several('list watch', 'events'),
	...several('get', 'secrets'),
	...several('list', 'poddisruptionbudgets', { group: 'policy' }),
	...several('list', 'networkpolicies', { group: 'networking.k8s.io' }),
	...several('get', 'nodes', { clusterWide: true }),
	...several('list', 'deployments', { group: 'apps' }),
	...several('get', 'customresourcedefinitions', { group: 'apiextensions.k8s.io', clusterWide: true }),
]

async function may(api: KubeApi, namespace: string, right: Right): Promise<string> {
	const { verb, resource, group = '', subresource, clusterWide } = right
	const resourceAttributes = {
		verb,
		resource,
		group,
		...(subresource !== undefined && { subresource }),
		...(clusterWide !== true && { namespace }),
	}
	const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
	const { status, body } = await api.ask('POST', path, {
		apiVersion: 'authorization.k8s.io/v1',
		kind: 'SelfSubjectAccessReview',
		spec: { resourceAttributes },
	})
	if (status !== 201) return `not known (${status})`
	const said = (body as { readonly status?: { readonly allowed?: boolean } }).status
	return said?.allowed === true ? 'yes' : 'no'
}

export async function rightsText(api: KubeApi, namespace: string): Promise<string> {
	const rows = await Promise.all(
		rights.map(async (right) => {
			const { verb, resource, group, subresource } = right
			const what = `${resource}${group === undefined ? '' : `.${group}`}${subresource === undefined ? '' : `/${subresource}`}`
			return `${verb.padEnd(7)} ${what.padEnd(48)} ${await may(api, namespace, right)}`
		}),
	)
	return `In namespace ${namespace}:\n${rows.join('\n')}\n`
}
