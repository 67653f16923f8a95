// Whose logs are meant: the members of a cluster, some of them, or the operator.
import { isForbidden } from '../../kube/errors.ts'
import { kinds } from '../../kube/objects.ts'
import type { Pod } from '../../kube/pod.ts'
import { Failure } from '../failure.ts'
import type { Reach } from '../reach.ts'
import type { Cluster } from '../target.ts'
import {
	memberSelector,
	memberSource,
	operatorNamespace,
	operatorSelector,
	operatorSource,
	type Source,
} from './source.ts'

export interface Choice {
	readonly sources: readonly Source[]
	readonly namespace: string | undefined
	readonly selector: string
	/** Nothing for a pod that was not asked for. */
	readonly sourceOf: (pod: Pod) => Source | undefined
}

export async function membersChosen(
	{ kube }: Reach,
	{ metadata }: Cluster,
	names: readonly string[],
): Promise<Choice> {
	const { name: cluster, namespace = '' } = metadata
	const selector = memberSelector(cluster)
	const pods = await kube.list<Pod>(kinds.pod, { namespace }, `?${selector}`)
	const known = pods.map((pod) => pod.metadata.name)
	const stranger = names.find((name) => !known.includes(name))
	if (stranger !== undefined)
		throw new Failure({
			what: `${cluster} has no pod of a member "${stranger}"`,
			next: known.length === 0 ? undefined : `its pods are ${known.join(', ')}`,
		})
	const sourceOf = (pod: Pod): Source | undefined =>
		names.length === 0 || names.includes(pod.metadata.name) ? memberSource(pod) : undefined
	return { sources: chosen(pods, sourceOf), namespace, selector, sourceOf }
}

export async function operatorChosen({ kube }: Reach): Promise<Choice> {
	const query = `?${operatorSelector}`
	// Whoever may not look everywhere may still look where it usually is.
	let namespace: string | undefined
	const pods = await kube.list<Pod>(kinds.pod, {}, query).catch(async (reason: unknown) => {
		if (!isForbidden(reason)) throw reason
		namespace = operatorNamespace
		return await kube.list<Pod>(kinds.pod, { namespace }, query)
	})
	const sourceOf = operatorSource
	return { sources: chosen(pods, sourceOf), namespace, selector: operatorSelector, sourceOf }
}

const chosen = (pods: readonly Pod[], sourceOf: Choice['sourceOf']): readonly Source[] =>
	pods.map(sourceOf).filter((source) => source !== undefined)
