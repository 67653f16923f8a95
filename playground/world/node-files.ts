// What a node's programs read. Every node sees its own disk as /run/disk and its own memory as /run/node, so all nodes have
// the same files but for addresses. Pure.
import {
	type NodeAddress,
	cniPlugins,
	containerdSocket,
	diskHere,
	dnsAddress,
	keysHere,
	pauseImage,
	podRange,
} from './layout.ts'

export const containerdConfig = (): string => `version = 2
root = "${diskHere}/containerd"
state = "/run/node/containerd"
disabled_plugins = ["io.containerd.internal.v1.opt", "io.containerd.snapshotter.v1.btrfs", "io.containerd.snapshotter.v1.devmapper", "io.containerd.snapshotter.v1.zfs", "io.containerd.snapshotter.v1.aufs"]
[grpc]
  address = "${containerdSocket}"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "${pauseImage}"
  # Without CAP_SYS_RESOURCE a container may not be better protected from the memory killer than its maker, and runc fails.
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "${cniPlugins}"
    conf_dir = "${diskHere}/cni"
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
`

export const cniConfig = ({ name, pods }: NodeAddress): string =>
	JSON.stringify({
		cniVersion: '0.4.0',
		name,
		plugins: [
			{
				type: 'bridge',
				bridge: 'pods0',
				isGateway: true,
				ipMasq: false,
				hairpinMode: true,
				ipam: {
					type: 'host-local',
					dataDir: '/run/node/addresses',
					ranges: [[{ subnet: pods }]],
					routes: [{ dst: '0.0.0.0/0' }],
				},
			},
			{ type: 'portmap', capabilities: { portMappings: true } },
		],
	})

export const kubeletConfig = ({ name }: NodeAddress): string =>
	JSON.stringify({
		apiVersion: 'kubelet.config.k8s.io/v1beta1',
		kind: 'KubeletConfiguration',
		containerRuntimeEndpoint: `unix://${containerdSocket}`,
		authentication: {
			anonymous: { enabled: false },
			webhook: { enabled: false },
			x509: { clientCAFile: `${keysHere}/ca.crt` },
		},
		authorization: { mode: 'AlwaysAllow' },
		tlsCertFile: `${keysHere}/${name}.crt`,
		tlsPrivateKeyFile: `${keysHere}/${name}.key`,
		cgroupDriver: 'cgroupfs',
		failSwapOn: false,
		clusterDNS: [dnsAddress],
		clusterDomain: 'cluster.local',
		resolvConf: `${diskHere}/resolv.conf`,
		podLogsDir: `${diskHere}/pod-logs`,
		staticPodPath: '',
		volumePluginDir: `${diskHere}/volume-plugins`,
		healthzPort: 0,
		maxPods: 110,
		registerNode: true,
		// One machine's disk is every node's disk: evict only when it is really full.
		evictionHard: {
			'memory.available': '100Mi',
			'nodefs.available': '1%',
			'imagefs.available': '1%',
			'nodefs.inodesFree': '1%',
		},
		localStorageCapacityIsolation: false,
		imageMaximumGCAge: '0s',
		imageGCHighThresholdPercent: 100, // images cannot be pulled again here
		nodeStatusUpdateFrequency: '4s',
		nodeLeaseDurationSeconds: 12,
		serializeImagePulls: false,
		registryPullQPS: 0,
		eventRecordQPS: 0,
		crashLoopBackOff: { maxContainerRestartPeriod: '10s' },
		featureGates: { KubeletCrashLoopBackOffMax: true },
	})

export const proxyArguments = (node: string, kubeconfig: string): string[] => [
	`--kubeconfig=${kubeconfig}`,
	`--hostname-override=${node}`,
	`--cluster-cidr=${podRange}`,
	'--proxy-mode=iptables',
	'--iptables-min-sync-period=100ms',
	// The kernel's connection tables belong to the machine, which is not ours to tune.
	'--conntrack-max-per-core=0',
	'--conntrack-tcp-timeout-established=0',
	'--conntrack-tcp-timeout-close-wait=0',
]
