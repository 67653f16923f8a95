// The very program that Jobs and restores run, bundled as in the image and started with the flags and variables that they have.
import { randomBytes } from 'node:crypto'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mounts, taskVariable, type FetchTask, type TakeTask } from '../../api/task.ts'
import { taskFlags, taskVariables } from '../../api/task-program.ts'
import { bundle } from '../../playground/images/node.ts'
import type { At, Ground } from './ground.ts'
import type { Minio } from './minio.ts'

interface Program {
	readonly argv: () => readonly string[]
	readonly env: (into: string) => NodeJS.ProcessEnv
	readonly storedWhen?: RegExp
}

export class JobPrograms {
	readonly #root: string
	readonly #member: At
	readonly #minio: Minio
	#stored = 0

	private constructor(root: string, member: At, minio: Minio) {
		this.#root = root
		this.#member = member
		this.#minio = minio
	}

	/** With what a kubelet would mount. */
	static async made(ground: Ground, member: At, minio: Minio): Promise<JobPrograms> {
		const root = join(ground.folder, `job-${minio.name}`)
		const [client, key, store] = [join(root, mounts.client), join(root, mounts.key), join(root, mounts.store)]
		for (const folder of [client, key, store]) await mkdir(folder, { recursive: true })
		await cp(join(ground.folder, 'ca.pem'), join(store, 'ca.crt'))
		for (const [name, as] of [
			['ca', 'etcd-client-ca.crt'],
			['cert', 'etcd-client.crt'],
			['key', 'etcd-client.key'],
		] as const)
			await cp(join(ground.folder, `${name}.pem`), join(client, as))
		await writeFile(join(key, 'key'), randomBytes(32))
		await writeFile(join(root, 'backup.cjs'), await bundle('backup/main.ts'))
		return new JobPrograms(root, member, minio)
	}

	#program(name: string, task: (into: string) => TakeTask | FetchTask): Pick<Program, 'argv' | 'env'> {
		const { accessKeyId, secretAccessKey } = this.#minio.keys
		return {
			argv: () => [process.execPath, ...taskFlags, join(this.#root, 'backup.cjs'), name],
			env: (into) => ({
				...taskVariables,
				MOUNTS: this.#root,
				TERMINATION_MESSAGE: join(this.#root, 'message'),
				AWS_ACCESS_KEY_ID: accessKeyId,
				AWS_SECRET_ACCESS_KEY: secretAccessKey,
				[taskVariable]: JSON.stringify(task(into)),
			}),
		}
	}

	#bucket(): TakeTask['place'] {
		const { bucket, endpoint } = this.#minio
		return { storageType: 'S3', path: `${bucket}/orders-${this.#stored}`, endpoint, forcePathStyle: true }
	}

	take(where: 'folder' | 'minio', isSealed = false): Program {
		const program = this.#program('take', (into) => {
			if (where === 'minio') this.#stored++
			return {
				backup: { namespace: 'bench', name: 'orders', uid: 'bench' },
				place: where === 'folder' ? { storageType: 'PVC', path: 'orders', folder: into } : this.#bucket(),
				endpoints: [`https://localhost:${this.#member.port}`],
				timed: false,
				keep: 0,
				timeoutSeconds: 0,
				has: ['client', 'store', ...(isSealed ? (['key'] as const) : [])],
			}
		})
		return { ...program, storedWhen: /"proving"/ }
	}

	/** Of what was sealed into MinIO last. */
	fetch(): Program {
		return this.#program('fetch', (into) => ({
			place: this.#bucket(),
			into,
			minor: '3.7',
			has: ['key', 'store'],
			secrets: {},
		}))
	}
}
