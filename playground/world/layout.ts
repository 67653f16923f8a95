// Where things are inside a playground: addresses, paths, names. Pure.

export const controlPlaneAddress = '10.89.0.1'
export const serviceRange = '10.96.0.0/16'
export const podRange = '10.88.0.0/16'
export const dnsAddress = '10.96.0.10'

export const keysHere = '/run/playground/keys'
export const logsHere = '/run/playground/logs'

/** Every node sees its own disk and its own memory under the same names. */
export const diskHere = '/run/disk'
export const containerdSocket = '/run/node/containerd.sock'
export const cniPlugins = '/usr/lib/cni'

export const pauseImage = 'registry.k8s.io/pause:3.10'
export const helperImage = 'docker.io/library/busybox:1.35'

export interface NodeAddress {
	readonly name: string
	readonly address: string
	readonly pods: string
}

export const nodeAddress = (index: number): NodeAddress => ({
	name: `node${index}`,
	address: `10.89.0.${10 + index}`,
	pods: `10.88.${index}.0/24`,
})
