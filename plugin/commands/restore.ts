// kubectl etcd restore.
import type { Call } from '../call.ts'
import { Failure } from '../failure.ts'
import { anew } from '../restore/anew.ts'
import { inPlace } from '../restore/in-place.ts'

export async function run(call: Call): Promise<number> {
	const [name, more] = call.args
	const from = call.flags.text('from')
	const next = 'kubectl etcd restore NEW --from EtcdBackup, or --from s3://BUCKET/KEY --secret NAME'
	if (more !== undefined)
		throw new Failure(
			`"${more}" is one name too many; a snapshot becomes one cluster, and is named by --from`,
		)
	if (name === undefined) throw new Failure({ what: 'it is not said which cluster shall come of it', next })
	if (from === undefined) throw new Failure({ what: '--from is missing: of which snapshot?', next })
	return call.flags.truth('in-place') === true
		? await inPlace(call, name, from)
		: await anew(call, name, from)
}
