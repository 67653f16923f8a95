// What a cluster has before anybody installs anything: DNS under the usual Service address, and a default StorageClass. Both
// run beside the control plane, where they start with it.
import { writeFile } from 'node:fs/promises'
import type { Api } from './api.ts'
import type { ProgramPath } from './control-plane.ts'
import { Daemon } from './daemon.ts'
import type { Keys } from './keys.ts'
import { keepResizing } from './resizer.ts'
import { storageObjects } from './storage.ts'
import { controlPlaneAddress, dnsAddress } from './layout.ts'

const dnsPort = 10053

const corefile = (kubeconfig: string): string => `.:${dnsPort} {
	errors
	health 127.0.0.1:8081
	ready 127.0.0.1:8181
	kubernetes cluster.local in-addr.arpa {
		kubeconfig ${kubeconfig}
		ttl 1
	}
}
`

async function pointServiceAtDns(api: Api): Promise<void> {
	const ports = [
		{ name: 'dns', port: dnsPort, protocol: 'UDP' },
		{ name: 'dns-tcp', port: dnsPort, protocol: 'TCP' },
	]
	await api.apply('/api/v1/namespaces/kube-system/services', {
		apiVersion: 'v1',
		kind: 'Service',
		metadata: { name: 'kube-dns', namespace: 'kube-system' },
		spec: { clusterIP: dnsAddress, ports: ports.map((each) => ({ ...each, port: 53, targetPort: dnsPort })) },
	})
	await api.apply('/apis/discovery.k8s.io/v1/namespaces/kube-system/endpointslices', {
		apiVersion: 'discovery.k8s.io/v1',
		kind: 'EndpointSlice',
		metadata: {
			name: 'kube-dns-playground',
			namespace: 'kube-system',
			labels: { 'kubernetes.io/service-name': 'kube-dns' },
		},
		addressType: 'IPv4',
		ports,
		endpoints: [{ addresses: [controlPlaneAddress], conditions: { ready: true } }],
	})
}

export interface Services {
	readonly daemons: readonly Daemon[]
	ready(): Promise<void>
}

export async function startServices(path: ProgramPath, keys: Keys, api: Api): Promise<Services> {
	const kubeconfig = keys.configOf('admin')
	await writeFile('/run/playground/Corefile', corefile(kubeconfig))
	const dns = new Daemon('coredns', [path('coredns/coredns'), '-conf', '/run/playground/Corefile']).start()
	await pointServiceAtDns(api)
	for (const { collection, object } of storageObjects()) await api.apply(collection, object)
	const provisioner = new Daemon('local-path-provisioner', [
		path('local-path-provisioner/local-path-provisioner'),
		'start',
		`--kubeconfig=${kubeconfig}`,
		'--namespace=local-path-storage',
		'--service-account-name=local-path-provisioner',
	]).start()
	void keepResizing(api)
	return {
		daemons: [dns, provisioner],
		async ready() {
			await dns.until('DNS was ready', async () => await answers('http://127.0.0.1:8181/ready'))
			await provisioner.untilItSays('volumes were ready', 'Started provisioner controller')
		},
	}
}

const answers = async (url: string): Promise<boolean> =>
	await fetch(url).then(
		({ ok }) => ok,
		() => false,
	)
