// One snapshot of many in the same store.
import test from 'ava'
import { snapshotNamed } from '../../api/snapshot-named.ts'

test('another object of the same store keeps its credentials and its key', (t) => {
	const s3 = { path: 'b/a/orders', awsSecret: 's', endpoint: 'e' }
	const encryption = { keySecret: 'k' }
	t.deepEqual(snapshotNamed({ storageType: 'S3', s3, encryption }, 'a/orders_v1_x'), {
		storageType: 'S3',
		s3: { ...s3, path: 'b/a/orders_v1_x' },
		encryption,
	})
	const pvc = { claimName: 'c', path: 'orders' }
	t.deepEqual(snapshotNamed({ storageType: 'PVC', pvc }, 'orders_v1'), {
		storageType: 'PVC',
		pvc: { claimName: 'c', path: 'orders_v1' },
	})
})
