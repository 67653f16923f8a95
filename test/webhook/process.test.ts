// The process itself: its certificate swapped under load, bad ones passed over, release data read again, an end that refuses nobody.
import { spawn, type ChildProcess } from 'node:child_process'
import { rename, writeFile } from 'node:fs/promises'
import { Agent } from 'node:https'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import { clusterOf, newPair, ownDirectory, reviewOf, send, verdictOf, writePair } from './support.ts'

const main = join(import.meta.dirname, '../../webhook/main.ts')

interface Process {
	readonly child: ChildProcess
	readonly port: number
	readonly dir: string
	readonly lines: string[]
	readonly ended: Promise<number | null>
	readonly said: (word: string, times?: number) => Promise<void>
}

async function freePort(): Promise<number> {
	const server = createServer()
	const port = await new Promise<number>((resolve) =>
		server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
	)
	await new Promise((resolve) => server.close(resolve))
	return port
}

async function start(t: ExecutionContext, ...flags: readonly string[]): Promise<Process> {
	const dir = await ownDirectory(t)
	await writePair(dir, newPair())
	const port = await freePort()
	const argv = [
		main,
		'--port',
		String(port),
		'--certificates',
		dir,
		'--releases',
		join(dir, 'releases.yaml'),
		...flags,
	]
	const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] })
	t.teardown(() => child.kill('SIGKILL'))
	const lines: string[] = []
	createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
	const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
	const said = async (word: string, times = 1): Promise<void> => {
		for (let tries = 0; lines.filter((line) => line.includes(word)).length < times; tries++) {
			if (tries > 300 || child.exitCode !== null)
				throw new Error(`not said: ${word}; ${lines.slice(-5).join('\n')}`)
			await sleep(50)
		}
	}
	await said('"serving"')
	return { child, port, dir, lines, ended, said }
}

const good = JSON.stringify(reviewOf({ object: clusterOf({ size: 3, version: '3.6.16' }) }))

/** What a connection made now is shown. */
async function shown(port: number): Promise<string> {
	const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false })
	await new Promise<void>((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject))
	const { fingerprint256 } = socket.getPeerCertificate()
	socket.destroy()
	return fingerprint256
}

/** Waits until another certificate than this is shown. */
async function shownInsteadOf(port: number, before: string): Promise<string> {
	for (let tries = 0; tries < 300; tries++) {
		const now = await shown(port)
		if (now !== before) return now
		await sleep(50)
	}
	throw new Error('no other certificate is shown')
}

/** Reviews one after the other on several connections, each held as long as the server holds it. */
function keepAsking(t: ExecutionContext, port: number, connections = 4) {
	const failures: string[] = []
	let asked = 0
	const stopping = new AbortController()
	t.teardown(() => stopping.abort())
	const askers = Array.from({ length: connections }, async () => {
		const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false })
		while (!stopping.signal.aborted) {
			asked++
			const answer = await send(port, good, { agent }).catch((reason: unknown) => String(reason))
			if (typeof answer === 'string') failures.push(answer)
			else if (answer.status !== 200 || !verdictOf(answer).response.allowed) failures.push(answer.text)
			await sleep(5)
		}
		agent.destroy()
	})
	return {
		failures,
		asked: () => asked,
		async stop() {
			stopping.abort()
			await Promise.all(askers)
		},
	}
}

test('a new certificate is shown at once, a bad one never, and no request is lost', async (t) => {
	t.timeout(120_000)
	const { port, dir, said } = await start(t)
	const asking = keepAsking(t, port)
	const first = await shown(port)

	const second = newPair()
	await writePair(dir, second)
	const taken = await shownInsteadOf(port, first)

	await writeFile(join(dir, 'tls.crt'), 'not a certificate')
	await said('"certificate refused"')
	t.is(await shown(port), taken)

	await writeFile(join(dir, 'tls.crt'), second.certificate)
	await writeFile(join(dir, 'tls.key'), '')
	await said('DECODER')
	t.is(await shown(port), taken)

	const other = newPair()
	await writePair(dir, { certificate: other.certificate, key: second.key })
	await said('do not belong together')
	t.is(await shown(port), taken)

	await writePair(dir, newPair(-1000))
	await said('the certificate ended at')
	t.is(await shown(port), taken)

	// As the kubelet does it: all at once, by a rename.
	const next = newPair()
	await writeFile(join(dir, 'next'), next.key)
	await rename(join(dir, 'next'), join(dir, 'tls.key'))
	await writeFile(join(dir, 'next'), next.certificate)
	await rename(join(dir, 'next'), join(dir, 'tls.crt'))
	const last = await shownInsteadOf(port, taken)
	t.not(last, first)
	// On a busy machine each request takes its time.
	while (asking.asked() <= 50) await sleep(10)
	await asking.stop()
	t.deepEqual(asking.failures, [])
})

test('TLS 1.1 and HTTP/2 are not offered', async (t) => {
	const { port } = await start(t)
	const outcome = async (options: object): Promise<string> =>
		await new Promise((resolve) => {
			const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...options })
			socket.once('secureConnect', () => {
				resolve(`${socket.getProtocol()} ${socket.alpnProtocol}`)
				socket.destroy()
			})
			socket.once('error', (reason) => resolve(reason.message))
		})
	t.regex(
		await outcome({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }),
		/alert|protocol/i,
	)
	t.is(await outcome({ maxVersion: 'TLSv1.2' }), 'TLSv1.2 false')
	t.is(await outcome({ ALPNProtocols: ['h2', 'http/1.1'] }), 'TLSv1.3 http/1.1')
})

test('near the end of its certificate it says that it is not ready', async (t) => {
	const { port, dir, said } = await start(t)
	const ready = async () => await send(port, undefined, { path: '/readyz', method: 'GET' })
	t.is((await ready()).status, 200)
	await writePair(dir, newPair(1500))
	await said('certificate taken', 2)
	await sleep(1400)
	t.is((await ready()).status, 503)
	t.regex((await ready()).text, /the certificate ends at/)
	await writePair(dir, newPair())
	for (let tries = 0; (await ready()).status !== 200 && tries < 60; tries++) await sleep(50)
	t.is((await ready()).status, 200)
})

test('mounted release data holds as soon as it changes, and nonsense leaves what was', async (t) => {
	const { port, dir, said } = await start(t)
	const allowed = async () => verdictOf(await send(port, good)).response.allowed
	t.true(await allowed())
	const write = async (text: string) => {
		await writeFile(join(dir, 'next'), text)
		await rename(join(dir, 'next'), join(dir, 'releases.yaml'))
	}
	await write('defects: [{ from: 3.6.16, to: 3.6.16, harm: can stop, verdict: refuse }]\n')
	for (let tries = 0; (await allowed()) && tries < 100; tries++) await sleep(50)
	t.false(await allowed())
	await write('defects: [{ from: 3.6.16')
	await said('it is not YAML')
	t.false(await allowed())
	await write('defects: [{ from: 3.6.1, to: 3.5.1 }]\n')
	await said('is no range of releases of one minor')
	t.true(await allowed())
})

test('refusing the release that new clusters are given does not keep it from starting', async (t) => {
	const dir = await ownDirectory(t)
	const path = join(dir, 'releases.yaml')
	await writeFile(path, 'defects: [{ from: 3.6.16, to: 3.6.16, harm: can stop, verdict: refuse }]\n')
	const { port } = await start(t, '--releases', path)
	t.false(verdictOf(await send(port, good)).response.allowed)
	const bare = JSON.stringify(reviewOf({ object: clusterOf({ size: 3 }) }))
	const { patch } = verdictOf(await send(port, bare, { path: '/mutate' })).response
	t.regex(Buffer.from(patch ?? '', 'base64').toString(), /3\.7\.3/)
})

test('asked to end, it serves on, then asks callers away, and then ends; nobody is refused', async (t) => {
	t.timeout(60_000)
	const { child, port, ended, lines } = await start(t, '--drain-seconds', '6')
	const callers = keepAsking(t, port, 6)
	await sleep(500)
	const began = performance.now()
	child.kill('SIGTERM')
	await sleep(300)
	t.is((await send(port, undefined, { path: '/readyz', method: 'GET' })).status, 503)
	t.is((await send(port, undefined, { path: '/livez', method: 'GET' })).status, 200)
	await sleep(3300)
	t.is((await send(port, good)).headers['connection'], 'close')
	await callers.stop() // by now a cluster's callers are with another replica
	t.deepEqual(callers.failures, [])
	t.is(await ended, 0)
	const seconds = (performance.now() - began) / 1000
	t.true(seconds > 4 && seconds < 10, `${seconds} s`)
	t.true(lines.at(-1)?.includes('"ended"'))
})
