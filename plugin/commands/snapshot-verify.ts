// kubectl etcd snapshot verify.
import { drill } from '../backups/drill.ts'
import type { Call } from '../call.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { lookAt } from '../snapshot/file.ts'

export async function run(call: Call): Promise<number> {
	if (call.flags.truth('drill') === true) return await drill(call)
	const { faults } = await lookAt(call, 'verify')
	const [first, ...more] = faults
	if (first === undefined) return exits.done
	throw new Failure({
		what: first.what,
		why: more.length === 0 ? undefined : `${faults.length} things are wrong with it`,
		next: 'restore from another one, or save it again:   kubectl etcd snapshot save CLUSTER FILE',
	})
}
