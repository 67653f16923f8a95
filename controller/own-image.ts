// Which image this very process runs, by its own pod: the one name under which nodes surely find our programs.
import type { Kube } from '../kube/client.ts'
import { kinds } from '../kube/objects.ts'
import type { Pod } from '../kube/pod.ts'
import type { Log } from '../runtime/log.ts'
import type { Options } from './options.ts'
import { explain } from './trouble.ts'

/** Nothing outside a pod, or where it may not be read. Whoever needs it says so then. */
export async function ownImage(
	kube: Kube,
	{ ownNamespace: namespace, identity: name }: Options,
	log: Log,
): Promise<string | undefined> {
	try {
		const pod = await kube.get<Pod>(kinds.pod, { namespace, name })
		return pod?.spec.containers.find((one) => one.name === 'controller')?.image
	} catch (reason) {
		log.info({ because: explain(reason) }, 'own image not known')
		return undefined
	}
}
