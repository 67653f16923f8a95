// A member as a process on loopback, told who it is by the very arguments and variables of a pod; only its ports are the system's.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ExecutionContext } from 'ava'
import {
	memberArguments,
	memberVariables,
	minorVariables,
	type MemberOptions,
} from '../../../etcd/arguments.ts'
import { openEtcd, type EtcdClient } from '../../../etcd/client.ts'
import type { Etcd } from './binaries.ts'

let given = 0

/** One of its own for each member, so that a port that the system gave to one is not given to another before it is used. */
const ownAddress = (): string => `127.${(process.pid >> 8) & 255}.${process.pid & 255}.${(given++ % 250) + 1}`

export interface Ended {
	readonly code: number | null
	/** As much as Kubernetes keeps of a log. */
	readonly lastWords: string
}

interface Ports {
	readonly client: number
	readonly peer: number
	readonly metrics: number
}

async function freePorts(host: string): Promise<Ports> {
	const servers = [createServer(), createServer(), createServer()]
	const ports = await Promise.all(
		servers.map(async (server) => {
			await once(server.listen(0, host), 'listening')
			return (server.address() as AddressInfo).port
		}),
	)
	await Promise.all(servers.map(async (server) => await once(server.close(), 'close')))
	const [client = 0, peer = 0, metrics = 0] = ports
	return { client, peer, metrics }
}

/** Asks until the answer is not undefined or false; errors are answers of a member that is not there yet. */
export async function until<T>(
	what: string,
	ask: () => Promise<T | undefined | false>,
	withinMs = 30_000,
): Promise<T> {
	let last: unknown
	for (const end = performance.now() + withinMs; performance.now() < end; await sleep(20))
		try {
			const found = await ask()
			if (found !== undefined && found !== false) return found
			last = undefined
		} catch (reason) {
			last = reason
		}
	throw new Error(`waited ${withinMs} ms in vain until ${what}`, { cause: last })
}

export interface Given extends Partial<Pick<MemberOptions, 'compaction' | 'quotaBytes'>> {
	/** Whose variables it gets, when not those of its own minor. */
	readonly asMinor?: MemberOptions['minor']
	readonly variables?: Readonly<Record<string, string>>
}

interface Otherwise extends Pick<Given, 'variables'> {
	readonly etcd?: Etcd
	/** Besides those of every member. */
	readonly args?: readonly string[]
}

export class MemberProcess {
	readonly etcd: Etcd
	readonly name: string
	readonly dir: string
	readonly host: string
	readonly ports: Ports
	readonly client: EtcdClient
	readonly #how: Given
	#child: ChildProcess | undefined
	#ended: Promise<Ended> | undefined
	#log = ''

	constructor(etcd: Etcd, name: string, dir: string, host: string, ports: Ports, how: Given) {
		this.etcd = etcd
		this.name = name
		this.dir = dir
		this.host = host
		this.ports = ports
		this.client = openEtcd({ host, port: ports.client })
		this.#how = how
	}

	get peerUrl(): string {
		return `http://${this.host}:${this.ports.peer}`
	}

	/** As --initial-cluster lists it. */
	get listed(): string {
		return `${this.name}=${this.peerUrl}`
	}

	#own = (text: string): string =>
		text
			.replace(':2379', `:${this.ports.client}`)
			.replace(':2380', `:${this.ports.peer}`)
			.replace(':2381', `:${this.ports.metrics}`)

	/** By its own binary and variables, or on the same data by others. */
	start(
		initialCluster: string,
		initialState: string,
		{ etcd = this.etcd, variables, args: more = [] }: Otherwise = {},
	): void {
		const args = memberArguments({
			name: this.name,
			host: this.host,
			peerScheme: 'http',
			clientScheme: 'http',
			anyAddress: this.host,
			dataDir: join(this.dir, 'data'),
			initialCluster: '',
			initialState,
			token: 'here/test/1',
		}).map(this.#own)
		const { asMinor: minor = etcd.minor, compaction, quotaBytes } = this.#how
		const ours = {
			...minorVariables(minor, '3.7'),
			...memberVariables({
				minor,
				anyAddress: this.host,
				quotaBytes,
				compaction: compaction ?? { mode: 'Periodic', retention: '1h' },
			}),
		}
		const child = spawn(
			etcd.path,
			[...more, ...args.map((one) => (one === '--initial-cluster=' ? one + initialCluster : one))],
			{
				stdio: ['ignore', 'pipe', 'pipe'],
				env: {
					...Object.fromEntries(Object.entries(ours).map(([key, value]) => [key, this.#own(value)])),
					...(process.arch === 'arm64' && { ETCD_UNSUPPORTED_ARCH: 'arm64' }),
					...this.#how.variables,
					...variables,
				},
			},
		)
		this.#log = ''
		const keep = (text: string): void => void (this.#log += text)
		child.stdout.setEncoding('utf8').on('data', keep)
		child.stderr.setEncoding('utf8').on('data', keep)
		this.#child = child
		this.#ended = once(child, 'close').then(([code]) => ({
			code: code as number | null,
			lastWords: this.#log.slice(-2048),
		}))
	}

	/** How it ended, once it has. */
	async ended(): Promise<Ended> {
		if (this.#ended === undefined) throw new Error(`${this.name} was never started`)
		return await this.#ended
	}

	async stop(): Promise<void> {
		this.signal('SIGTERM')
		await this.ended()
	}

	signal(signal: NodeJS.Signals): void {
		this.#child?.kill(signal)
	}

	/** A signal is on its way until the kernel says that the process has stopped. */
	async freeze(): Promise<void> {
		this.signal('SIGSTOP')
		await until(`${this.name} has stopped`, async () =>
			/^State:\s+T/m.test(await readFile(`/proc/${this.#child?.pid}/status`, 'utf8')),
		)
	}

	async kill(): Promise<void> {
		this.signal('SIGKILL')
		await this.#ended
	}

	async answers(): Promise<void> {
		await until(`${this.name} answers`, async () => await this.client.status())
	}

	/** The status, or nothing when there is no answer in time. */
	async http(listener: 'metrics' | 'client', path: string, ms = 5000): Promise<number | undefined> {
		try {
			const answer = await fetch(`http://${this.host}:${this.ports[listener]}${path}`, {
				signal: AbortSignal.timeout(ms),
			})
			await answer.arrayBuffer()
			return answer.status
		} catch {
			return undefined
		}
	}

	/** Since it last started. */
	says(words: RegExp): boolean {
		return words.test(this.#log)
	}

	/** What our client does not say, by etcd's own gateway, whose path has changed twice. */
	async gateway(path: string, body: unknown = {}): Promise<unknown> {
		const { minor } = this.etcd
		const root = minor === '3.2' ? 'v3alpha' : minor === '3.3' ? 'v3beta' : 'v3'
		const answer = await fetch(`http://${this.host}:${this.ports.client}/${root}/${path}`, {
			method: 'POST',
			body: JSON.stringify(body),
		})
		if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
		return await answer.json()
	}

	async put(key: string, value = key): Promise<void> {
		const coded = (text: string): string => Buffer.from(text).toString('base64')
		await this.gateway('kv/put', { key: coded(key), value: coded(value) })
	}
}

/** Not started yet; gone with the test. */
export async function memberProcess(
	t: ExecutionContext,
	etcd: Etcd,
	name: string,
	how: Given = {},
): Promise<MemberProcess> {
	const host = ownAddress()
	const dir = await mkdtemp(join(tmpdir(), 'kubectl-etcd-test-'))
	const member = new MemberProcess(etcd, name, dir, host, await freePorts(host), how)
	t.teardown(async () => {
		member.client.close()
		await member.kill()
		await rm(dir, { recursive: true, force: true })
	})
	return member
}
