// A MinIO of the bench's own, on loopback, with an empty bucket.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { programs } from '../../playground/programs/families.ts'
import { ensurePrograms, pathOf } from '../../playground/programs/find.ts'
import { bucketAt } from '../../store/s3/bucket.ts'
import { freePort } from './ground.ts'

export interface Minio extends AsyncDisposable {
	readonly endpoint: string
	readonly bucket: string
	readonly keys: { readonly accessKeyId: string; readonly secretAccessKey: string }
}

export async function startMinio(folder: string): Promise<Minio> {
	const address = `127.0.0.1:${await freePort()}`
	const [endpoint, name] = [`http://${address}`, 'snapshots']
	const keys = { accessKeyId: 'bench', secretAccessKey: randomBytes(16).toString('hex') }
	const child = spawn(
		pathOf(await ensurePrograms(programs('minio')), 'minio/minio'),
		['server', join(folder, 'minio'), '--address', address, '--console-address', '127.0.0.1:0', '--quiet'],
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
		bucket: name,
		region: 'us-east-1',
		endpoint,
		keys: async () => await Promise.resolve(keys),
	})
	for (let tries = 0; ; tries++) {
		const ready = await fetch(`${endpoint}/minio/health/ready`).catch(() => undefined)
		if (ready?.ok) break
		if (tries === 300 || child.exitCode !== null) throw new Error('MinIO does not start')
		await sleep(100)
	}
	await bucket.text({ method: 'PUT' })
	bucket.close()
	return {
		endpoint,
		bucket: name,
		keys,
		async [Symbol.asyncDispose]() {
			child.kill()
			await ended
		},
	}
}
