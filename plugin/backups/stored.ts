// An EtcdBackup by its name, or who may have been meant.
import { isForbidden } from '../../kube/errors.ts'
import { kinds } from '../../kube/objects.ts'
import { Failure } from '../failure.ts'
import { nearest } from '../line/nearest.ts'
import type { Reach } from '../reach.ts'
import type { Named } from '../target.ts'
import type { Backup } from './backup.ts'

/** `otherwise` is what to do where none has a similar name. */
export async function backupNamed({ kube }: Reach, at: Named, otherwise: string): Promise<Backup> {
	const found = await kube.get<Backup>(kinds.backup, at)
	if (found !== undefined) return found
	const all = await kube.list<Backup>(kinds.backup, { namespace: at.namespace }).catch((reason: unknown) => {
		if (isForbidden(reason)) return []
		throw reason
	})
	const near = nearest(
		at.name,
		all.map(({ metadata }) => metadata.name),
	)
	throw new Failure({
		what: `there is no EtcdBackup "${at.name}" in namespace "${at.namespace}"`,
		next: near === undefined ? otherwise : `did you mean "${near}"?`,
	})
}
