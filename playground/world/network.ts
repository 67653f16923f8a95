// The network of a playground: the control plane in the world's own namespace, each node in one of its own, one bridge between.
import { run } from '../run.ts'
import { type NodeAddress, controlPlaneAddress } from './layout.ts'

const ipBatch = async (lines: readonly string[], netns?: string): Promise<void> => {
	const args = netns === undefined ? [] : ['-n', netns]
	await run('ip', [...args, '-batch', '-'], { input: `${lines.join('\n')}\n` })
}

/** Forwarding, and bridged packets shown to iptables: Services and faults depend on both. */
const sysctls =
	'echo 1 > /proc/sys/net/ipv4/ip_forward; echo 1 > /proc/sys/net/bridge/bridge-nf-call-iptables || true'

export async function makeNetwork(nodes: readonly NodeAddress[]): Promise<void> {
	await ipBatch([
		'link set lo up',
		'link add nodes0 type bridge',
		`address add ${controlPlaneAddress}/24 dev nodes0`,
		'link set nodes0 up',
		`route add default via ${controlPlaneAddress} dev nodes0`,
	])
	await run('sh', ['-c', sysctls])
	await Promise.all(nodes.map(async (node) => await connect(node, nodes)))
	// So that the control plane reaches pods: webhooks, logs, port-forward.
	await ipBatch(nodes.map(({ pods, address }) => `route add ${pods} via ${address}`))
}

async function connect(node: NodeAddress, all: readonly NodeAddress[]): Promise<void> {
	const { name, address } = node
	await ipBatch([`netns add ${name}`, `link add ${name} type veth peer name eth0 netns ${name}`])
	await ipBatch([`link set ${name} master nodes0`, `link set ${name} up`])
	const others = all.filter((other) => other !== node)
	await ipBatch(
		[
			'link set lo up',
			`address add ${address}/24 dev eth0`,
			'link set eth0 up',
			`route add default via ${controlPlaneAddress}`,
			...others.map((other) => `route add ${other.pods} via ${other.address}`),
		],
		name,
	)
	await run('nsenter', [`--net=/run/netns/${name}`, 'sh', '-c', sysctls])
}
