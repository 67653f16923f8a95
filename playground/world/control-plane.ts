// etcd and the API server, and for a playground with nodes the two controllers that make pods happen.
import { join } from 'node:path'
import type { ProgramId } from '../programs/families.ts'
import { Api } from './api.ts'
import { Daemon } from './daemon.ts'
import { type Keys } from './keys.ts'
import { controlPlaneAddress, keysHere, serviceRange } from './layout.ts'

export type ProgramPath = (id: ProgramId) => string

const key = (name: string): string => join(keysHere, name)

function etcd(path: ProgramPath): Daemon {
	const client = 'http://127.0.0.1:2379'
	const peer = 'http://127.0.0.1:2380'
	return new Daemon('etcd', [
		path('etcd-3.6/etcd'),
		'--data-dir=/run/control-plane-etcd', // in memory: a playground never outlives its processes
		`--listen-client-urls=${client}`,
		`--advertise-client-urls=${client}`,
		`--listen-peer-urls=${peer}`,
		`--initial-advertise-peer-urls=${peer}`,
		`--initial-cluster=default=${peer}`,
		'--unsafe-no-fsync',
		'--log-level=warn',
	])
}

const apiserver = (path: ProgramPath): Daemon =>
	new Daemon('kube-apiserver', [
		path('kubernetes/kube-apiserver'),
		'--etcd-servers=http://127.0.0.1:2379',
		'--secure-port=6443',
		'--bind-address=0.0.0.0',
		`--advertise-address=${controlPlaneAddress}`,
		`--client-ca-file=${key('ca.crt')}`,
		`--tls-cert-file=${key('apiserver.crt')}`,
		`--tls-private-key-file=${key('apiserver.key')}`,
		`--service-account-key-file=${key('accounts.pub')}`,
		`--service-account-signing-key-file=${key('accounts.key')}`,
		'--service-account-issuer=https://kubernetes.default.svc',
		`--service-cluster-ip-range=${serviceRange}`,
		'--authorization-mode=Node,RBAC',
		'--enable-admission-plugins=NodeRestriction',
		'--allow-privileged=true',
		`--kubelet-certificate-authority=${key('ca.crt')}`,
		`--kubelet-client-certificate=${key('admin.crt')}`,
		`--kubelet-client-key=${key('admin.key')}`,
		'--kubelet-preferred-address-types=InternalIP',
		'--enable-aggregator-routing=true', // webhook Services are reached by pod address: no proxy needed beside the API
		'--profiling=false',
		'--shutdown-delay-duration=0s',
	])

const controllerManager = (path: ProgramPath, keys: Keys): Daemon =>
	new Daemon('kube-controller-manager', [
		path('kubernetes/kube-controller-manager'),
		`--kubeconfig=${keys.configOf('controller-manager')}`,
		`--authentication-kubeconfig=${keys.configOf('controller-manager')}`,
		`--authorization-kubeconfig=${keys.configOf('controller-manager')}`,
		'--use-service-account-credentials=true',
		'--leader-elect=false',
		`--service-account-private-key-file=${key('accounts.key')}`,
		`--root-ca-file=${key('ca.crt')}`,
		'--flex-volume-plugin-dir=/run/playground/volume-plugins', // its default is a directory of the machine
		'--node-monitor-grace-period=16s', // a lost node is seen in a test's patience; production has 50 s
	])

const scheduler = (path: ProgramPath, keys: Keys): Daemon =>
	new Daemon('kube-scheduler', [
		path('kubernetes/kube-scheduler'),
		`--kubeconfig=${keys.configOf('scheduler')}`,
		`--authentication-kubeconfig=${keys.configOf('scheduler')}`,
		`--authorization-kubeconfig=${keys.configOf('scheduler')}`,
		'--leader-elect=false',
	])

export interface ControlPlane {
	readonly api: Api
	readonly apiserver: Daemon
	readonly daemons: readonly Daemon[]
	ready(): Promise<void>
}

/** Ready when the API says so itself: every post-start hook has run, RBAC's roles among them. */
export function startControlPlane(path: ProgramPath, keys: Keys, withNodes: boolean): ControlPlane {
	const api = new Api(keys)
	const store = etcd(path).start()
	const server = apiserver(path).start()
	const rest = withNodes ? [controllerManager(path, keys), scheduler(path, keys)] : []
	return {
		api,
		apiserver: server,
		daemons: [store, server, ...rest],
		async ready() {
			await server.until('the API answered that it is ready', async () => await api.answers('/readyz'))
			for (const daemon of rest) daemon.start()
		},
	}
}
