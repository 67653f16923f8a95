// A MinIO of the bench's own, on loopback, with an empty bucket.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { programs } from '../../playground/programs/families.ts'
import { ensurePrograms, pathOf } from '../../playground/programs/find.ts'
import { httpFor } from '../../store/http.ts'
import { bucketAt } from '../../store/s3/bucket.ts'
import { freePort, type Ground } from './ground.ts'

export interface Minio extends AsyncDisposable {
	readonly name: 'plain' | 'tls'
	readonly pid: number
	readonly endpoint: string
	readonly bucket: string
	readonly keys: { readonly accessKeyId: string; readonly secretAccessKey: string }
}

const bucketName = 'snapshots'

export async function startMinio(ground: Ground, name: Minio['name']): Promise<Minio> {
	const folder = join(ground.folder, `minio-${name}`)
	const [shown, ca] = [join(folder, 'certs'), await readFile(join(ground.folder, 'ca.pem'), 'utf8')]
	await mkdir(shown, { recursive: true })
	if (name === 'tls')
		for (const [from, to] of [
			['server-cert.pem', 'public.crt'],
			['server-key.pem', 'private.key'],
		] as const)
			await cp(join(ground.folder, from), join(shown, to))
	const port = await freePort()
	const address = `127.0.0.1:${port}`
	const endpoint = `${name === 'tls' ? 'https' : 'http'}://localhost:${port}`
	const keys = { accessKeyId: 'bench', secretAccessKey: randomBytes(16).toString('hex') }
	const child = spawn(
		pathOf(await ensurePrograms(programs('minio')), 'minio/minio'),
		[
			'server',
			join(folder, 'data'),
			`--certs-dir=${shown}`,
			`--address=${address}`,
			'--console-address=127.0.0.1:0',
			'--quiet',
		],
		{
			env: {
				HOME: folder,
				MINIO_ROOT_USER: keys.accessKeyId,
				MINIO_ROOT_PASSWORD: keys.secretAccessKey,
				MINIO_UPDATE: 'off',
				MINIO_SITE_REGION: 'us-east-1',
			},
			stdio: 'ignore',
		},
	)
	const ended = once(child, 'exit')
	const bucket = bucketAt({
		bucket: bucketName,
		region: 'us-east-1',
		endpoint,
		forcePathStyle: true,
		ca,
		keys: async () => await Promise.resolve(keys),
	})
	const http = httpFor({ ca })
	for (let tries = 0; ; tries++) {
		const url = new URL('/minio/health/ready', endpoint)
		const ready = await http.ask({ method: 'GET', url, headers: {} }).catch(() => undefined)
		ready?.resume()
		if (ready?.statusCode === 200) break
		if (tries === 300 || child.exitCode !== null) throw new Error('MinIO does not start')
		await sleep(100)
	}
	await bucket.text({ method: 'PUT' })
	bucket.close()
	http.close()
	return {
		name,
		pid: child.pid ?? 0,
		endpoint,
		bucket: bucketName,
		keys,
		async [Symbol.asyncDispose]() {
			child.kill()
			await ended
		},
	}
}
