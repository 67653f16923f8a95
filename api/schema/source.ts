// Where snapshots live: the shapes of coreos' four stores, and a volume. Pure.
import { object, text, truth } from './field.ts'

export const storageTypes = ['S3', 'ABS', 'GCS', 'OSS', 'PVC'] as const

/** The field in which each type's particulars are. */
export const sourceOf = { S3: 's3', ABS: 'abs', GCS: 'gcs', OSS: 'oss', PVC: 'pvc' } as const

/** How a snapshot is encrypted that is read or written. */
export const encryption = object('Snapshots are encrypted before they leave; in the clear when missing.', {
	keySecret: text('A Secret with 32 bytes under key, as openssl rand -base64 32 gives them.'),
})

export const sources = {
	s3: object('An S3 bucket, or one of any compatible service.', {
		path: text('<bucket>/<key>.'),
		awsSecret: text('A Secret with the files credentials and config, as the AWS command line has them.'),
		endpoint: text('The address of a service other than AWS.'),
		forcePathStyle: truth('Puts the bucket into the path of the address instead of the host.'),
	}),
	abs: object('A container of Azure Blob Storage.', {
		path: text('<container>/<key>.'),
		absSecret: text('A Secret with storage-account, storage-key and, outside the public cloud, cloud.'),
	}),
	gcs: object('A bucket of Google Cloud Storage.', {
		path: text('<bucket>/<key>.'),
		gcpSecret: text('A Secret with access-token or credentials.json; ambient credentials without it.'),
	}),
	oss: object('A bucket of Alibaba Cloud OSS.', {
		path: text('<bucket>/<key>.'),
		ossSecret: text('A Secret with accessKeyID and accessKeySecret.'),
		endpoint: text('The address of the region; Hangzhou’s when missing.'),
	}),
	pvc: object('A volume of this cluster.', {
		claimName: text('The PersistentVolumeClaim in the same namespace.'),
		path: text('The file or, for a schedule, the beginning of its name.'),
	}),
}
