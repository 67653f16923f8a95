// Which image a pod of ours runs: the one that the operator runs, since nodes surely find that.
import { isForbidden } from '../../kube/errors.ts'
import type { KubeObject } from '../../kube/objects.ts'
import { Failure } from '../failure.ts'
import { deployment, home, parts } from '../install/operator.ts'
import type { Reach } from '../reach.ts'

interface Deployment extends KubeObject {
	readonly spec?: {
		readonly template?: { readonly spec?: { readonly containers?: readonly { readonly image?: string }[] } }
	}
}

export async function operatorImage({ kube }: Reach): Promise<string> {
	const [name] = parts
	const found = await kube.get<Deployment>(deployment, { namespace: home, name }).catch((reason: unknown) => {
		if (!isForbidden(reason)) throw reason
		return reason as Error
	})
	const image = found instanceof Error ? undefined : found?.spec?.template?.spec?.containers?.[0]?.image
	if (image !== undefined) return image
	throw new Failure({
		what: 'it is not known which image the pod that reads the store shall run',
		why:
			found instanceof Error
				? found.message
				: `there is no deployment ${name} in namespace ${home}, where the operator is looked for`,
		next: 'name the one that the operator runs: --image IMAGE',
	})
}
