// What a fault names, found in the running playground: a node, the control plane, or a pod with its processes.
import { readFile, readdir } from 'node:fs/promises'
import { Complaint } from '../../complaint.ts'
import type { Machine } from '../machine.ts'
import type { World } from '../world.ts'
import type { Side } from './cut.ts'
import { controlPlaneAddress } from '../layout.ts'

interface Pod {
	readonly metadata: { readonly uid: string }
	readonly spec: { readonly hostNetwork?: boolean }
	readonly status: {
		readonly podIP?: string
		readonly containerStatuses?: readonly { readonly name: string; readonly containerID?: string }[]
	}
}

async function podNamed({ control }: World, place: string): Promise<Pod> {
	const [namespace = '', name = '', ...more] = place.split('/')
	if (namespace === '' || name === '' || more.length > 0)
		throw new Complaint(`"${place}" names no pod: write NAMESPACE/POD.`)
	const { status, body } = await control.api.call('GET', `/api/v1/namespaces/${namespace}/pods/${name}`)
	if (status !== 200) throw new Complaint(`there is no pod "${place}": name it as NAMESPACE/POD.`)
	return JSON.parse(body) as Pod
}

export function machineNamed({ machines }: World, name: string): Machine {
	const machine = machines.find(({ node }) => node.name === name)
	if (machine !== undefined) return machine
	const known = machines.map(({ node }) => node.name).join(', ')
	throw new Complaint(
		`there is no node "${name}": ${known === '' ? 'this playground has none' : `choose one of ${known}`}.`,
	)
}

export async function sideOf(world: World, place: string): Promise<Side> {
	if (place === 'control-plane') return { ranges: [controlPlaneAddress] }
	if (!place.includes('/')) {
		const { node } = machineNamed(world, place)
		return { ranges: [node.address, node.pods] }
	}
	const { spec, status } = await podNamed(world, place)
	if (spec.hostNetwork === true || status.podIP === undefined)
		throw new Complaint(`the pod "${place}" has no address of its own: wait until it runs, or name its node.`)
	return { ranges: [status.podIP] }
}

/** The processes of one container, as ids that the world can signal. */
export async function processesOf(
	world: World,
	place: string,
	container: string | undefined,
): Promise<number[]> {
	const { status } = await podNamed(world, place)
	const statuses = status.containerStatuses ?? []
	const chosen = container === undefined ? statuses[0] : statuses.find(({ name }) => name === container)
	const id = chosen?.containerID?.replace(/^.*:\/\//, '')
	if (id === undefined)
		throw new Complaint(
			`the pod "${place}" runs no container${container === undefined ? '' : ` "${container}"`} now.`,
		)
	const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))
	const found = await Promise.all(
		pids.map(async (pid) => {
			const groups = await readFile(`/proc/${pid}/cgroup`, 'utf8').catch(() => '')
			return groups.includes(id) ? Number(pid) : undefined
		}),
	)
	const running = found.filter((pid) => pid !== undefined)
	if (running.length === 0)
		throw new Complaint(`the container of "${place}" has no process now: wait until it runs.`)
	return running
}
