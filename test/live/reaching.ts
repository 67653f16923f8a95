// The way of the plugin into pods, for live tests, and a pod that says a lot, repeats what it hears, or only listens.
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { memberHost, ports } from '../../api/names.ts'
import type { Endpoint } from '../../etcd/session.ts'
import { kubeApi, type KubeApi } from '../../kube/api.ts'
import { whereIsKubernetes } from '../../kube/config.ts'
import { forwardTo } from '../../kube/forward.ts'
import { apply, eventually, kubectl, playground, untilReady } from './support.ts'
import { shellPod } from './etcd-pods.ts'

const where = await whereIsKubernetes({ KUBECONFIG: playground.files.kubeconfig })
export const api = kubeApi(where)

/** As an account of the namespace. */
export async function apiAs(namespace: string, account: string): Promise<KubeApi> {
	const token = (await kubectl('-n', namespace, 'create', 'token', account)).trim()
	return kubeApi({
		...where,
		async credentials() {
			const { ca } = await where.credentials()
			return { ...(ca !== undefined && { ca }), token }
		},
	})
}

export const open = async (
	namespace: string,
	pod: string,
	port: number,
	by: KubeApi = api,
): Promise<Duplex> => await forwardTo(by, { namespace, pod, port }, AbortSignal.timeout(20_000))

/** To a member of a cluster, as its name is in certificates. */
export const endpointOf = (
	namespace: string,
	cluster: string,
	member: string,
	tls?: Endpoint['tls'],
	port: number = ports.client,
) => {
	const host = memberHost(member, { cluster, namespace })
	const dial = async (): Promise<Duplex> => await open(namespace, member, port)
	return { host, port, dial, ...(tls && { tls: { ...tls, servername: host } }) }
}

/** Each of the last twenty is its own, since nothing that listens here takes many at the same time. */
export const sayings = { hundredMegabytes: 9000, takes: 9002, echo: 9100 } as const
export const echoes = 20
export const hundredMegabytes = 1600 * 65_536

const listening = (port: number, ...words: readonly string[]): string =>
	`nc -ll -p ${port} -e ${words.join(' ')} &`

export async function saying(namespace: string, name: string): Promise<string> {
	const pod = shellPod(name)
	const script = [
		listening(sayings.hundredMegabytes, 'dd if=/dev/zero bs=65536 count=1600'),
		...Array.from({ length: echoes }, (_, index) => listening(sayings.echo + index, 'cat')),
		listening(sayings.takes, 'dd of=/dev/null bs=65536'),
		'sleep 1000000',
	].join(' ')
	const containers = pod.spec.containers.map((one) => ({ ...one, command: ['/bin/sh', '-c', script] }))
	await apply(namespace, { ...pod, spec: { ...pod.spec, containers } })
	await untilReady(namespace, name)
	await eventually('it listens', async () => {
		const stream = await open(namespace, name, sayings.echo + echoes - 1)
		stream.write('?')
		const [heard] = await once(stream, 'data')
		stream.destroy()
		return String(heard) === '?'
	})
	return name
}
