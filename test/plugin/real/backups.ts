// EtcdBackups on an API server without a controller, and the pods that commands make for them.
import { apiVersion } from '../../../api/names.ts'
import type { BackupStatus } from '../../../api/schema/backup.ts'
import type { Pod } from '../../../kube/pod.ts'
import { merge, type Ground } from './support.ts'

type On = Pick<Ground, 'api' | 'namespace'>

const s3 = { path: 'mybucket/orders', awsSecret: 'aws', endpoint: 'http://minio:9000', forcePathStyle: true }
export async function storeBackup(
	on: On,
	namespace: string,
	name: string,
	spec: object,
	status: BackupStatus = {},
): Promise<void> {
	const path = `/apis/${apiVersion}/namespaces/${namespace}/etcdbackups`
	const metadata = { name, namespace }
	const all = { etcdCluster: { name: 'orders' }, storageType: 'S3', s3, ...spec }
	await on.api.must('POST', path, { apiVersion, kind: 'EtcdBackup', metadata, spec: all })
	await on.api.must('PATCH', `${path}/${name}/status`, { status }, merge)
}

/** With what is made for each in a cluster that has controllers. */
export async function placed(on: On): Promise<string> {
	const namespace = await on.namespace()
	await on.api.must('POST', `/api/v1/namespaces/${namespace}/serviceaccounts`, {
		metadata: { name: 'default' },
	})
	await storeBackup(on, namespace, 'nightly', {})
	return namespace
}

export const podsIn = async (on: On, namespace: string): Promise<readonly Pod[]> =>
	((await on.api.must('GET', `/api/v1/namespaces/${namespace}/pods`)) as { readonly items: readonly Pod[] })
		.items

/** No node has it. */
export const image = ['--image', 'kubectl-etcd/operator:test']
