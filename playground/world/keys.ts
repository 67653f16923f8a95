// Who is who in the playground's Kubernetes: one authority, and a certificate for each part under the name that its RBAC
// rules know.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Authority, keyPem, newKeys, type Pair } from '../../runtime/pki/certificate.ts'
import { type NodeAddress, controlPlaneAddress, keysHere } from './layout.ts'

const apiHosts = [
	'localhost',
	'kubernetes',
	'kubernetes.default',
	'kubernetes.default.svc',
	'127.0.0.1',
	'10.96.0.1',
	controlPlaneAddress,
]

const kubeconfig = (server: string, ca: string, { certificate, key }: Pair): string => {
	const base64 = (text: string) => Buffer.from(text).toString('base64')
	return JSON.stringify({
		apiVersion: 'v1',
		kind: 'Config',
		'current-context': 'playground',
		clusters: [{ name: 'playground', cluster: { server, 'certificate-authority-data': base64(ca) } }],
		users: [
			{
				name: 'admin',
				user: { 'client-certificate-data': base64(certificate), 'client-key-data': base64(key) },
			},
		],
		contexts: [{ name: 'playground', context: { cluster: 'playground', user: 'admin' } }],
	})
}

export interface Keys {
	readonly ca: string
	readonly admin: Pair
	/** Another part's kubeconfig, as a path. */
	readonly configOf: (part: string) => string
}

export async function makeKeys(nodes: readonly NodeAddress[], outsidePort: number): Promise<Keys> {
	await mkdir(keysHere, { recursive: true, mode: 0o700 })
	const authority = new Authority('playground')
	const write = async (name: string, text: string) =>
		await writeFile(join(keysHere, name), text, { mode: 0o600 })
	const writePair = async (name: string, { certificate, key }: Pair) => {
		await write(`${name}.crt`, certificate)
		await write(`${name}.key`, key)
	}
	const configOf = (part: string) => join(keysHere, `${part}.kubeconfig`)
	const inside = `https://${controlPlaneAddress}:6443`
	const user = async (part: string, name: string, ...groups: string[]) =>
		await write(
			`${part}.kubeconfig`,
			kubeconfig(inside, authority.certificate, authority.issue({ name, groups })),
		)

	const accounts = newKeys()
	const admin = authority.issue({ name: 'kubernetes-admin', groups: ['system:masters'] })
	await Promise.all([
		write('ca.crt', authority.certificate),
		write('accounts.key', keyPem(accounts.privateKey)),
		write('accounts.pub', accounts.publicKey.export({ type: 'spki', format: 'pem' }).toString()),
		writePair('apiserver', authority.issue({ name: 'kube-apiserver', hosts: apiHosts })),
		writePair('admin', admin),
		write('admin.kubeconfig', kubeconfig(inside, authority.certificate, admin)),
		user('controller-manager', 'system:kube-controller-manager'),
		user('scheduler', 'system:kube-scheduler'),
		user('proxy', 'system:kube-proxy'),
		...nodes.flatMap(({ name, address }) => [
			user(name, `system:node:${name}`, 'system:nodes'),
			writePair(name, authority.issue({ name: `system:node:${name}`, hosts: [name, address] })),
		]),
	])
	await writeFile(
		'/run/playground/kubeconfig',
		kubeconfig(`https://127.0.0.1:${outsidePort}`, authority.certificate, admin),
		{ mode: 0o600 },
	)
	return { ca: authority.certificate, admin, configOf }
}
