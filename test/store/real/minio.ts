// A MinIO of this test's own, on loopback, with an empty bucket.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programs } from '../../../playground/programs/families.ts'
import { ensurePrograms, pathOf } from '../../../playground/programs/find.ts'
import { Authority, newKeys, validFor } from '../../../runtime/pki/certificate.ts'
import { httpFor } from '../../../store/http.ts'
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

interface Wanted {
	readonly env?: Readonly<Record<string, string>>
	/** Where it keeps what it is given, when that matters. */
	readonly data?: string
	/** With a certificate of an authority that nobody else knows. */
	readonly tls?: boolean
}

/** As MinIO wants to find them. */
async function certificates(): Promise<{ readonly folder: string; readonly ca: string }> {
	const folder = await mkdtemp(join(tmpdir(), 'kubectl-etcd-minio-tls-'))
	const authority = new Authority('authority of minio', validFor(86_400_000))
	const { certificate, key } = authority.issue(
		{ name: 'minio', hosts: ['127.0.0.1'] },
		validFor(86_400_000),
		newKeys(),
	)
	await writeFile(join(folder, 'public.crt'), certificate)
	await writeFile(join(folder, 'private.key'), key)
	return { folder, ca: authority.certificate }
}

export async function startMinio({ env = {}, data, tls = false }: Wanted = {}): Promise<Minio> {
	const port = await freePort()
	const shown = tls ? await certificates() : undefined
	const keys = { accessKeyId: 'tester', secretAccessKey: randomBytes(16).toString('hex') }
	const address = `127.0.0.1:${port}`
	const endpoint = `${tls ? 'https' : 'http'}://${address}`
	const http = httpFor(shown)
	const options = (bucket = 'snapshots'): S3Options => ({
		bucket,
		region: 'us-east-1',
		endpoint,
		keys: async () => await Promise.resolve(keys),
		...(shown && { ca: shown.ca }),
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
			...(shown ? ['--certs-dir', shown.folder] : []),
		],
		env: {
			MINIO_ROOT_USER: keys.accessKeyId,
			MINIO_ROOT_PASSWORD: keys.secretAccessKey,
			MINIO_UPDATE: 'off',
			// Otherwise it takes any.
			MINIO_SITE_REGION: 'us-east-1',
			...env,
		},
		isReady: async () => {
			const url = new URL('/minio/health/ready', endpoint)
			const answer = await http.ask({ method: 'GET', url, headers: {} })
			answer.resume()
			return answer.statusCode === 200
		},
	})
	http.close()
	const bucket = bucketAt(options())
	await bucket.text({ method: 'PUT' })
	bucket.close()
	return {
		endpoint,
		port,
		keys,
		options,
		async [Symbol.asyncDispose]() {
			await end()
			if (shown) await rm(shown.folder, { recursive: true })
		},
	}
}
