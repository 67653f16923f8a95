// What people write of OSS, before it is asked.
import test from 'ava'
import { openStore } from '../../store/open.ts'
import { addressIn } from '../../store/oss.ts'
import { StoreError } from '../../store/store.ts'

const addresses: readonly (readonly [endpoint: string, is: string, region: string])[] = [
	['http://oss-cn-hangzhou.aliyuncs.com', 'https://s3.oss-cn-hangzhou.aliyuncs.com', 'cn-hangzhou'],
	['https://oss-us-west-1.aliyuncs.com/', 'https://s3.oss-us-west-1.aliyuncs.com', 'us-west-1'],
	[
		'http://oss-cn-beijing-internal.aliyuncs.com',
		'https://s3.oss-cn-beijing-internal.aliyuncs.com',
		'cn-beijing',
	],
	['https://s3.oss-eu-central-1.aliyuncs.com', 'https://s3.oss-eu-central-1.aliyuncs.com', 'eu-central-1'],
	['http://minio:9000', 'http://minio:9000', 'us-east-1'],
]
for (const [endpoint, is, region] of addresses)
	test(`where ${endpoint} is`, (t) => {
		t.deepEqual(addressIn(endpoint), { endpoint: is, region })
	})

const wrong: readonly (readonly [secret: Readonly<Record<string, string>> | undefined, says: RegExp])[] = [
	[undefined, /^the secret has no key accessKeyID: write that of an AccessKey of Alibaba Cloud$/],
	[{ accessKeyID: 'a' }, /^the secret has no key accessKeySecret: write that of an AccessKey/],
	[{ accessKeyID: 'a b', accessKeySecret: 'c' }, /^the secret has more than one word in accessKeyID: write/],
]
for (const [secret, says] of wrong)
	test(`one sentence for ${JSON.stringify(secret)}`, async (t) => {
		const opening = openStore({ storageType: 'OSS', path: 'bucket/a' }, secret)
		t.regex((await t.throwsAsync(opening, { instanceOf: StoreError })).message, says)
	})
