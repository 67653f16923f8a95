// kubectl etcd uninstall.
import { isForbidden, isNotFound } from '../../kube/errors.ts'
import { kinds, type KubeObject } from '../../kube/objects.ts'
import type { Call } from '../call.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { removalLines } from '../install/removal.ts'

export async function run({ flags, terminal, reach }: Call): Promise<number> {
	if (flags.truth('plan') !== true)
		throw new Failure({ what: 'uninstall deletes nothing itself', next: 'kubectl etcd uninstall --plan' })
	const { kube } = await reach()
	const clusters = await kube.list<KubeObject>(kinds.cluster, {}).catch((reason: unknown) => {
		if (isForbidden(reason)) return undefined
		if (isNotFound(reason)) return [] // the kind itself is not there
		throw reason
	})
	terminal.out(`${removalLines(clusters).join('\n')}\n`)
	return exits.done
}
