// kubectl etcd port-forward.
import type { Duplex } from 'node:stream'
import { once } from 'node:events'
import { memberHost, ports } from '../../api/names.ts'
import { clientsSpeakTls } from '../../api/tls.ts'
import { forwardTo } from '../../kube/forward.ts'
import { kinds } from '../../kube/objects.ts'
import type { Pod } from '../../kube/pod.ts'
import type { Call } from '../call.ts'
import { exits } from '../exit.ts'
import { holdsForLocalhost } from '../forward/certificate.ts'
import { serve } from '../forward/serve.ts'
import { podsInOrder } from '../forward/target.ts'
import type { Reach } from '../reach.ts'
import { credentialsOf } from '../sight/credentials.ts'
import { targetOf, type Cluster } from '../target.ts'

const openingMs = 10_000

export async function run(call: Call): Promise<number> {
	const { flags, terminal, signal } = call
	const local = flags.whole('local', 0, 65_535) ?? ports.client
	const cluster = await targetOf(call)
	const reach = await call.reach()
	const dial = dialerOf(reach, cluster, flags.text('member'), signal)
	const [first = ''] = await dial.candidates()
	const served = await serve(local, {
		dial: dial.open,
		failed: (reason) => terminal.err(`${reason instanceof Error ? reason.message : String(reason)}\n`),
	})
	try {
		const speaksTls = clientsSpeakTls(cluster.spec?.TLS)
		terminal.out(`${speaksTls ? 'https' : 'http'}://localhost:${served.port} -> ${first}:${ports.client}\n`)
		if (speaksTls) terminal.err(await tlsNote(reach, cluster, first, dial.open))
		terminal.err('Ctrl-C ends it.\n')
		if (!signal.aborted) await once(signal, 'abort')
		return exits.interrupted
	} finally {
		await served.close()
	}
}

/** Pods come and go while it runs: they are looked at for each connection. */
function dialerOf({ api, kube }: Reach, cluster: Cluster, member: string | undefined, signal: AbortSignal) {
	const { name, namespace = '' } = cluster.metadata
	const mine = `?labelSelector=${encodeURIComponent(`etcd_cluster=${name}`)}`
	const candidates = async (): Promise<readonly string[]> => {
		const [now, pods] = await Promise.all([
			kube.get<Cluster>(kinds.cluster, { namespace, name }),
			kube.list<Pod>(kinds.pod, { namespace }, mine),
		])
		return podsInOrder(now ?? cluster, pods, member)
	}
	async function open(): Promise<Duplex> {
		let last: unknown
		for (const pod of await candidates())
			try {
				const until = AbortSignal.any([signal, AbortSignal.timeout(openingMs)])
				return await forwardTo(api, { namespace, pod, port: ports.client }, until)
			} catch (reason) {
				last = reason
			}
		throw last
	}
	return { candidates, open }
}

async function tlsNote(
	reach: Reach,
	cluster: Cluster,
	pod: string,
	open: () => Promise<Duplex>,
): Promise<string> {
	const { name, namespace = '' } = cluster.metadata
	const host = memberHost(pod, { cluster: name, namespace, domain: cluster.spec?.pod?.ClusterDomain ?? '' })
	const credentials = await credentialsOf(reach, cluster)
	const tls = credentials.isPlain ? undefined : credentials.tls
	const holds = await holdsForLocalhost(open, host, tls)
	const certificates = `members ask for a certificate: eval "$(kubectl etcd env ${name} -n ${namespace})"\n`
	if (holds !== false) return certificates
	return `${certificates}the certificate of ${pod} is not for localhost: add "127.0.0.1 ${host}" to the hosts file, and connect to https://${host}\n`
}
