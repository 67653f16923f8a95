// A fake-gcs-server of this test's own, on loopback, with an empty bucket. It is not Cloud Storage: what it does otherwise than
// documented is mended where it is built.
import { randomBytes } from 'node:crypto'
import { programs } from '../../../playground/programs/families.ts'
import { ensurePrograms, pathOf } from '../../../playground/programs/find.ts'
import type { GcsOptions } from '../../../store/gcs/bucket.ts'
import { freePort, started } from './started.ts'

const paths = await ensurePrograms(programs('fake-gcs-server'))

export interface FakeGcs extends AsyncDisposable {
	readonly port: number
	readonly token: string
	readonly options: (port?: number) => GcsOptions
}

export const gcsPartBytes = 1024 * 1024

export async function startFakeGcs(): Promise<FakeGcs> {
	const port = await freePort()
	const token = randomBytes(16).toString('hex')
	const { [Symbol.asyncDispose]: end } = await started({
		name: 'gcs',
		argv: () => [pathOf(paths, 'fake-gcs-server/fake-gcs-server'), `-port=${port}`, `-token=${token}`],
		isReady: async () => (await fetch(`http://127.0.0.1:${port}/`)).status > 0,
	})
	const options = (to = port): GcsOptions => ({
		bucket: 'snapshots',
		endpoint: `http://127.0.0.1:${to}`,
		token: async () => await Promise.resolve(token),
		partBytes: gcsPartBytes,
	})
	return { port, token, options, [Symbol.asyncDispose]: end }
}
