// What a drill found, by what the controller says of it. Pure.
import { isSpoiled } from '../../api/drill.ts'
import { Failure } from '../failure.ts'
import { grouped, lasting } from '../screen/amount.ts'
import { unanswered } from '../wait/unanswered.ts'
import type { Backup } from './backup.ts'

/** Throws what was not proved, so that it ends with 0 only where all was. */
export function tried(
	{ metadata, status }: Backup,
	occasion: string,
): { readonly waits: string } | { readonly ended: string } {
	const { drill, conditions } = status ?? {}
	const said = conditions?.find(({ type }) => type === 'Drilled')
	if (drill?.occasion !== occasion) {
		if (said?.status === 'False' && said.reason === 'Invalid')
			throw new Failure(`${metadata.name}: ${said.message ?? ''}`)
		return { waits: unanswered }
	}
	const { result, object = '', message = '', etcdVersion = '', seconds = 0, keys } = drill
	const text = `${object}: ${message}`
	if (result === 'Running') return { waits: message }
	if (result === 'Passed')
		return {
			ended: `${text} (etcd ${etcdVersion}${keys === undefined ? '' : `, ${grouped(BigInt(keys))} keys`}, ${lasting(seconds)})`,
		}
	const ref = `${metadata.name} -n ${metadata.namespace ?? ''}`
	if (result === 'Unproved')
		throw new Failure({
			what: `nothing was proved of ${text}`,
			next: `keep it, and take another one:   kubectl etcd snapshot ls ${ref}`,
		})
	if (isSpoiled(drill.code))
		throw new Failure({ what: text, next: `restore from another one:   kubectl etcd snapshot ls ${ref}` })
	throw new Failure({
		what: `${object} could not be tried: ${message}`,
		next: `mend that, and then again:   kubectl etcd snapshot verify ${metadata.name} --drill -n ${metadata.namespace ?? ''}`,
	})
}
