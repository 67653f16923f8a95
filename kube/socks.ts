// The words with which a SOCKS 5 proxy is asked to open a connection. The proxy resolves names.
import { isIP, SocketAddress, type Socket } from 'node:net'
import { take } from './take.ts'
import type { Proxy, Where } from './where.ts'

const withoutAuth = 0
const withPassword = 2
const nobodyKnowsHow = 255

const refusals: Readonly<Record<number, string>> = {
	1: 'general failure',
	2: 'its rules do not allow it',
	3: 'the network cannot be reached',
	4: 'the host cannot be reached',
	5: 'the connection was refused',
	6: 'it took too long',
	7: 'it does not know how',
	8: 'it does not know such addresses',
}

const withLength = (text: string): Buffer => {
	const bytes = Buffer.from(text)
	if (bytes.length > 255) throw new Error(`more than 255 bytes cannot be said to it: ${text.slice(0, 20)}…`)
	return Buffer.concat([Buffer.from([bytes.length]), bytes])
}

function ipv6Bytes(host: string): Buffer {
	const { address } = new SocketAddress({ address: host, family: 'ipv6' })
	const url = new URL(`http://[${address.split('%')[0]}]`) // which writes an embedded IPv4 address as hexadecimal
	const [head = '', tail] = url.hostname.slice(1, -1).split('::')
	const groups = (text: string | undefined): string[] => (text ? text.split(':') : [])
	const [front, back] = [groups(head), groups(tail)]
	const all = [...front, ...Array.from({ length: 8 - front.length - back.length }, () => '0'), ...back]
	return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex')
}

function addressBytes(host: string): Buffer {
	if (isIP(host) === 4) return Buffer.from([1, ...host.split('.').map(Number)])
	if (isIP(host) === 6) return Buffer.concat([Buffer.from([4]), ipv6Bytes(host)])
	return Buffer.concat([Buffer.from([3]), withLength(host)])
}

async function agreeOnAuth(socket: Socket, { username, password = '' }: Proxy): Promise<void> {
	const methods = username === undefined ? [withoutAuth] : [withoutAuth, withPassword]
	socket.write(Buffer.from([5, methods.length, ...methods]))
	const [version, method = nobodyKnowsHow] = await take(socket, 2)
	if (version !== 5) throw new Error('it does not speak SOCKS 5')
	if (method === withoutAuth) return
	if (method !== withPassword || username === undefined) throw new Error('it wants another login')
	socket.write(Buffer.concat([Buffer.from([1]), withLength(username), withLength(password)]))
	const [, status] = await take(socket, 2)
	if (status !== 0) throw new Error('it refused the username and password')
}

export async function socksHandshake(
	socket: Socket,
	proxy: Proxy,
	{ host, port }: Pick<Where, 'host' | 'port'>,
): Promise<void> {
	await agreeOnAuth(socket, proxy)
	const portBytes = Buffer.from([port >> 8, port & 255])
	socket.write(Buffer.concat([Buffer.from([5, 1, 0]), addressBytes(host), portBytes]))
	const [, answer = 1, , kind] = await take(socket, 4)
	if (answer !== 0) throw new Error(refusals[answer] ?? `it answered ${answer}`)
	const length = kind === 1 ? 4 : kind === 4 ? 16 : ((await take(socket, 1))[0] ?? 0)
	await take(socket, length + 2)
}
