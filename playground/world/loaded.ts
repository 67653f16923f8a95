// The archives that were loaded into this playground: kept, since nothing can be pulled, for a node that comes back empty.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Complaint, sentence } from '../complaint.ts'
import type { World } from './world.ts'

const imagesHere = '/run/playground/images'

export const loadedImages = async (): Promise<string[]> =>
	(await readdir(imagesHere).catch(() => [])).map((file) => join(imagesHere, file))

/** The archive has been put among the loaded ones under this name. */
export async function loadEverywhere({ machines }: World, file: string): Promise<void> {
	const off = machines.find(({ on }) => !on)
	if (machines.length === 0) throw new Complaint('this playground has no nodes to load an image into.')
	if (off !== undefined)
		throw new Complaint(`the node "${off.node.name}" is off: wait until its fault has ended.`)
	try {
		await Promise.all(machines.map(async (machine) => await machine.load(join(imagesHere, file))))
	} catch (reason) {
		const said = sentence(reason)
			.trim()
			.split('\n')
			.at(-1)
			?.replace(/^.*ctr: /, '')
		throw new Complaint(`containerd does not take ${file} as an image archive: ${said}`)
	}
}
