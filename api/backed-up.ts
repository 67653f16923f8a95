// Which cluster an EtcdBackup is of. Pure.
import { clientServiceName } from './names.ts'
import type { BackupSpec } from './schema/backup.ts'

interface Key {
	readonly namespace: string
	readonly name: string
}

const ending = clientServiceName('')

/** By name, or by the Service for clients that an address names, as in 2018; whatever is stored as its spec. */
export function backedUp(namespace: string, spec: unknown): Key | undefined {
	const { etcdCluster, etcdEndpoints } = (spec ?? {}) as BackupSpec
	const [address = ''] = Array.isArray(etcdEndpoints) ? (etcdEndpoints as readonly unknown[]) : []
	const [, service = '', place = namespace] =
		/^(?:https?:\/\/)?([^.:/]+)(?:\.([^.:/]+))?/.exec(String(address)) ?? []
	if (service.endsWith(ending) && service.length > ending.length)
		return { namespace: place, name: service.slice(0, -ending.length) }
	const name = etcdCluster?.name
	return typeof name === 'string' && name !== '' && address === '' ? { namespace, name } : undefined
}
