// A real MinIO in a namespace of a test, and what is in its bucket.
import { randomBytes } from 'node:crypto'
import type { ExecutionContext } from 'ava'
import { cachedArchive } from '../../playground/images/store.ts'
import { architectureHere } from '../../playground/programs/debian.ts'
import { programs } from '../../playground/programs/families.ts'
import { ensurePrograms, pathOf } from '../../playground/programs/find.ts'
import { bucketAt } from '../../store/s3/bucket.ts'
import { s3Store } from '../../store/s3.ts'
import type { Store } from '../../store/store.ts'
import { apply, eventually, forward, kubectl, playground } from './support.ts'

const image = 'docker.io/minio/minio:test'
let loaded: Promise<void> | undefined

async function load(): Promise<void> {
	const from = pathOf(await ensurePrograms(programs('minio')), 'minio/minio')
	const layers = [[{ path: 'minio', mode: 0o755, from }]]
	const one = { name: image, architecture: architectureHere, layers, entrypoint: ['/minio'], user: '65532' }
	await playground.load(await cachedArchive(one))
}

export interface BucketInside {
	/** As pods find it. */
	readonly endpoint: string
	/** As this process finds it. */
	readonly store: Store
	/** As people have written secrets since 2018. */
	secret(name: string, change?: Readonly<Record<string, string>>): Promise<void>
}

const names = { app: 'minio' }

const pod = (keys: { readonly user: string; readonly password: string }) => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: { name: 'minio', labels: names },
	spec: {
		automountServiceAccountToken: false,
		terminationGracePeriodSeconds: 0,
		securityContext: {
			runAsNonRoot: true,
			runAsUser: 65532,
			fsGroup: 65532,
			seccompProfile: { type: 'RuntimeDefault' },
		},
		containers: [
			{
				name: 'minio',
				image,
				args: ['server', '/data', '--address', ':9000', '--quiet'],
				env: [
					{ name: 'HOME', value: '/data' },
					{ name: 'MINIO_ROOT_USER', value: keys.user },
					{ name: 'MINIO_ROOT_PASSWORD', value: keys.password },
					{ name: 'MINIO_UPDATE', value: 'off' },
					{ name: 'MINIO_SITE_REGION', value: 'us-east-1' },
				],
				readinessProbe: { httpGet: { path: '/minio/health/ready', port: 9000 }, periodSeconds: 1 },
				securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
				volumeMounts: [{ name: 'data', mountPath: '/data' }],
			},
		],
		volumes: [{ name: 'data', emptyDir: {} }],
	},
})

export async function bucketInside(t: ExecutionContext, namespace: string): Promise<BucketInside> {
	await (loaded ??= load())
	const keys = { user: 'tester', password: randomBytes(16).toString('hex') }
	await apply(namespace, pod(keys))
	await apply(namespace, {
		apiVersion: 'v1',
		kind: 'Service',
		metadata: { name: 'minio' },
		spec: { selector: names, ports: [{ port: 9000 }] },
	})
	await kubectl('-n', namespace, 'wait', '--for=condition=Ready', 'pod/minio', '--timeout=120s')
	const local = await forward(t, namespace, 'pod/minio', 9000)
	const options = {
		bucket: 'mybucket',
		region: 'us-east-1',
		endpoint: `http://127.0.0.1:${local}`,
		keys: async () => await Promise.resolve({ accessKeyId: keys.user, secretAccessKey: keys.password }),
	}
	const bucket = bucketAt(options)
	await eventually('there is a bucket', async () => {
		await bucket.text({ method: 'PUT' })
		return true
	})
	bucket.close()
	const store = s3Store(options)
	t.teardown(() => store.close())
	return {
		endpoint: 'http://minio:9000',
		store,
		async secret(name, change = {}) {
			const credentials = `[default]\naws_access_key_id = ${keys.user}\naws_secret_access_key = ${keys.password}\n`
			const stringData = { credentials, config: '[default]\nregion = us-east-1\n', ...change }
			await apply(namespace, { apiVersion: 'v1', kind: 'Secret', metadata: { name }, stringData })
		},
	}
}
