// Our webhook with all its rules beside one of Go's controller-runtime with a trivial rule: the same review, TLS, one core each,
// in turns, so that whatever else the machine does meets both.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundle } from '../playground/images/node.ts'
import { programs } from '../playground/programs/families.ts'
import { ensurePrograms, pathOf } from '../playground/programs/find.ts'
import { step } from '../playground/progress.ts'
import { run } from '../playground/run.ts'
import { Authority } from '../runtime/pki/certificate.ts'
import { reviewOfBytes } from './review.ts'

const rounds = 5
const seconds = 4
const [serverCore, clientCore] = ['0', '1']

interface Load {
	readonly perSecond: number
	readonly failed: number
	readonly p50: number
	readonly p99: number
	readonly p999: number
}

const median = (values: readonly number[]): number =>
	values.toSorted((one, other) => one - other)[values.length >> 1] ?? NaN

const pinned = (core: string, argv: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess =>
	spawn('taskset', ['-c', core, ...argv], {
		stdio: ['ignore', 'ignore', 'inherit'],
		env: { ...process.env, ...env },
	})

async function get(port: number, path: string): Promise<number> {
	return await new Promise((resolve, reject) => {
		const asked = request(
			{ host: '127.0.0.1', port, path, rejectUnauthorized: false, agent: false },
			(response) => {
				response.resume().once('end', () => resolve(response.statusCode ?? 0))
			},
		)
		asked.once('error', reject).end()
	})
}

async function untilAnswers(port: number, path: string, wanted: number): Promise<void> {
	for (let tries = 0; (await get(port, path).catch(() => 0)) !== wanted; tries++) {
		if (tries > 200) throw new Error(`nothing answers on port ${port}`)
		await sleep(50)
	}
}

/** How long a large review takes, and how long a health check asked meanwhile. */
async function large(port: number): Promise<{ bytes: number; review: number[]; health: number[] }> {
	const body = reviewOfBytes(4.55 * 2 ** 20)
	const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })
	const timed = async (path: string, method: string, text?: string): Promise<number> => {
		const began = performance.now()
		await new Promise<void>((resolve, reject) => {
			const headers =
				text === undefined
					? {}
					: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
			const asked = request({ host: '127.0.0.1', port, path, method, agent, headers }, (response) => {
				let answer = ''
				response.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk))
				response.once('end', () => {
					if (text !== undefined && !answer.includes('"allowed":true'))
						reject(new Error(answer.slice(0, 200)))
					else resolve()
				})
			})
			asked.once('error', reject).end(text)
		})
		return performance.now() - began
	}
	const found = { bytes: body.length, review: [] as number[], health: [] as number[] }
	for (let round = 0; round < 20; round++) {
		let reviewing = true
		const review = timed('/validate', 'POST', body).finally(() => (reviewing = false))
		const isReviewing = () => reviewing
		while (isReviewing()) {
			found.health.push(await timed('/livez', 'GET'))
			await sleep(2)
		}
		found.review.push(await review)
	}
	agent.destroy()
	return found
}

export async function benchWebhook(): Promise<void> {
	const paths = await ensurePrograms(programs('rival'))
	const dir = await mkdtemp(join(tmpdir(), 'kubectl-etcd-bench-'))
	const servers: ChildProcess[] = []
	try {
		const { certificate, key } = new Authority('bench').issue({ name: 'bench', hosts: ['localhost'] })
		await writeFile(join(dir, 'tls.crt'), certificate)
		await writeFile(join(dir, 'tls.key'), key)
		const review = reviewOfBytes(6 * 1024)
		await writeFile(join(dir, 'review.json'), review)
		await writeFile(join(dir, 'webhook.cjs'), await bundle('webhook/main.ts'))

		const ours = [
			process.execPath,
			join(dir, 'webhook.cjs'),
			'--port',
			'18443',
			'--certificates',
			dir,
			'--releases',
			join(dir, 'none'),
		]
		servers.push(pinned(serverCore, ours))
		servers.push(
			pinned(serverCore, [pathOf(paths, 'rival/webhook'), '-port', '18444', '-certificates', dir], {
				GOMAXPROCS: '1',
			}),
		)
		await untilAnswers(18443, '/readyz', 200)
		await untilAnswers(18444, '/validate', 200)

		const load = async (port: number, forSeconds: number): Promise<Load> => {
			const argv = [
				'-url',
				`https://127.0.0.1:${port}/validate`,
				'-review',
				join(dir, 'review.json'),
				'-seconds',
				String(forSeconds),
			]
			return JSON.parse(
				await run('taskset', ['-c', clientCore, pathOf(paths, 'rival/load'), ...argv]),
			) as Load
		}
		const results: Record<'ours' | 'rival', Load[]> = { ours: [], rival: [] }
		await step('warming up', async () => {
			await load(18443, 3)
			await load(18444, 3)
		})
		for (let round = 1; round <= rounds; round++)
			await step(`round ${round} of ${rounds}`, async () => {
				results.ours.push(await load(18443, seconds))
				results.rival.push(await load(18444, seconds))
			})
		const of = (who: 'ours' | 'rival', what: keyof Load): number =>
			median(results[who].map((one) => one[what]))
		const row = (who: 'ours' | 'rival', name: string): string =>
			`${name.padEnd(28)} ${of(who, 'perSecond').toFixed(0).padStart(8)} ${of(who, 'p50').toFixed(2).padStart(8)} ${of(who, 'p99').toFixed(2).padStart(8)} ${of(who, 'p999').toFixed(2).padStart(8)} ${String(results[who].reduce((sum, { failed }) => sum + failed, 0)).padStart(7)}`
		console.log(
			`\nreviews of ${review.length} bytes over TLS, 8 connections, one core each, medians of ${rounds} rounds of ${seconds} s`,
		)
		console.log(
			`${''.padEnd(28)} ${['reviews/s', 'p50 ms', 'p99 ms', 'p999 ms'].map((word) => word.padStart(8)).join(' ')}  failed`,
		)
		console.log(row('ours', 'ours, every rule'))
		console.log(row('rival', 'controller-runtime, one rule'))
		console.log(
			`ratio: ${(of('ours', 'perSecond') / of('rival', 'perSecond')).toFixed(2)} × the reviews (target 1.5), ${(of('ours', 'p99') / of('rival', 'p99')).toFixed(2)} × the p99 (target 1 at most)`,
		)

		const found = await step('large reviews', async () => await large(18443))
		const worst = (values: readonly number[]): string => Math.max(...values).toFixed(0)
		console.log(
			`\na review of ${(found.bytes / 2 ** 20).toFixed(1)} MiB: median ${median(found.review).toFixed(0)} ms, worst ${worst(found.review)} ms of ${found.review.length} (target 150)`,
		)
		console.log(
			`health checks meanwhile: median ${median(found.health).toFixed(1)} ms, worst ${worst(found.health)} ms of ${found.health.length}`,
		)
	} finally {
		for (const server of servers) server.kill('SIGKILL')
		await rm(dir, { recursive: true, force: true })
	}
}
