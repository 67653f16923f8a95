// Which EtcdBackup is meant: "nightly", "etcdbackup/nightly" or "team-b/nightly".
import type { Backup } from '../backups/backup.ts'
import { backupNamed } from '../backups/stored.ts'
import type { Call } from '../call.ts'
import { Failure } from '../failure.ts'
import type { Named } from '../target.ts'

const typeWords = ['etcdbackup', 'etcdbackups'].flatMap((word) => [word, `${word}.etcd.database.coreos.com`])

export function backupPlace(word: string, namespace: string): Named {
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
	const reached = await reach()
	const at = backupPlace(word, reached.namespace)
	return await backupNamed(reached, at, 'kubectl etcd snapshot ls -A')
}
