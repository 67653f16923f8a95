// Where a bucket is asked for.
import test from 'ava'
import { bucketAt, type S3Options } from '../../store/s3/bucket.ts'

const rows: readonly (readonly [options: Partial<S3Options>, host: string])[] = [
	[{}, 'orders.s3.eu-central-1.amazonaws.com'],
	[{ region: 'cn-north-1' }, 'orders.s3.cn-north-1.amazonaws.com.cn'],
	[{ bucket: 'or.ders' }, 's3.eu-central-1.amazonaws.com'],
	[{ endpoint: 'http://minio:9000' }, 'minio:9000'],
	[{ endpoint: 'http://minio:9000', forcePathStyle: false }, 'orders.minio:9000'],
	[{ endpoint: 'http://10.0.0.1:9000', forcePathStyle: false }, '10.0.0.1:9000'],
	[{ endpoint: 'http://[::1]:9000', forcePathStyle: false }, '[::1]:9000'],
	[
		{ endpoint: 'https://s3.oss-cn-hangzhou.aliyuncs.com', forcePathStyle: false },
		'orders.s3.oss-cn-hangzhou.aliyuncs.com',
	],
]
for (const [options, host] of rows)
	test(`the host of ${JSON.stringify(options)}`, (t) => {
		const bucket = bucketAt({
			bucket: 'orders',
			region: 'eu-central-1',
			keys: async () => await Promise.reject(new Error('nobody asks')),
			...options,
		})
		t.teardown(() => bucket.close())
		t.is(bucket.host, host)
	})
