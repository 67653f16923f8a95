// The image that this very process runs from: tasks of ours run from the same, wherever it was mirrored to.
import { kinds } from '../../kube/objects.ts'
import type { Pod } from '../../kube/pod.ts'
import type { World } from '../world.ts'

export async function ownImage({ kube, options }: World): Promise<string> {
	const { ownNamespace: namespace, identity: name } = options
	const pod = await kube.get<Pod>(kinds.pod, { namespace, name })
	const { image } =
		pod?.spec.containers.find((one) => one.name === 'controller') ?? pod?.spec.containers[0] ?? {}
	if (image !== undefined) return image
	throw new Error(
		`there is no pod ${namespace}/${name} that this controller runs in, so its image is unknown: run it in its Deployment, which says POD_NAME and POD_NAMESPACE`,
	)
}
