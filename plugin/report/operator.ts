// The operator itself, as far as it may be seen: its processes, their logs, what the API server knows of its kinds.
import { definitions } from '../../api/crd.ts'
import { group } from '../../api/names.ts'
import { isForbidden } from '../../kube/errors.ts'
import { kinds, type Kind, type KubeObject } from '../../kube/objects.ts'
import type { Pod } from '../../kube/pod.ts'
import { operatorNamespace, operatorSelector, operatorSource } from '../logs/source.ts'
import type { Bundle } from './bundle.ts'
import { listOf, plain } from './cluster.ts'
import { addLogs } from './logs.ts'
import type { Scope } from './scope.ts'

const deployment: Kind = { apiVersion: 'apps/v1', kind: 'Deployment', plural: 'deployments' }
const wide = (apiVersion: string, kind: string, plural: string): Kind => ({
	apiVersion,
	kind,
	plural,
	clusterWide: true,
})
const definition = wide('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'customresourcedefinitions')
const admission = 'admissionregistration.k8s.io/v1'
const webhooks = [
	wide(admission, 'ValidatingWebhookConfiguration', 'validatingwebhookconfigurations'),
	wide(admission, 'MutatingWebhookConfiguration', 'mutatingwebhookconfigurations'),
]

interface Definition extends KubeObject {
	readonly spec?: {
		readonly versions?: readonly {
			readonly name: string
			readonly served?: boolean
			readonly storage?: boolean
		}[]
	}
	readonly status?: { readonly conditions?: unknown; readonly storedVersions?: unknown }
}

/** Which versions there are; the schemas come with the operator. */
const versionsOf = ({ metadata, spec, status }: Definition) => ({
	apiVersion: definition.apiVersion,
	kind: definition.kind,
	metadata: {
		name: metadata.name,
		creationTimestamp: metadata.creationTimestamp,
		annotations: metadata.annotations,
	},
	versions: spec?.versions?.map(({ name, served, storage }) => ({ name, served, storage })),
	storedVersions: status?.storedVersions,
	conditions: status?.conditions,
})

export async function addOperator(scope: Scope, bundle: Bundle): Promise<void> {
	const { kube } = scope.reach
	const query = `?${operatorSelector}`
	// Whoever may not look everywhere may still look where it usually is.
	const anywhere = async (kind: Kind): Promise<readonly KubeObject[]> =>
		await listOf(scope, kind, {}, query).catch(async (reason: unknown) => {
			if (!isForbidden(reason)) throw reason
			return await listOf(scope, kind, { namespace: operatorNamespace }, query)
		})
	const pods = (await bundle.object('operator/pods.yaml', async () => await anywhere(kinds.pod))) as
		readonly Pod[] | undefined
	const namespace = pods?.[0]?.metadata.namespace ?? operatorNamespace
	await Promise.all([
		bundle.object('operator/deployments.yaml', async () => await anywhere(deployment)),
		bundle.object('operator/events.yaml', async () => await listOf(scope, kinds.event, { namespace })),
		bundle.object('operator/leases.yaml', async () => await listOf(scope, kinds.lease, { namespace })),
		...webhooks.map(
			async (kind) =>
				await bundle.object(`operator/${kind.plural}.yaml`, async () => {
					const found = await kube.get(kind, { name: 'kubectl-etcd' })
					return found && plain(found, kind)
				}),
		),
		...Object.values(definitions).map(
			async ({ plural }) =>
				await bundle.object(`definitions/${plural}.yaml`, async () => {
					const found = await kube.get<Definition>(definition, { name: `${plural}.${group}` })
					if (found === undefined) throw new Error('it is not installed')
					return versionsOf(found)
				}),
		),
		...(scope.withLogs ? [addLogs(scope, bundle, 'operator/logs', pods?.map(operatorSource) ?? [])] : []),
	])
}
