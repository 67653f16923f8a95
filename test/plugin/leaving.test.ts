// Whoever goes away: by Ctrl-C while an API server says nothing, by a second one while a change is under way, by closing the pipe.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { apiVersion } from '../../api/names.ts'

const main = join(import.meta.dirname, '../../plugin/main.ts')

/** An API server that is asked, and whose kubeconfig the plugin is given. */
async function asking(t: ExecutionContext, line: readonly string[], answer: RequestListener) {
	const server = createServer(answer).listen(0, '127.0.0.1')
	await once(server, 'listening')
	const folder = await mkdtemp(join(tmpdir(), 'kubectl-etcd-leaving-'))
	t.teardown(async () => {
		server.closeAllConnections()
		server.close()
		await rm(folder, { recursive: true })
	})
	const kubeconfig = join(folder, 'config')
	await writeFile(
		kubeconfig,
		JSON.stringify({
			apiVersion: 'v1',
			kind: 'Config',
			'current-context': 'a',
			contexts: [{ name: 'a', context: { cluster: 'a', user: 'a', namespace: 'team-a' } }],
			clusters: [
				{ name: 'a', cluster: { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` } },
			],
			users: [{ name: 'a', user: {} }],
		}),
	)
	const child = spawn(process.execPath, [main, ...line], {
		env: { PATH: process.env['PATH'], HOME: folder, KUBECONFIG: kubeconfig },
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	const ended = once(child, 'close') as Promise<[number | null]>
	t.teardown(() => child.kill('SIGKILL'))
	const hear = [child.stdout, child.stderr].map(async (stream) => await text(stream).catch(() => 'closed'))
	return { child, ended, said: Promise.all(hear) }
}

const lines =
	'snapshot save orders; get; status orders; members orders; events orders; logs orders; doctor orders; wait orders; version; scale orders --replicas=5; ctl orders get a'

for (const line of lines.split('; '))
	test.serial(`Ctrl-C while nobody answers: ${line}`, async (t) => {
		const { promise: asked, resolve } = Promise.withResolvers<void>()
		const { child, ended, said } = await asking(t, line.split(' '), () => resolve())
		await asked
		const began = performance.now()
		child.kill('SIGINT')
		const [code] = await ended
		t.is(code, 130)
		t.true(performance.now() - began < 5000, 'sooner than any deadline')
		t.deepEqual(await said, ['', ''])
	})

const cluster = {
	apiVersion,
	kind: 'EtcdCluster',
	metadata: { name: 'orders', namespace: 'team-a', uid: '1', resourceVersion: '1', generation: 1 },
	spec: { size: 3, version: '3.6.16' },
}

test.serial('Ctrl-C does not give up a change that was sent, and a second one ends at once', async (t) => {
	const { promise: changing, resolve } = Promise.withResolvers<void>()
	const { child, ended, said } = await asking(t, ['pause', 'orders'], ({ method }, outgoing) => {
		if (method !== 'GET') return resolve()
		outgoing.setHeader('content-type', 'application/json')
		outgoing.end(JSON.stringify(cluster))
	})
	await changing
	child.kill('SIGINT')
	await sleep(1000)
	t.is(child.exitCode, null, 'whether it was done is still to be heard')
	const began = performance.now()
	child.kill('SIGINT')
	t.deepEqual(await ended, [130, null] as never)
	t.true(performance.now() - began < 2000)
	t.deepEqual(await said, ['', ''])
})

test.serial(
	'a pipe that is closed ends what would go on, as a shell says it, and without a word',
	async (t) => {
		const events = ['ADDED', 'MODIFIED'].map((type) => JSON.stringify({ type, object: cluster }))
		const { child, ended, said } = await asking(t, ['get', '-w', '-o', 'name'], ({ url }, outgoing) => {
			outgoing.setHeader('content-type', 'application/json')
			if (url?.includes('watch=') === true) {
				const more = setInterval(() => outgoing.write(`${events[1]}\n`), 20)
				outgoing.once('close', () => clearInterval(more))
			} else
				outgoing.end(
					JSON.stringify({
						apiVersion,
						kind: 'EtcdClusterList',
						metadata: { resourceVersion: '1' },
						items: [cluster],
					}),
				)
		})
		await once(child.stdout, 'data')
		child.stdout.destroy()
		t.is((await ended)[0], 141)
		t.deepEqual(await said, ['closed', ''])
	},
)

const onLinux = process.platform === 'linux' ? test.serial : test.serial.skip

onLinux('a disk that is full is one sentence, and no mistake of ours', async (t) => {
	const child = spawn('sh', ['-c', '"$0" "$1" flags > /dev/full', process.execPath, main], {
		env: { PATH: process.env['PATH'], HOME: tmpdir() },
		stdio: ['ignore', 'ignore', 'pipe'],
	})
	const ended = once(child, 'close') as Promise<[number | null]>
	t.regex(
		await text(child.stderr),
		/^error: not all of it could be written: the disk is full\n {2}why {3}ENOSPC/,
	)
	t.deepEqual((await ended)[0], 1)
})
