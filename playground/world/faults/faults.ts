// What can go wrong in a playground at a wish. Each fault holds until its undo is called.
import { Complaint } from '../../complaint.ts'
import { run } from '../../run.ts'
import { loadedImages } from '../loaded.ts'
import type { World } from '../world.ts'
import { cut, rules } from './cut.ts'
import { machineNamed, processesOf, sideOf } from './places.ts'

export type Fault =
	/** Packets between two places are lost, in both directions or from the first to the second only. */
	| { readonly fault: 'partition'; readonly from: string; readonly to: string; readonly oneWay?: boolean }
	/** kill -9 of a container's processes, once: nothing to undo. */
	| { readonly fault: 'kill'; readonly pod: string; readonly container?: string }
	/** The container's processes stand still. */
	| { readonly fault: 'freeze'; readonly pod: string; readonly container?: string }
	/** A power cut: the node comes back with its disk. */
	| { readonly fault: 'stop-node'; readonly node: string }
	/** The machine is lost: a node of the same name comes back with an empty disk. */
	| { readonly fault: 'lose-node'; readonly node: string }
	| { readonly fault: 'stop-apiserver' }
	/** kill -9 of the API server, which starts again at once: nothing to undo. */
	| { readonly fault: 'restart-apiserver' }

type Undo = () => Promise<void>

const nothing: Undo = async () => await Promise.resolve()

/** What a second fault would mend too early: one holder at a time. Partitions add up and need none. */
function heldBy(fault: Fault): string | undefined {
	switch (fault.fault) {
		case 'freeze':
			return `the pod "${fault.pod}"`
		case 'stop-node':
		case 'lose-node':
			return `the node "${fault.node}"`
		case 'stop-apiserver':
		case 'restart-apiserver':
			return 'the API server'
		case 'partition':
		case 'kill':
			return undefined
	}
}

export async function inflict(world: World, fault: Fault): Promise<Undo> {
	const { held } = world
	const target = heldBy(fault)
	if (target === undefined) return await begin(world, fault)
	if (held.has(target)) throw new Complaint(`${target} has such a fault already: wait until that has ended.`)
	held.add(target)
	try {
		const undo = await begin(world, fault)
		return async () => {
			await undo().finally(() => held.delete(target))
		}
	} catch (reason) {
		held.delete(target)
		throw reason
	}
}

async function begin(world: World, fault: Fault): Promise<Undo> {
	switch (fault.fault) {
		case 'partition': {
			const [from, to] = [await sideOf(world, fault.from), await sideOf(world, fault.to)]
			const pairs = cut(from, to, fault.oneWay ?? false)
			await everywhere(world, rules(pairs, 'add'))
			return async () => await everywhere(world, rules(pairs, 'delete'))
		}
		case 'kill':
			await signal(world, fault, 'SIGKILL')
			return nothing
		case 'freeze': {
			const pids = await signal(world, fault, 'SIGSTOP')
			return async () => await Promise.resolve(pids.forEach((pid) => send(pid, 'SIGCONT')))
		}
		case 'stop-node':
			return await takeNode(world, fault.node, false)
		case 'lose-node':
			return await takeNode(world, fault.node, true)
		case 'stop-apiserver':
			await world.control.apiserver.stop()
			return async () => await apiAgain(world)
		case 'restart-apiserver':
			await world.control.apiserver.stop()
			await apiAgain(world)
			return nothing
	}
}

async function everywhere({ machines }: World, text: string): Promise<void> {
	const restore = ['iptables-restore', '--noflush', '--wait']
	await run('nsenter', [`--net=/proc/self/ns/net`, ...restore], { input: text })
	for (const { node } of machines)
		await run('nsenter', [`--net=/run/netns/${node.name}`, ...restore], { input: text })
}

async function signal(
	world: World,
	at: { pod: string; container?: string },
	name: NodeJS.Signals,
): Promise<number[]> {
	const pids = await processesOf(world, at.pod, at.container)
	for (const pid of pids) send(pid, name)
	return pids
}

/** A process that ended meanwhile needs no signal. */
function send(pid: number, name: NodeJS.Signals): void {
	try {
		process.kill(pid, name)
	} catch {}
}

async function takeNode(world: World, name: string, withDisk: boolean): Promise<Undo> {
	const machine = machineNamed(world, name)
	await machine.powerOff()
	return async () => {
		if (withDisk) await machine.format()
		await machine.powerOn()
		if (withDisk) for (const image of await loadedImages()) await machine.load(image)
		await machine.startKubelet()
	}
}

async function apiAgain({ control }: World): Promise<void> {
	const { api, apiserver } = control
	apiserver.start()
	await apiserver.until('the API answered again', async () => await api.answers('/readyz'))
}
