// A MinIO of this test's own, on loopback, with an empty bucket.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { programs } from '../../../playground/programs/families.ts'
import { ensurePrograms, pathOf } from '../../../playground/programs/find.ts'
import { bucketAt, type S3Options } from '../../../store/s3/bucket.ts'
import { freePort, started } from './started.ts'

const paths = await ensurePrograms(programs('minio'))

export interface Minio extends AsyncDisposable {
	readonly endpoint: string
	readonly port: number
	readonly keys: { readonly accessKeyId: string; readonly secretAccessKey: string }
	/** Of that bucket, or of another. */
	readonly options: (bucket?: string) => S3Options
}

export async function startMinio(env: Readonly<Record<string, string>> = {}, data?: string): Promise<Minio> {
	const port = await freePort()
	const keys = { accessKeyId: 'tester', secretAccessKey: randomBytes(16).toString('hex') }
	const address = `127.0.0.1:${port}`
	const endpoint = `http://${address}`
	const options = (bucket = 'snapshots'): S3Options => ({
		bucket,
		region: 'us-east-1',
		endpoint,
		keys: async () => await Promise.resolve(keys),
	})
	const { [Symbol.asyncDispose]: end } = await started({
		name: 'minio',
		argv: (dir) => [
			pathOf(paths, 'minio/minio'),
			'server',
			data ?? join(dir, 'data'),
			'--address',
			address,
			'--console-address',
			'127.0.0.1:0',
			'--quiet',
		],
		env: {
			MINIO_ROOT_USER: keys.accessKeyId,
			MINIO_ROOT_PASSWORD: keys.secretAccessKey,
			MINIO_UPDATE: 'off',
			// Otherwise it takes any.
			MINIO_SITE_REGION: 'us-east-1',
			...env,
		},
		isReady: async () => (await fetch(`${endpoint}/minio/health/ready`)).ok,
	})
	const bucket = bucketAt(options())
	await bucket.text({ method: 'PUT' })
	bucket.close()
	return { endpoint, port, keys, options, [Symbol.asyncDispose]: end }
}
