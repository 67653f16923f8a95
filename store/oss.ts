// Alibaba's OSS, which speaks as S3 does: the same requests and signature at an endpoint of its own.
import type { Opened, Place, Secret } from './open.ts'
import { authorityIn, bucketAndName, endpointIn } from './place.ts'
import { s3Store } from './s3.ts'
import { StoreError } from './store.ts'

/** That of coreos' operator. */
const ordinary = 'http://oss-cn-hangzhou.aliyuncs.com'

export interface Address {
	readonly endpoint: string
	readonly region: string
}

/** Snapshots hold secrets and all of OSS serves https, so that none of it is asked over plain http. */
export function addressIn(endpoint: string): Address {
	const [, where, internal = ''] =
		/^https?:\/\/(?:s3\.)?oss-([a-z0-9-]+?)(-internal)?\.aliyuncs\.com\/?$/.exec(endpoint) ?? []
	if (where === undefined) return { endpoint, region: 'us-east-1' }
	return { endpoint: `https://s3.oss-${where}${internal}.aliyuncs.com`, region: where }
}

function wordIn(secret: Secret, key: string): string {
	const word = (secret[key] ?? '').trim()
	if (/^\S+$/.test(word)) return word
	const what = word === '' ? 'no key' : 'more than one word in'
	throw new StoreError(
		'stranger',
		`the secret has ${what} ${key}: write that of an AccessKey of Alibaba Cloud`,
	)
}

export function openOss(place: Place, secret: Secret): Opened {
	const { bucket, name } = bucketAndName(place.path)
	const keys = {
		accessKeyId: wordIn(secret, 'accessKeyID'),
		secretAccessKey: wordIn(secret, 'accessKeySecret'),
	}
	const store = s3Store({
		bucket,
		...addressIn(endpointIn(place.endpoint) ?? ordinary),
		// It takes a bucket only in the name of the host.
		forcePathStyle: place.forcePathStyle ?? false,
		keys: async () => await Promise.resolve(keys),
		ca: authorityIn(secret),
	})
	return { store, name }
}
