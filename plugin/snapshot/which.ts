// Which EtcdBackup is meant: "nightly", "etcdbackup/nightly" or "team-b/nightly".
import { isForbidden } from '../../kube/errors.ts'
import { kinds } from '../../kube/objects.ts'
import type { Call } from '../call.ts'
import { Failure } from '../failure.ts'
import { nearest } from '../line/nearest.ts'
import type { Backup } from './backup.ts'

const typeWords = ['etcdbackup', 'etcdbackups'].flatMap((word) => [word, `${word}.etcd.database.coreos.com`])

function placed(word: string, namespace: string): { readonly namespace: string; readonly name: string } {
	const [first = '', second, more] = word.split('/')
	if (more !== undefined || first === '' || second === '')
		throw new Failure(`"${word}" names no EtcdBackup; write NAME, etcdbackup/NAME or NAMESPACE/NAME`)
	if (second === undefined) return { namespace, name: first }
	return { namespace: typeWords.includes(first.toLowerCase()) ? namespace : first, name: second }
}

export async function backupOf({ reach, args }: Call, verb: string): Promise<Backup> {
	const [word] = args
	if (word === undefined)
		throw new Failure({
			what: 'it is not said of which EtcdBackup',
			next: `kubectl etcd snapshot ${verb} BACKUP; kubectl etcd snapshot ls says which there are`,
		})
	const { kube, namespace } = await reach()
	const at = placed(word, namespace)
	const found = await kube.get<Backup>(kinds.backup, at)
	if (found !== undefined) return found
	const others = await kube
		.list<Backup>(kinds.backup, { namespace: at.namespace })
		.catch((reason: unknown) => {
			if (isForbidden(reason)) return []
			throw reason
		})
	const near = nearest(
		at.name,
		others.map(({ metadata }) => metadata.name),
	)
	throw new Failure({
		what: `etcdbackup "${at.name}" not found in namespace "${at.namespace}"`,
		next: near === undefined ? 'kubectl etcd snapshot ls -A' : `did you mean "${near}"?`,
	})
}
