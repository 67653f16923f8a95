// EtcdBackups and EtcdRestores on a real API server: as they are stored, and their status as the controller writes it.
import { pathOf } from '../../admission/api.ts'
import { until } from '../../etcd/real/process.ts'
import { merge, storeCluster, wellStatus, type Ground } from './support.ts'

type Kind = 'EtcdBackup' | 'EtcdRestore'

export interface Stored {
	readonly metadata: {
		readonly name: string
		readonly generation: number
		readonly managedFields: readonly { readonly manager: string }[]
	}
	readonly spec: object
}

export const stored = async ({ api }: Ground, kind: Kind, namespace: string, name: string): Promise<Stored> =>
	(await api.must('GET', pathOf(kind, namespace, name))) as unknown as Stored

/** Of a kind that was made a moment ago the API server may not have read any yet, and says 429. */
export const allOf = async ({ api }: Ground, kind: Kind, namespace: string): Promise<readonly Stored[]> =>
	await until('they are listed', async () => {
		const { items } = await api.must('GET', pathOf(kind, namespace))
		return items as readonly Stored[]
	})

export async function storeBackup(
	{ api }: Ground,
	namespace: string,
	name: string,
	spec: object,
	status: object = {},
): Promise<void> {
	const metadata = { name, namespace }
	const object = { apiVersion: 'etcd.database.coreos.com/v1beta2', kind: 'EtcdBackup', metadata, spec }
	await api.must('POST', `${pathOf('EtcdBackup', namespace)}?fieldManager=kubectl-create`, object)
	await says({ api }, 'EtcdBackup', namespace, name, status)
}

export async function says(
	{ api }: Pick<Ground, 'api'>,
	kind: Kind,
	namespace: string,
	name: string,
	status: object,
): Promise<void> {
	await api.must(
		'PATCH',
		`${pathOf(kind, namespace, name)}/status`,
		{ status: { observedGeneration: 1, ...status } },
		merge,
	)
}

/** What the controller writes of a snapshot that was proved. */
export const taken = (more: object = {}) => ({
	object: 'team-a/orders_v1204551_2026-03-01-13:50:11',
	location: 's3://backups/team-a/orders_v1204551_2026-03-01-13:50:11',
	bytes: 391 * 2 ** 20,
	sha256: 'e161ba9d',
	revision: '1204551',
	clusterId: 'c1',
	member: 'orders-c',
	etcdVersion: '3.6.11',
	takenAt: '2026-03-01T13:50:11Z',
	verifiedAt: '2026-03-01T13:50:31Z',
	seconds: 10,
	kept: 3,
	...more,
})

export const succeeded = (status: 'True' | 'False' | 'Unknown', reason: string, message: string) => [
	{ type: 'Succeeded', status, reason, message },
]

export const s3 = {
	path: 'backups/team-a/orders',
	awsSecret: 'aws',
	endpoint: 'http://minio:9000',
	forcePathStyle: true,
}
export const newest = { ...s3, path: `backups/${taken().object}` }

/** A cluster called orders, and an EtcdBackup called nightly that has proved one of it. */
export async function savedCluster(on: Ground, version = '3.6.11') {
	const namespace = await on.namespace()
	const path = await storeCluster(on, namespace, { version, status: wellStatus(version) })
	const spec = { etcdCluster: { name: 'orders' }, storageType: 'S3', s3, encryption: { keySecret: 'seal' } }
	await storeBackup(on, namespace, 'nightly', spec, { last: taken() })
	return { namespace, path, in: ['-n', namespace] as const }
}
