// Reviews as an API server writes them, of the size that is asked for.
import { apiVersion, group } from '../api/names.ts'

const cluster = (size: number, pod: object) => ({
	apiVersion,
	kind: 'EtcdCluster',
	metadata: {
		name: 'example',
		namespace: 'default',
		uid: 'b6d5a0f8-62b5-4a5e-9a55-1f2b8f1f7b11',
		resourceVersion: '1234',
		generation: 1,
		creationTimestamp: '2026-11-18T10:00:00Z',
		managedFields: [
			{
				manager: 'kubectl-client-side-apply',
				operation: 'Update',
				apiVersion,
				time: '2026-11-18T10:00:00Z',
				fieldsType: 'FieldsV1',
				fieldsV1: {
					'f:spec': { '.': {}, 'f:pod': { '.': {}, 'f:resources': {} }, 'f:size': {}, 'f:version': {} },
				},
			},
		],
	},
	spec: { size, version: '3.6.16', repository: 'gcr.io/etcd-development/etcd', pod },
	status: { phase: 'Running', currentVersion: '3.6.16', targetVersion: '', observedGeneration: 1, size: 3 },
})

const podOf = (annotations: number) => ({
	persistentVolumeClaimSpec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '10Gi' } } },
	resources: { requests: { cpu: '500m', memory: '1Gi' }, limits: { memory: '2Gi' } },
	etcdEnv: [{ name: 'ETCD_HEARTBEAT_INTERVAL', value: '200' }],
	annotations: Object.fromEntries(
		Array.from({ length: annotations }, (_, index) => [
			`example.test/annotation-${index}`,
			`value ${index} of a long list`,
		]),
	),
})

const reviewWith = (annotations: number): string =>
	JSON.stringify({
		apiVersion: 'admission.k8s.io/v1',
		kind: 'AdmissionReview',
		request: {
			uid: '705ab4f5-6393-11e8-b7cc-42010a800002',
			kind: { group, version: 'v1beta2', kind: 'EtcdCluster' },
			resource: { group, version: 'v1beta2', resource: 'etcdclusters' },
			requestKind: { group, version: 'v1beta2', kind: 'EtcdCluster' },
			requestResource: { group, version: 'v1beta2', resource: 'etcdclusters' },
			name: 'example',
			namespace: 'default',
			operation: 'UPDATE',
			userInfo: { username: 'somebody', groups: ['system:masters', 'system:authenticated'] },
			object: cluster(5, podOf(annotations)),
			oldObject: cluster(3, podOf(annotations)),
			dryRun: false,
			options: {
				kind: 'UpdateOptions',
				apiVersion: 'meta.k8s.io/v1',
				fieldManager: 'kubectl-client-side-apply',
			},
		},
	})

/** 3 to 5 members, padded with annotations of the pod to about so many bytes. */
export function reviewOfBytes(bytes: number): string {
	const empty = reviewWith(0).length
	const each = (reviewWith(100).length - empty) / 100
	return reviewWith(Math.max(0, Math.round((bytes - empty) / each)))
}
