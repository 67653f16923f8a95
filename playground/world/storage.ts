// The objects behind the default StorageClass: a directory on the node where the first pod that uses the claim runs. Pure.
import type { KubeObject } from './api.ts'
import { diskHere, helperImage } from './layout.ts'

interface Placed {
	readonly collection: string
	readonly object: KubeObject
}

const namespace = 'local-path-storage'
export const provisioner = 'rancher.io/local-path'

const helperPod = JSON.stringify({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: { name: 'helper-pod' },
	spec: { containers: [{ name: 'helper-pod', image: helperImage, imagePullPolicy: 'IfNotPresent' }] },
})

export const storageObjects = (): Placed[] => [
	{
		collection: '/api/v1/namespaces',
		object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
	},
	{
		collection: `/api/v1/namespaces/${namespace}/serviceaccounts`,
		object: {
			apiVersion: 'v1',
			kind: 'ServiceAccount',
			metadata: { name: 'local-path-provisioner', namespace },
		},
	},
	{
		collection: `/api/v1/namespaces/${namespace}/configmaps`,
		object: {
			apiVersion: 'v1',
			kind: 'ConfigMap',
			metadata: { name: 'local-path-config', namespace },
			data: {
				'config.json': JSON.stringify({
					nodePathMap: [{ node: 'DEFAULT_PATH_FOR_NON_LISTED_NODES', paths: [`${diskHere}/volumes`] }],
				}),
				setup: '#!/bin/sh\nset -eu\nmkdir -m 0777 -p "$VOL_DIR"\n',
				teardown: '#!/bin/sh\nset -eu\nrm -rf "$VOL_DIR"\n',
				'helperPod.yaml': helperPod,
			},
		},
	},
	{
		collection: '/apis/storage.k8s.io/v1/storageclasses',
		object: {
			apiVersion: 'storage.k8s.io/v1',
			kind: 'StorageClass',
			metadata: {
				name: 'local-path',
				annotations: {
					'storageclass.kubernetes.io/is-default-class': 'true',
					defaultVolumeType: 'local', // unlike hostPath: follows fsGroup, and the kubelet expands it
				},
			},
			provisioner,
			volumeBindingMode: 'WaitForFirstConsumer',
			reclaimPolicy: 'Delete',
			allowVolumeExpansion: true,
		},
	},
]
