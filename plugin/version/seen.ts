// Which operator runs, which API it has and which etcd its clusters run; each as far as it may be seen.
import { group } from '../../api/names.ts'
import { isForbidden, isNotFound } from '../../kube/errors.ts'
import { kinds, type KubeObject } from '../../kube/objects.ts'
import { deployment, home, parts, tagOf } from '../install/operator.ts'
import type { Reach } from '../reach.ts'
import type { Cluster } from '../target.ts'

export interface Seen {
	/** Image by deployment. */
	readonly operator: Readonly<Record<string, string>>
	readonly operatorVersion: string | undefined
	/** Versions in which our kinds are served. */
	readonly api: readonly string[]
	/** How many clusters run which version of etcd. */
	readonly etcd: Readonly<Record<string, number>>
	/** What was not seen, and why. */
	readonly unseen: readonly string[]
}

interface Deployment extends KubeObject {
	readonly spec?: {
		readonly template?: { readonly spec?: { readonly containers?: readonly { readonly image?: string }[] } }
	}
}

async function clustersIn({ kube, namespace }: Reach): Promise<readonly Cluster[]> {
	return await kube.list<Cluster>(kinds.cluster, {}).catch(async (reason: unknown) => {
		if (isForbidden(reason)) return await kube.list<Cluster>(kinds.cluster, { namespace })
		throw reason
	})
}

export async function lookAround(reach: Reach): Promise<Seen> {
	const { kube, api } = reach
	const unseen: string[] = []
	const maybe = async <T>(asked: Promise<T>, otherwise: T): Promise<T> =>
		await asked.catch((reason: unknown) => {
			if (isNotFound(reason)) return otherwise
			if (!isForbidden(reason)) throw reason
			unseen.push((reason as Error).message)
			return otherwise
		})
	const [deployments, discovered, clusters] = await Promise.all([
		Promise.all(
			parts.map(
				async (name) => await maybe(kube.get<Deployment>(deployment, { namespace: home, name }), undefined),
			),
		),
		api.ask('GET', `/apis/${group}`),
		maybe(clustersIn(reach), []),
	])
	const images = deployments.flatMap((one) => {
		const image = one?.spec?.template?.spec?.containers?.[0]?.image
		return one && image ? [[one.metadata.name, image] as const] : []
	})
	const { versions = [] } = (discovered.status === 200 ? discovered.body : {}) as {
		readonly versions?: readonly { readonly version: string }[]
	}
	const etcd: Record<string, number> = {}
	for (const { status } of clusters)
		if (status?.currentVersion) etcd[status.currentVersion] = (etcd[status.currentVersion] ?? 0) + 1
	return {
		operator: Object.fromEntries(images),
		operatorVersion: images[0] && tagOf(images[0][1]),
		api: versions.map(({ version }) => version),
		etcd,
		unseen,
	}
}
