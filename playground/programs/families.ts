// Which programs the playground runs, where their sources are, and about how long each takes to build
// on two cores with empty caches (so that progress can be honest). The pins are the go.mod and go.sum beside this file.

export interface Family {
	readonly version: string
	/** Program name to Go package. */
	readonly programs: Readonly<Record<string, string>>
	readonly seconds: Readonly<Record<string, number>>
	/** Sets strings in the program, for programs that learn their version only when linked. */
	readonly ldflags?: string
	/** Where the pins are, when not beside this file. */
	readonly at?: string
	/** Old sources do not build with today's Go; the go command fetches this one from the module proxy. */
	readonly toolchain?: string
}

const componentVersion = (version: string): string => {
	const [major = '', minor = ''] = version.split('.')
	const set = { gitVersion: `v${version}`, gitMajor: major, gitMinor: minor, gitTreeState: 'clean' }
	return Object.entries(set)
		.map(([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`)
		.join(' ')
}

const kubernetes = '1.34.4'

const etcd = (version: string): Family => ({
	version,
	programs: {
		etcd: 'go.etcd.io/etcd/server/v3',
		etcdctl: 'go.etcd.io/etcd/etcdctl/v3',
		etcdutl: 'go.etcd.io/etcd/etcdutl/v3',
	},
	seconds: { etcd: 35, etcdctl: 5, etcdutl: 5 },
})

const ancientEtcd = (version: string): Family => ({
	version,
	programs: { etcd: 'github.com/coreos/etcd', etcdctl: 'github.com/coreos/etcd/etcdctl' },
	seconds: { etcd: 40, etcdctl: 5 },
	toolchain: 'go1.21.13',
})

/** Programs that share most of what they are made of, in one version of each, so that it is compiled once. */
const together = 'together'

export const families = {
	kubernetes: {
		version: kubernetes,
		programs: {
			'kube-apiserver': 'k8s.io/kubernetes/cmd/kube-apiserver',
			kubelet: 'k8s.io/kubernetes/cmd/kubelet',
			'kube-controller-manager': 'k8s.io/kubernetes/cmd/kube-controller-manager',
			'kube-scheduler': 'k8s.io/kubernetes/cmd/kube-scheduler',
			'kube-proxy': 'k8s.io/kubernetes/cmd/kube-proxy',
			kubectl: 'k8s.io/kubernetes/cmd/kubectl',
		},
		seconds: {
			'kube-apiserver': 224,
			kubelet: 67,
			'kube-controller-manager': 42,
			'kube-scheduler': 7,
			'kube-proxy': 12,
			kubectl: 37,
		},
		ldflags: componentVersion(kubernetes),
	},
	'etcd-3.2': ancientEtcd('3.2.13'),
	'etcd-3.3': ancientEtcd('3.3.27'),
	'etcd-3.5': etcd('3.5.35'),
	'etcd-3.6': etcd('3.6.16'),
	'etcd-3.7': etcd('3.7.3'),
	coredns: {
		version: '1.14.7',
		at: together,
		programs: { coredns: './coredns' },
		seconds: { coredns: 45 },
	},
	'local-path-provisioner': {
		version: '0.0.30',
		programs: { 'local-path-provisioner': 'github.com/rancher/local-path-provisioner' },
		seconds: { 'local-path-provisioner': 5 },
		ldflags: '-X main.VERSION=v0.0.30',
	},
	'cert-manager': {
		version: '1.11.5',
		programs: {
			controller: 'github.com/cert-manager/cert-manager/cmd/controller',
			webhook: 'github.com/cert-manager/cert-manager/cmd/webhook',
		},
		seconds: { controller: 90, webhook: 20 },
		ldflags: '-X github.com/cert-manager/cert-manager/pkg/util.AppVersion=v1.11.5',
	},
	cainjector: {
		version: '1.21.2',
		at: together,
		programs: { cainjector: './cainjector' },
		seconds: { cainjector: 40 },
	},
	'csi-driver-host-path': {
		version: '1.7.2',
		programs: { hostpathplugin: 'github.com/kubernetes-csi/csi-driver-host-path/cmd/hostpathplugin' },
		seconds: { hostpathplugin: 15 },
		ldflags: '-X main.version=v1.7.2',
	},
	'external-provisioner': {
		version: '5.1.0',
		programs: { 'csi-provisioner': 'github.com/kubernetes-csi/external-provisioner/v5/cmd/csi-provisioner' },
		seconds: { 'csi-provisioner': 95 },
		ldflags: '-X main.version=v5.1.0',
	},
	'external-resizer': {
		version: '1.14.0',
		programs: { 'csi-resizer': 'github.com/kubernetes-csi/external-resizer/cmd/csi-resizer' },
		seconds: { 'csi-resizer': 95 },
		ldflags: '-X main.version=v1.14.0',
	},
	'csi-registrar': {
		version: '0.34.4',
		programs: { 'csi-registrar': '.' },
		seconds: { 'csi-registrar': 15 },
	},
	rival: {
		version: '0.22.4',
		at: '../../bench/rival',
		programs: { webhook: './webhook', load: './load' },
		seconds: { webhook: 60, load: 5 },
	},
	helm: {
		version: '3.22.0',
		at: together,
		programs: { helm: 'helm.sh/helm/v3/cmd/helm' },
		seconds: { helm: 30 },
		ldflags: '-X helm.sh/helm/v3/internal/version.version=v3.22.0',
	},
	krew: {
		version: '0.5.0',
		programs: {
			krew: 'sigs.k8s.io/krew/cmd/krew',
			'validate-krew-manifest': 'sigs.k8s.io/krew/cmd/validate-krew-manifest',
		},
		seconds: { krew: 30, 'validate-krew-manifest': 5 },
		ldflags: '-X sigs.k8s.io/krew/internal/version.gitTag=v0.5.0',
	},
	// Its releases are no versions that Go knows; this is what stands at the head of its line.
	minio: { version: '2026.2.12', programs: { minio: 'github.com/minio/minio' }, seconds: { minio: 200 } },
	'fake-gcs-server': {
		version: '1.56.1',
		at: together,
		programs: { 'fake-gcs-server': './fake-gcs-server' },
		seconds: { 'fake-gcs-server': 30 },
	},
} as const satisfies Record<string, Family>

export type FamilyName = keyof typeof families

/** A program is named by its family and its own name, since there are five etcds. */
export type ProgramId = `${FamilyName}/${string}`

export interface Program {
	readonly id: ProgramId
	readonly family: FamilyName
	readonly name: string
	readonly package: string
	readonly seconds: number
	readonly version: string
}

export function programs(...wanted: readonly FamilyName[]): Program[] {
	return wanted.flatMap((family) => {
		const { programs: all, seconds, version }: Family = families[family]
		return Object.entries(all).map(([name, from]) => ({
			id: `${family}/${name}` as const,
			family,
			name,
			package: from,
			seconds: seconds[name] ?? 30,
			version,
		}))
	})
}

/** What an API without nodes needs. */
export const controlPlanePrograms = (): Program[] => [
	...programs('etcd-3.6').filter(({ name }) => name === 'etcd'),
	...programs('kubernetes').filter(({ name }) => name === 'kube-apiserver' || name === 'kubectl'),
]
