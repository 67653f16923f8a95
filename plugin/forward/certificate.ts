// Whether a member's certificate is good for localhost, where a forwarded port is.
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { connect } from 'node:tls'
import type { ClientTls } from '../sight/credentials.ts'

const patienceMs = 5000

/** Nothing when it did not show one. Whether it is trusted is for whoever connects to find out. */
export async function holdsForLocalhost(
	dial: () => Promise<Duplex>,
	host: string,
	tls: ClientTls | undefined,
): Promise<boolean | undefined> {
	const raw = await dial()
	try {
		const options = { ...tls, socket: raw, servername: host, rejectUnauthorized: false }
		const socket = connect(options)
		await once(socket, 'secureConnect', { signal: AbortSignal.timeout(patienceMs) })
		return socket.getPeerX509Certificate()?.checkHost('localhost') !== undefined
	} catch {
		return undefined
	} finally {
		raw.destroy()
	}
}
