// Which image this very process runs: tasks of ours run from the same, wherever it was mirrored to. Told by a variable, or else by its own
// pod: the one name under which nodes surely find our programs.
import type { Kube } from '../kube/client.ts'
import { kinds } from '../kube/objects.ts'
import type { Pod } from '../kube/pod.ts'
import type { Log } from '../runtime/log.ts'
import type { Options } from './options.ts'
import { explain } from './trouble.ts'

export interface OwnImage {
	/** Nothing outside a pod, or while it may not be read. */
	find(): Promise<string | undefined>
	/** Throws what a person can do where there is none. */
	need(): Promise<string>
}

/** Who was refused may be let in later. */
const againMs = 60_000

export function createOwnImage(kube: Kube, options: Options, log: Log, now: () => number): OwnImage {
	const { ownNamespace: namespace, identity: name } = options
	let known = options.image
	let [askedAt, because]: [number, string | undefined] = [-Infinity, undefined]
	let asking: Promise<string | undefined> | undefined

	async function ask(): Promise<string | undefined> {
		try {
			const pod = await kube.get<Pod>(kinds.pod, { namespace, name })
			because = undefined
			known = pod?.spec.containers.find((one) => one.name === 'controller')?.image
		} catch (reason) {
			because = explain(reason)
			log.info({ because }, 'own image not known')
		}
		askedAt = now()
		asking = undefined
		return known
	}

	/** Whoever asks meanwhile waits for the same answer. */
	async function find(): Promise<string | undefined> {
		if (known !== undefined || now() - askedAt < againMs) return known
		return await (asking ??= ask())
	}

	return {
		find,
		async need() {
			const image = await find()
			if (image !== undefined) return image
			if (because !== undefined) throw new Error(`the image of this controller is not known: ${because}`)
			throw new Error(
				`there is no pod ${namespace}/${name} that this controller runs in, so its image is unknown: run it in its Deployment, which says POD_NAME and POD_NAMESPACE, or set OPERATOR_IMAGE`,
			)
		},
	}
}
