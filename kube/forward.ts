// A stream to a port of a pod, by way of the API server and the pod's kubelet, as `kubectl port-forward` has it, without a local port.
// Permission: on pods/portforward the verb `get`, and from Kubernetes 1.35 on `create`; grant both.
import { createHash, randomBytes } from 'node:crypto'
import { Duplex } from 'node:stream'
import type { KubeApi } from './api.ts'
import { openingError, spokenError, ForwardError, type Target } from './forward-error.ts'
import { handshakeGuid } from './frames.ts'
import { WebSocketEnd, type Ended } from './websocket.ts'

/** Each message begins with the channel that it is of. */
const channels = { data: 0, error: 1 } as const
const protocol = 'v4.channel.k8s.io'
const dataPrefix = Buffer.from([channels.data])
/** The kubelet reads whole messages. */
const pieceBytes = 64 * 1024
/** Nobody can be told that one side has ended, so whoever ended is given what comes within so long a silence. */
const silentMs = 5000

class Forward extends Duplex {
	readonly #target: Target
	readonly #end: WebSocketEnd
	/** Channels that have not said their port yet. */
	readonly #unopened = new Set<number>([channels.data, channels.error])
	#said = ''
	#silence: NodeJS.Timeout | undefined

	constructor(target: Target, socket: Duplex, head: Buffer) {
		super({ allowHalfOpen: true })
		this.#target = target
		this.#end = new WebSocketEnd(socket, head, {
			message: (bytes) => this.#message(bytes),
			over: (how) => this.#over(how),
		})
	}

	#message(bytes: Buffer): boolean {
		this.#silence?.refresh()
		const [channel = -1] = bytes
		const rest = bytes.subarray(1)
		if (channel !== channels.data && channel !== channels.error) {
			this.destroy(
				new ForwardError(
					'EPROTO',
					this.#target,
					`the kubelet spoke on channel ${channel}, which nobody opened`,
				),
			)
			return true
		}
		if (this.#unopened.delete(channel)) return this.#opened(rest)
		if (channel === channels.data) return rest.length === 0 || this.push(rest)
		this.#said += rest.toString()
		return true
	}

	/** The first message of each channel is the port. */
	#opened(rest: Buffer): boolean {
		const { port } = this.#target
		if (rest.length !== 2 || rest.readUInt16LE(0) !== port)
			this.destroy(new ForwardError('EPROTO', this.#target, `the kubelet did not confirm port ${port}`))
		return true
	}

	#over(how: Ended): void {
		if (this.#said !== '') this.destroy(spokenError(this.#target, this.#said))
		else if (how instanceof Error)
			this.destroy(
				new ForwardError('ECONNRESET', this.#target, `the connection was lost: ${how.message}`, how),
			)
		else if (this.#unopened.size > 0 || (how.code !== 1000 && how.code !== 1005))
			this.destroy(
				new ForwardError(
					'ECONNRESET',
					this.#target,
					`it was closed with ${how.code} ${how.reason}`.trimEnd(),
				),
			)
		else {
			// The process closed its end. What is written now reaches nobody.
			this.push(null)
			this.once('end', () => this.destroy())
		}
	}

	override _read(): void {
		this.#end.resume()
	}

	override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
		const send = (at: number): void => {
			const piece = chunk.subarray(at, at + pieceBytes)
			this.#end.send([dataPrefix, piece], (error) => {
				if (error || at + pieceBytes >= chunk.length) done(error)
				else send(at + pieceBytes)
			})
		}
		send(0)
	}

	override _final(done: () => void): void {
		this.#silence = setTimeout(() => {
			this.push(null)
			this.once('end', () => this.destroy())
		}, silentMs)
		done()
	}

	override _destroy(error: Error | null, done: (error: Error | null) => void): void {
		clearTimeout(this.#silence)
		this.#end.close()
		done(error)
	}
}

/**
 * Open once the kubelet has taken it; that nobody listens on the port, or that the pod has gone since, is heard on the stream as a
 * `ForwardError`. The signal gives up the opening and not what is open. What is written may be lost when the stream ends. Where a pod's
 * network is torn down while much is under way, its node may never hear the end: whoever must know pings, as HTTP/2 can.
 */
export async function forwardTo(api: KubeApi, target: Target, signal: AbortSignal): Promise<Duplex> {
	const { namespace, pod, port } = target
	const key = randomBytes(16).toString('base64')
	const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/portforward?ports=${port}`
	const asked = {
		connection: 'Upgrade',
		upgrade: 'websocket',
		'sec-websocket-version': '13',
		'sec-websocket-key': key,
		'sec-websocket-protocol': protocol,
	}
	const opening = new AbortController()
	const giveUp = (): void => opening.abort(signal.reason)
	signal.addEventListener('abort', giveUp)
	try {
		signal.throwIfAborted()
		const { socket, head, headers } = await api.upgrade(path, asked, opening.signal)
		const receipt = createHash('sha1')
			.update(key + handshakeGuid)
			.digest('base64')
		if (headers['sec-websocket-accept'] === receipt && headers['sec-websocket-protocol'] === protocol)
			return new Forward(target, socket, head)
		socket.destroy()
		throw new ForwardError(
			'EPROTO',
			target,
			'what answered the upgrade speaks no WebSocket of Kubernetes; is there a proxy in between?',
		)
	} catch (reason) {
		throw openingError(target, reason)
	} finally {
		signal.removeEventListener('abort', giveUp)
	}
}
