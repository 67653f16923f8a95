// Everything that runs inside one playground, made in the order in which the parts need each other.
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProgramId } from '../programs/families.ts'
import { run } from '../run.ts'
import { cgroupsHere, mountGroups } from './cgroups.ts'
import { startControlPlane, type ControlPlane } from './control-plane.ts'
import { makeKeys } from './keys.ts'
import { Machine } from './machine.ts'
import { makeNetwork } from './network.ts'
import { startServices } from './services.ts'
import { logsHere, nodeAddress } from './layout.ts'

export interface WorldPlan {
	readonly name: string
	readonly state: string
	readonly port: number
	/** 0 is an API server alone. */
	readonly nodes: number
	readonly programs: Readonly<Record<ProgramId, string>>
	/** A containerd root that holds the images of every node. */
	readonly images: string | undefined
}

export interface World {
	readonly plan: WorldPlan
	readonly control: ControlPlane
	readonly machines: readonly Machine[]
	/** What a fault holds now, so that a second one waits its turn. */
	readonly held: Set<string>
}

/** Mounts of our own: nothing that follows is seen outside. */
async function makeMounts(state: string): Promise<void> {
	const script = `set -e
		mount --make-rprivate /
		mount -t tmpfs tmpfs /run
		mkdir -p /run/playground /run/netns /run/lock /run/systemd
		mount --bind "$0" /run/playground
		mount -t sysfs sysfs /sys
		${mountGroups(cgroupsHere())}`
	await run('sh', ['-c', script, state])
	await mkdir(logsHere, { recursive: true })
	// The logs of the playground that had this name before; the world's own is being written.
	for (const log of await readdir(logsHere)) if (log !== 'world.log') await rm(join(logsHere, log))
}

export async function makeWorld(plan: WorldPlan): Promise<World> {
	await makeMounts(plan.state)
	const nodes = Array.from({ length: plan.nodes }, (_, index) => nodeAddress(index + 1))
	const programPath = (id: ProgramId): string => {
		const path = plan.programs[id]
		if (path === undefined) throw new Error(`${id} is not among the playground's programs`)
		return path
	}
	await makeNetwork(nodes)
	const keys = await makeKeys(nodes, plan.port)
	const control = startControlPlane(programPath, keys, plan.nodes > 0)
	if (plan.nodes === 0) {
		await control.ready()
		return { plan, control, machines: [], held: new Set() }
	}
	const machines = nodes.map(
		(node) =>
			new Machine(
				node,
				{
					kubelet: programPath('kubernetes/kubelet'),
					proxy: programPath('kubernetes/kube-proxy'),
					images: plan.images,
				},
				keys.configOf,
			),
	)
	const booted = Promise.all(
		machines.map(async (machine) => {
			await machine.format()
			await machine.powerOn()
		}),
	)
	await Promise.all([control.ready(), booted])
	await Promise.all(machines.map(async (machine) => await machine.startKubelet()))
	const services = await startServices(programPath, keys, control.api)
	await allReady(control, machines)
	await services.ready()
	const daemons = [...control.daemons, ...services.daemons]
	for (const daemon of daemons) daemon.keep()
	return { plan, control: { ...control, daemons }, machines, held: new Set() }
}

interface NodeList {
	readonly items: readonly {
		readonly status: { readonly conditions: readonly { type: string; status: string }[] }
	}[]
}

async function allReady({ api, apiserver }: ControlPlane, machines: readonly Machine[]): Promise<void> {
	const what = `${machines.length} nodes were ready`
	await apiserver.until(what, async () => {
		for (const daemon of machines.flatMap(({ daemons }) => daemons)) await daemon.mustRun(what)
		const { items } = await api.get<NodeList>('/api/v1/nodes')
		const ready = items.filter(({ status }) =>
			status.conditions.some(({ type, status: is }) => type === 'Ready' && is === 'True'),
		)
		if (ready.length === machines.length) return true
		await sleep(75)
		return false
	})
}
