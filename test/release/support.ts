// What the tests of releases share: folders that end with the test, and a server of files on the loopback.
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Folder extends AsyncDisposable {
	readonly path: string
}

export async function folder(): Promise<Folder> {
	const path = await mkdtemp(join(tmpdir(), 'kubectl-etcd-test-'))
	return { path, [Symbol.asyncDispose]: async () => await rm(path, { recursive: true, force: true }) }
}

export interface Served extends AsyncDisposable {
	readonly address: string
}

/** Serves the files of a folder, as a page of releases does. */
export async function serve(path: string): Promise<Served> {
	const server = createServer((request, response) => {
		const file = createReadStream(join(path, new URL(request.url ?? '', 'http://here').pathname))
		file.once('error', () => response.writeHead(404).end())
		file.pipe(response)
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const { port } = server.address() as AddressInfo
	return {
		address: `http://127.0.0.1:${port}`,
		[Symbol.asyncDispose]: async () => {
			server.closeAllConnections()
			await new Promise((resolve) => server.close(resolve))
		},
	}
}
